import MapGeometry

/// The places of a data set, in the order in which they were generated or read.
public struct PinSet: Hashable, Sendable {
  /// The places. Generators and files give valid ones only.
  public let coordinates: [Coordinate]

  /// A set of the given places, kept as they are.
  public init(coordinates: [Coordinate]) {
    self.coordinates = coordinates
  }

  /// The number of pins.
  public var count: Int { coordinates.count }
}
