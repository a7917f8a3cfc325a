extension LocationUpdate {
  /// The updates of the position from now on.
  ///
  /// Iterating starts them: the first iterator of a program attaches it to the recorder, which wakes gpsd, and the last
  /// one to leave its loop detaches it. Leaving the loop or cancelling its task stops at once, also during silence.
  ///
  /// - Parameters:
  ///   - configuration: What kind of movement is expected.
  ///   - recorder: Which recorder is listened to.
  /// - Returns: A sequence; each iterator of it gets every update.
  public static func liveUpdates(
    _ configuration: LiveConfiguration = .default, from recorder: RecorderAddress = .usual
  ) -> Updates {
    Updates(configuration: configuration, recorder: recorder)
  }

  /// Updates as they come, for as many iterators as wished; all of a program share one connection to the recorder.
  ///
  /// What passes never throws: while no recorder runs, one update says ``LocationUpdate/locationUnavailable``, and
  /// updates go on by themselves when it is back. Thrown is what only a person can mend, such as
  /// ``LiveUpdatesError/incompatibleRecorder(version:)``.
  public struct Updates: AsyncSequence, Sendable {
    /// An update.
    public typealias Element = LocationUpdate
    /// What no waiting mends.
    public typealias Failure = LiveUpdatesError

    let configuration: LiveConfiguration
    let recorder: RecorderAddress

    /// Makes an iterator; nothing is asked for before its first `next()`.
    public func makeAsyncIterator() -> Iterator { Iterator(configuration: configuration, recorder: recorder) }

    /// One consumer of updates.
    public struct Iterator: AsyncIteratorProtocol {
      let configuration: LiveConfiguration
      let recorder: RecorderAddress
      private var reader: UpdateReader?

      init(configuration: LiveConfiguration, recorder: RecorderAddress) {
        (self.configuration, self.recorder) = (configuration, recorder)
      }

      /// The next update; nil once the task was cancelled.
      ///
      /// - Throws: What no waiting mends.
      public mutating func next() async throws(LiveUpdatesError) -> LocationUpdate? {
        try await next(isolation: nil)
      }

      /// The next update; nil once the task was cancelled.
      ///
      /// - Throws: What no waiting mends.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(LiveUpdatesError) -> LocationUpdate? {
        let reader = self.reader ?? UpdateReader(configuration, recorder)
        self.reader = reader
        return try await reader.next(isolation: actor)
      }
    }
  }
}

/// An iterator's place among the listeners; leaves with the last reference.
private final class UpdateReader: Sendable {
  private let mailbox: Mailbox<LocationUpdate>
  private let membership: Membership

  init(_ configuration: LocationUpdate.LiveConfiguration, _ recorder: RecorderAddress) {
    let mailbox = Mailbox<LocationUpdate>()
    self.mailbox = mailbox
    membership = Link.to(recorder).join(Interest(attachment: .updates(configuration))) { news in
      switch news {
      case .update(let update): mailbox.put(update, mayBeDropped: update.isOrdinary)
      case .dropped(let count): mailbox.countDropped(count)
      case .unavailable: mailbox.put(.unavailable, mayBeDropped: false)
      case .failed(let error): mailbox.close(throwing: error)
      case .authorization, .paused, .resumed, .activity, .background: break
      }
    }
  }

  func next(isolation actor: isolated (any Actor)?) async throws(LiveUpdatesError) -> LocationUpdate? {
    let letter = try await mailbox.take(isolation: actor) { [membership] in membership.leave() }
    guard let letter else { return nil }
    var update = letter.content
    update.droppedUpdates = letter.droppedBefore
    return update
  }
}
