import Glibc

/// The tracks of the system's service, as far as this user may look at them.
enum SystemTracks {
  /// No such service has recorded on this machine.
  case absent
  /// Only others may.
  case closed
  /// This user may, too.
  case open

  static func look(at path: String = Database.system) -> SystemTracks {
    let folder = Path.folder(of: path)
    var status = stat()
    guard stat(folder, &status) == 0 else { return .absent }
    guard access(folder, X_OK) == 0 else { return .closed }
    return access(path, F_OK) == 0 && access(path, R_OK) != 0 ? .closed : .open
  }

  /// What a person is told who is not in the group.
  static var refusal: Failure {
    Failure(
      .notAuthorized, "cannot look at the system's tracks: they are for members of the group waylog",
      advice: "join it, then log in again: \(Remedy.joinGroup(Account.own))")
  }
}
