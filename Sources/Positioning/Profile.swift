/// What kind of movement is recorded; every threshold that depends on it, with its unit and its reason.
public struct Profile: Equatable, Sendable {
  /// The name on the command line and in the store.
  public let name: String

  /// No accepted fix lies further than this from the stored line at its own time, in metres.
  ///
  /// 5 m is what a good receiver errs by anyway; an aircraft or a ship turns wide and is drawn small.
  public let toleranceMetres: Double

  /// The same for height, in metres: twice the vertical error of a good receiver.
  public let heightToleranceMetres: Double

  /// A row is stored at least this often while moving, in milliseconds.
  public let longestInterval: Int64

  /// Nothing recorded with this profile moves faster, in metres per second.
  public let speedCeilingMPS: Double

  /// How far from its centre a rest may wander before displacement counts as leaving, in metres.
  ///
  /// 25 m is the wander of a consumer receiver at a window; a boat at anchor swings on its chain.
  public let restRadiusMetres: Double

  /// The largest radius that may be learnt from a receiver's own wandering, in metres.
  public let restRadiusCapMetres: Double

  /// How many times faster than a parked car something may be and still rest.
  ///
  /// A yacht at anchor sails to and fro in gusts, at up to 1 m/s.
  public let restSpeedFactor: Double

  /// How far it may go at such a speed before it has left, in metres: the diameter of a yacht's swing.
  public let restFreedomMetres: Double

  /// Nearly everyone: on foot, on wheels, on water, in a train or as a passenger in the air.
  public static let standard = Profile(
    name: "default", toleranceMetres: 5, heightToleranceMetres: 10, longestInterval: 300_000,
    speedCeilingMPS: 350, restRadiusMetres: 25, restRadiusCapMetres: 100, restSpeedFactor: 1,
    restFreedomMetres: 0)

  /// All profiles, the default first.
  public static let all = [
    standard,
    // No road vehicle reaches 120 m/s, so a tighter ceiling finds more outliers.
    Profile(
      name: "automotive-navigation", toleranceMetres: 5, heightToleranceMetres: 10, longestInterval: 300_000,
      speedCeilingMPS: 120, restRadiusMetres: 25, restRadiusCapMetres: 100, restSpeedFactor: 1,
      restFreedomMetres: 0),
    // Trains, boats on rivers, all that follows a way but no road: the fastest trains run at 160 m/s.
    Profile(
      name: "other-navigation", toleranceMetres: 5, heightToleranceMetres: 10, longestInterval: 300_000,
      speedCeilingMPS: 170, restRadiusMetres: 25, restRadiusCapMetres: 100, restSpeedFactor: 1,
      restFreedomMetres: 0),
    // Paths wind more than roads and are looked at more closely; skiers and cyclists stay below 50 m/s.
    Profile(
      name: "fitness", toleranceMetres: 3, heightToleranceMetres: 5, longestInterval: 120_000,
      speedCeilingMPS: 50, restRadiusMetres: 20, restRadiusCapMetres: 80, restSpeedFactor: 1, restFreedomMetres: 0),
    // Aircraft and balloons, to twice the speed of sound and some tail wind.
    Profile(
      name: "airborne", toleranceMetres: 15, heightToleranceMetres: 10, longestInterval: 60_000,
      speedCeilingMPS: 1_100, restRadiusMetres: 50, restRadiusCapMetres: 200, restSpeedFactor: 1, restFreedomMetres: 0),
    // 60 m is the swing of a yacht on 40 m of chain; the fastest boats reach 80 m/s.
    Profile(
      name: "maritime", toleranceMetres: 10, heightToleranceMetres: 10, longestInterval: 300_000,
      speedCeilingMPS: 80, restRadiusMetres: 60, restRadiusCapMetres: 150, restSpeedFactor: 2, restFreedomMetres: 80),
  ]

  /// The profile with that name, if there is one.
  public static func named(_ name: String) -> Profile? { all.first { $0.name == name } }
}
