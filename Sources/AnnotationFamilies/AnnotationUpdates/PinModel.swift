import MapGeometry

/// The pins of an app's view model, changed by the world and read by a strategy.
///
/// Used by one thread at a time.
public final class PinModel {
  /// The data, in its own order: what stays keeps its order, what is new comes last.
  public private(set) var pins: [MapPin]
  /// How often the data has changed.
  public private(set) var revision = 0
  /// For each number that was ever given, where its pin stands in the data; -1 for one that left.
  private var positions: [Int]

  /// Data whose pins have the numbers from 0 on.
  public init(points: [MapPoint]) {
    pins = points.indices.map { MapPin(number: $0, point: points[$0]) }
    positions = Array(points.indices)
  }

  /// The first number that no pin has had yet.
  public var nextNumber: Int { positions.count }

  /// Where a pin is; `nil` where the data has none of that number. O(1).
  public func point(ofPin number: Int) -> MapPoint? {
    contains(number) ? pins[positions[number]].point : nil
  }

  /// Whether the data has a pin of a number. O(1).
  public func contains(_ number: Int) -> Bool {
    positions.indices.contains(number) && positions[number] >= 0
  }

  /// Moves pins that are there; one change of the data.
  func move(_ moved: [MapPin]) {
    for pin in moved where contains(pin.number) {
      pins[positions[pin.number]].point = pin.point
    }
    revision += 1
  }

  /// Takes pins out and puts new ones in; one change of the data.
  ///
  /// - Returns: the numbers of the new ones.
  @discardableResult
  func replace(_ leaving: [Int], by points: [MapPoint]) -> Range<Int> {
    for number in leaving where contains(number) { positions[number] = -1 }
    pins.removeAll { positions[$0.number] < 0 }
    let first = nextNumber
    for point in points {
      positions.append(pins.count)
      pins.append(MapPin(number: nextNumber - 1, point: point))
    }
    for (position, pin) in pins.enumerated() { positions[pin.number] = position }
    revision += 1
    return first..<nextNumber
  }
}
