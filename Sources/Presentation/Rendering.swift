public import Positioning
public import TextOutput

/// A snapshot as it is shown: everything that any presentation needs, made at once, so that they cannot differ.
///
/// Every text is one line without a control character or a mark that turns the writing direction, and is cut to a
/// number of columns. Coordinates are in none of them.
public struct Rendering: Equatable, Sendable {
  /// Two halves that form one piece of information.
  public struct Compact: Equatable, Sendable {
    /// How things stand, or what it is about; at most 40 columns.
    public let leading: String
    /// The figures, at most 40 columns; may be empty.
    public let trailing: String

    /// Both halves in one line.
    public var line: String { trailing.isEmpty ? leading : leading + " " + trailing }
  }

  /// The four regions of the large presentation, nil where there is nothing to show; at most 60 columns each, the
  /// bottom 160.
  public struct Expanded: Equatable, Sendable {
    /// What it is about.
    public let leading: String?
    /// The most important figure.
    public let trailing: String?
    /// How things stand.
    public let center: String?
    /// All else.
    public let bottom: String?

    /// The regions that are there, in this order.
    public var lines: [String] { [leading, trailing, center, bottom].compactMap(\.self) }
  }

  /// What is shown.
  public let snapshot: Snapshot
  /// The moment it is shown.
  public let now: Timestamp
  /// The units it is shown in.
  public let units: Units
  /// The one word for how things stand.
  public let state: DisplayState
  /// Whether the activity's content is out of date.
  public let isStale: Bool
  /// How old the fix is, in milliseconds; nil without a fix, and if the clock is behind it.
  public let fixAgeMilliseconds: Int64?
  /// Words for style sheets, in a fixed order.
  public let classes: [String]
  /// What it is about: the activity's name, else the trip's, else its type.
  public let heading: String
  /// At most 8 columns.
  public let minimal: String
  /// One line.
  public let compact: Compact
  /// Four regions.
  public let expanded: Expanded
  /// A card of several lines, the first of them the heading; at most 60 columns each.
  public let lockScreen: [String]
}
