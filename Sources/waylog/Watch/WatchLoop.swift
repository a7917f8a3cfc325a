import Glibc
import Positioning
import Presentation
import Recorder

/// Follows the recorder and has every state shown, and what time makes of it.
struct WatchLoop: ~Copyable {
  /// Ages are told in seconds.
  private static let tick: Int64 = 1_000

  private var recorder: WatchedRecorder
  private let renderer: Renderer
  private var presenter: any Presenter

  init(_ database: Database, _ renderer: Renderer, _ presenter: any Presenter) {
    recorder = WatchedRecorder(of: database, now: Clocks.monotonic())
    self.renderer = renderer
    self.presenter = presenter
  }

  /// Returns once the presenter is done, or nobody reads the output any more.
  mutating func run() throws {
    while !presenter.isDone {
      let now = Clocks.monotonic()
      try recorder.listen(now)
      if let snapshot = recorder.snapshot {
        try presenter.show(renderer.render(snapshot, now: Clocks.system()), at: now)
      }
      if !presenter.isDone { try wait(from: now) }
    }
  }

  private mutating func wait(from now: MonotonicTime) throws {
    var all = [pollfd(fd: Standard.output.number, events: 0, revents: 0)]
    for descriptor in [recorder.descriptor].compactMap(\.self) + presenter.descriptors {
      all.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    poll(&all, nfds_t(all.count), timeout(from: now))
    // A reader that went away is noticed without writing.
    if all[0].revents & Int16(POLLERR | POLLHUP) != 0 { throw BrokenPipe.brokenPipe }
    for one in all.dropFirst() where one.revents != 0 && one.fd != recorder.descriptor {
      try presenter.attend(to: one.fd, at: Clocks.monotonic())
    }
  }

  private func timeout(from now: MonotonicTime) -> Int32 {
    // Only an activity has something that ages.
    let tick = recorder.snapshot?.activity == nil ? nil : Self.tick
    let deadline = recorder.deadline.map { max(0, $0 - now) }
    return [tick, deadline].compactMap(\.self).min().map(Int32.init) ?? -1
  }
}
