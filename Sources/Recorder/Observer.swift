public import Positioning

extension RecordLoop {
  /// What an onlooker can be told.
  public struct Status: Sendable {
    /// Where the way from the sky to the program is broken, if it is.
    public var link: LinkState
    /// The newest accepted fix.
    public var newest: Fix?
    /// How long there has been no accepted fix, in milliseconds.
    public var millisecondsWithoutFix: Int64
    /// It is at rest.
    public var isStationary: Bool
    /// Length of the movement so far, in metres.
    public var distanceMetres: Double
  }

  /// Who is told what happens.
  public protocol Observer: AnyObject {
    /// Something changed.
    func announce(_ announcement: Announcement)
    /// A fix was accepted.
    func show(_ fix: Fix)
    /// The state now; at least once a second while `wantsStatus`.
    func show(_ status: Status)
    /// It shows a status that grows old.
    var wantsStatus: Bool { get }
  }
}
