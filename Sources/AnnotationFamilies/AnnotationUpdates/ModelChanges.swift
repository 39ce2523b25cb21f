/// What became of an app's data from one refresh of the screen to another.
public struct ModelChanges: Hashable, Sendable {
  /// Pins that are new.
  public var inserted: [MapPin] = []
  /// The numbers of pins that left.
  public var removed: [Int] = []
  /// Pins that were there before, at their new places.
  public var moved: [MapPin] = []

  /// No change.
  public init() {}
}

extension ModelChanges {
  /// What an app is told of its data at first: every pin is new.
  init(initial pins: [MapPin]) {
    inserted = pins
  }
}
