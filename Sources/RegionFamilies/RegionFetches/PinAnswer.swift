import MapGeometry

/// What the server knows of a rectangle.
public struct PinAnswer: Hashable, Sendable {
  /// The fetch that it answers.
  public let fetchNumber: FetchNumber
  /// The rectangle that was asked for.
  public let rect: MapRect
  /// The pins, best first: their positions in the server's data.
  public let pins: [Int]
  /// How many pins there are in the rectangle, also beyond the limit of an answer.
  public let totalCount: Int

  /// Whether these are all pins of the rectangle, and not only the best ones.
  public var isComplete: Bool { pins.count == totalCount }
}
