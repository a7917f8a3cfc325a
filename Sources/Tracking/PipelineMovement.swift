import Positioning

/// What the pipeline does with an accepted fix: a movement is thinned into rows and legs, a rest is held together.
extension TrackPipeline {
  mutating func cross(_ gap: Gap, to fix: Fix, _ sink: (Effect) -> Void) {
    if let tally, !detector.isSamePlace(fix) {
      sink(.rest(tally.ended(at: tally.seen, released: fix.time, without: 0)))
      self.tally = nil
    }
    if tally == nil, let arrival = detector.arrivalAcrossHole(to: fix) { rest(since: arrival, knownAt: fix.time, sink) }
    if tally == nil || flows { closeLine(because: .gap, sink) }
    if tally == nil {
      detector.forget()
    } else {
      tally?.add(gap: gap)
      // A gap must not be stored without what it takes from the rest.
      touched = nil
    }
    datingLimit = fix.time
    sink(.gap(gap))
  }

  mutating func move(_ fix: Fix, _ sink: (Effect) -> Void) {
    updates += 1
    thin(fix, after: newest, sink)
  }

  private mutating func thin(_ fix: Fix, after former: Fix?, _ sink: (Effect) -> Void) {
    noteSpeed(fix, after: former)
    if let (row, because) = thinner.step(fix) { keep(row, because: because, sink) }
  }

  mutating func hold(_ fix: Fix, _ sink: (Effect) -> Void) {
    tally?.add(fix)
    if flows { move(fix, sink) } else { held += 1 }
    guard let tally, touched.map({ fix.time - $0 >= Self.restTouch }) ?? true else { return }
    touched = fix.time
    sink(.rest(tally.open))
  }

  /// The fixes since the arrival were taken for movement; those after the last row belong to the rest.
  mutating func arrive(at detected: Timestamp, with fix: Fix, _ sink: (Effect) -> Void) {
    let arrival = max(detected, datingLimit ?? detected)
    updates += 1
    // Only a fix that the cone has seen may end a line.
    if flows || arrival == fix.time { thin(fix, after: newest, sink) }
    rest(since: arrival, knownAt: fix.time, sink)
  }

  private mutating func rest(since detected: Timestamp, knownAt moment: Timestamp, _ sink: (Effect) -> Void) {
    let arrival = max(detected, datingLimit ?? detected)
    let since = detector.window.fixes(since: arrival)
    guard let first = since.first else { return }
    rowsAtRest = lastRow.map { [$0] } ?? []
    if !flows {
      thinner.end()
      if isAfterLastRow(first) { keep(first, because: .arrival, sink) }
      held += since.count { isAfterLastRow($0) }
    }
    legs.end(at: arrival) { sink(.leg($0)) }
    rests += 1
    var tally = RestTally(number: rests, arrival: arrival, detected: moment, at: first.coordinate)
    for fix in since { tally.add(fix) }
    self.tally = tally
    touched = moment
    greatestSpeedMPS = nil
    sink(.rest(tally.open))
  }

  /// The fixes since the departure were held; now they are movement.
  mutating func depart(at detected: Timestamp, with fix: Fix, _ sink: (Effect) -> Void) {
    guard let tally else { return }
    var departure = max(detected, tally.arrival, datingLimit ?? detected, detector.settledUntil ?? detected)
    if !flows, let lastRow { departure = max(departure, lastRow.fix.time) }
    let since = detector.window.fixes(since: departure)
    sink(.rest(tally.ended(at: departure, released: fix.time, without: since.count - 1)))
    self.tally = nil
    datingLimit = departure
    updates += 1
    if flows {
      legs.begin(at: departure, rows: rowsAtRest)
      thin(fix, after: newest, sink)
    } else {
      replay(since, sink)
    }
  }

  private mutating func replay(_ since: [Fix], _ sink: (Effect) -> Void) {
    held -= since.dropLast().count { isAfterLastRow($0) }
    var former: Fix?
    for fix in since {
      if let lastRow, lastRow.fix.time == fix.time {
        thinner.begin(at: lastRow.fix)
        legs.add(lastRow, settledUntil: lastRow.fix.time) { sink(.leg($0)) }
      } else if former == nil {
        thinner.begin(at: fix)
        keep(fix, because: .departure, sink)
      } else {
        thin(fix, after: former, sink)
      }
      former = fix
    }
  }

  mutating func closeLine(because reason: Keeping, _ sink: (Effect) -> Void) {
    if let tip = thinner.tip { keep(tip, because: reason, sink) }
    thinner.end()
    if let lastRow { legs.end(at: lastRow.fix.time) { sink(.leg($0)) } }
    greatestSpeedMPS = nil
  }

  private mutating func keep(_ fix: Fix, because reason: Keeping, _ sink: (Effect) -> Void) {
    let row = row(for: fix, because: reason)
    lastRow = row
    greatestSpeedMPS = nil
    sink(.row(row))
    guard tally == nil else { return keepAtRest(row) }
    legs.add(row, settledUntil: detector.settledUntil ?? fix.time) { sink(.leg($0)) }
  }

  private mutating func keepAtRest(_ row: TrackRow) {
    let settled = detector.settledUntil ?? row.fix.time
    while rowsAtRest.count > 1, rowsAtRest[1].fix.time <= settled { rowsAtRest.removeFirst() }
    rowsAtRest.append(row)
  }

  func row(for fix: Fix, because reason: Keeping) -> TrackRow {
    TrackRow(
      sequence: (lastRow?.sequence ?? 0) + 1, segment: segment, fix: fix, keeping: reason,
      isStationary: tally != nil || reason == .arrival, greatestSpeedMPS: greatestSpeedMPS)
  }

  private func isAfterLastRow(_ fix: Fix) -> Bool { lastRow.map { fix.time > $0.fix.time } ?? true }

  /// A speed counts when two successive fixes agree on it, so that no outlier becomes the session's greatest.
  private mutating func noteSpeed(_ fix: Fix, after former: Fix?) {
    guard let speed = fix.measurements.speedMPS, let before = former?.measurements.speedMPS else { return }
    greatestSpeedMPS = max(greatestSpeedMPS ?? 0, min(speed, before))
  }
}
