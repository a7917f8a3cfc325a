import TextOutput

/// The presentations, from the smallest to the largest.
extension Facts {
  private static let smallest = 8

  var minimal: String {
    if isOwnMatter, state == .active || state == .stale {
      return ownFields[0].text.fitted(to: Self.smallest - mark.count) + mark
    }
    if let speed = shortSpeed { return speed }
    if state == .stale, isAtRest { return DisplayState.atRest.shortWord + mark }
    let needsMark = isStale && state != .stale && state.shortWord.count < Self.smallest
    return state.shortWord + (needsMark ? mark : "")
  }

  /// The speed alone where it is the state: with its unit if there is room, else without.
  private var shortSpeed: String? {
    guard state == .moving || state == .stale, let speedMPS else { return nil }
    let digits = units.speedDigits(metresPerSecond: speedMPS)
    let forms = ["\(digits) \(units.speedUnit)\(mark)", "\(digits)\(units.speedUnit)\(mark)", "\(digits)\(mark)"]
    return forms.first { $0.count <= Self.smallest } ?? ">" + String(repeating: "9", count: 6) + mark
  }

  var compact: Rendering.Compact {
    guard isOwnMatter else {
      let figures = [speed, distance].compactMap(\.self).joined(separator: " · ")
      return Rendering.Compact(leading: stateWords, trailing: figures.fitted(to: 40))
    }
    let name = heading.fitted(to: 20)
    return Rendering.Compact(
      leading: state == .active ? name : "\(name), \(stateWords)",
      trailing: ownValues.fitted(to: 40 - mark.count) + mark)
  }

  var expanded: Rendering.Expanded {
    let first = isOwnMatter ? ownFields[0].text + mark : speed
    let rest =
      [isOwnMatter ? nil : progress, trip, satellites, age] + detailedFields + [state.complaint, backgroundNote]
    let bottom = rest.compactMap(\.self).joined(separator: " · ").fitted(to: 160)
    return Rendering.Expanded(
      leading: heading, trailing: first.map { $0.fitted(to: 60) }.flatMap { $0.isEmpty ? nil : $0 },
      center: stateWords, bottom: bottom.isEmpty ? nil : bottom)
  }

  var lockScreen: [String] {
    let figures = ([stateWords] + [speed].compactMap(\.self)).joined(separator: ", ")
    let quality = [age, satellites].compactMap(\.self).joined(separator: ", ")
    let fields = isOwnMatter && ownFields.count == 1 ? [ownValues + mark] : detailedFields
    let lines = [heading, figures, progress, trip, quality] + fields + [state.complaint, backgroundNote]
    return lines.compactMap(\.self).map { $0.fitted(to: 60) }.filter { !$0.isEmpty }
  }

  /// The first eight of its owner's fields, with their names; a single one says enough by itself.
  private var detailedFields: [String?] {
    if isOwnMatter, ownFields.count == 1 { return [] }
    let shown = ownFields.prefix(8).map { "\($0.name): \($0.text)" }
    return ownFields.count > shown.count ? shown + ["…"] : shown
  }

  /// For style sheets: recorder, link, activity, movement, and what is out of the ordinary.
  var classes: [String] {
    let recorder = snapshot.recorder == .none ? "no-recorder" : snapshot.recorder.rawValue
    var classes = [recorder] + [snapshot.link?.rawValue].compactMap(\.self)
    if let activity = snapshot.activity {
      // Not both: a style for what is live must not catch what is not.
      if !isStale || activity.state == .ended { classes.append(activity.state.rawValue) }
      if isStale { classes.append("stale") }
      if state == .atRest || state == .moving { classes.append(state.rawValue) }
      if activity.alert != nil { classes.append("alert") }
    } else {
      classes.append("no-activity")
    }
    if snapshot.storage == .refused { classes.append("storage-refused") }
    if snapshot.background == .on { classes.append("background") }
    return classes
  }
}
