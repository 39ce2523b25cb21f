/// A pin and how far it is from a place.
///
/// Ordered by the distance, and by the index of the pin where distances are equal.
public struct NearbyPin: Hashable, Comparable, Sendable {
  /// The index of the pin.
  public let pin: Int
  /// The great-circle distance in metres.
  public let distance: Double

  public init(pin: Int, distance: Double) {
    self.pin = pin
    self.distance = distance
  }

  public static func < (left: NearbyPin, right: NearbyPin) -> Bool {
    left.distance != right.distance ? left.distance < right.distance : left.pin < right.pin
  }
}
