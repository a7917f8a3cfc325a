import Control
import Delivery

/// Programs that follow the recorder, and what each of them wants to hear.
struct Clients {
  /// A program that uses positions: as long as it is there, they are in use.
  struct Attachment: Equatable {
    /// Which of Core Location's two interfaces it follows.
    var interface = DeliverySettings.Interface.liveUpdates
    /// The manager's `allowsBackgroundLocationUpdates`.
    var allowsBackground = false
    /// Updates may pause at rest.
    var pauses = true
  }

  private(set) var attached: [ClientID: Attachment] = [:]
  private(set) var observing: Set<ClientID> = []
  private(set) var watching: Set<ClientID> = []
  /// Who asked for consent and waits for it.
  private(set) var asking: Set<ClientID> = []

  mutating func attach(_ client: ClientID, _ attachment: Attachment) { attached[client] = attachment }

  /// False if it was not attached.
  mutating func detach(_ client: ClientID) -> Bool { attached.removeValue(forKey: client) != nil }

  mutating func observe(_ client: ClientID) { observing.insert(client) }

  mutating func watch(_ client: ClientID) { watching.insert(client) }

  mutating func ask(_ client: ClientID) { asking.insert(client) }

  /// Somebody has decided.
  mutating func stopAsking() { asking = [] }

  /// The client is gone; false if it was not attached.
  mutating func forget(_ client: ClientID) -> Bool {
    observing.remove(client)
    watching.remove(client)
    asking.remove(client)
    return detach(client)
  }

  /// Those that hear of activities, authorization and background sessions.
  var listening: Set<ClientID> { observing.union(attached.keys) }
}

extension Clients.Attachment {
  /// Reads what a client says of itself; nil for an interface that is none.
  init?(_ request: ControlLine) {
    switch request["api"] {
    case "updates", nil: interface = .liveUpdates
    case "manager": interface = .manager
    default: return nil
    }
    allowsBackground = request["allow_background"] == "1"
    pauses = request["pauses"] != "0"
  }
}
