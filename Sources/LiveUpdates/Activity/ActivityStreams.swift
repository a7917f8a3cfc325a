import Synchronization

extension Activity {
  /// Where it is in its life, now and at each change; ends once it is dismissed.
  public var activityStateUpdates: AsyncStream<ActivityState> {
    stream { [self] row, last in
      if let content = try? Content(row) { note(row.state, content) }
      return Step(value: row.state == last ? nil : row.state, isLast: row.state == .dismissed)
    }
  }

  /// What it shows, now and at each change; ends once it has ended.
  ///
  /// Content that this program cannot read is left out.
  public var contentUpdates: AsyncStream<Content> {
    stream { [self] row, last in
      guard let content = try? Content(row) else { return Step(isLast: !row.state.isLive) }
      note(row.state, content)
      return Step(value: content == last ? nil : content, isLast: !row.state.isLive)
    }
  }

  /// Values that come of what the recorder tells of this activity, each once.
  private func stream<Value: Sendable>(
    _ read: @escaping @Sendable (ActivityRow, Value?) -> Step<Value>
  ) -> AsyncStream<Value> {
    let id = self.id
    return AsyncStream { stream in
      let last = Mutex<Value?>(nil)
      let membership = link.join(Interest(activities: true)) { news in
        if case .failed = news { stream.finish() }
        guard case .activity(let row) = news, row.id == id else { return }
        let step = last.withLock { last in
          let step = read(row, last)
          last = step.value ?? last
          return step
        }
        if let value = step.value { stream.yield(value) }
        if step.isLast { stream.finish() }
      }
      stream.onTermination = { _ in membership.leave() }
    }
  }
}

/// What a stream makes of one piece of news.
private struct Step<Value> {
  var value: Value?
  var isLast: Bool
}

extension ActivityState {
  /// Whether it may still change.
  var isLive: Bool {
    switch self {
    case .pending, .active, .stale: true
    case .ended, .dismissed: false
    }
  }
}
