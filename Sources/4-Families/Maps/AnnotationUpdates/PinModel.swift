import Clustering

/// A place in an app's data.
public struct MapPin: Identifiable, Hashable, Sendable {
  /// The number that the data knows it by; it is never given to another place.
  public let number: Int
  /// The place on the flat world.
  public var point: MapPoint

  /// A place of the data.
  public init(number: Int, point: MapPoint) {
    self.number = number
    self.point = point
  }

  /// The identity of the annotation of this pin alone.
  public var id: AnnotationID { .pin(number) }

  /// The pin as something to show.
  public var item: ClusterItem { ClusterItem(id: id, point: point, count: 1) }
}

/// The changes of an app's data from one refresh of the screen to another.
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

/// The pins of an app's view model, changed by the environment and read by a strategy.
///
/// Used by one thread at a time.
public final class PinModel {
  // Read for each pin in each inspected frame. Neither is passed `inout` to code that may access the
  // model.

  /// The data, in its own order: what stays keeps its order, what is new comes last.
  @exclusivity(unchecked) public private(set) var pins: [MapPin]
  /// The number of changes of the data so far.
  public private(set) var revision = 0
  /// For each number that was ever given, the position of its pin in the data; -1 for one that
  /// left.
  @exclusivity(unchecked) private var positions: [Int]

  /// Data whose pins have the numbers from 0 on.
  public init(points: [MapPoint]) {
    pins = points.indices.map { MapPin(number: $0, point: points[$0]) }
    positions = Array(points.indices)
  }

  /// The first number that no pin has had yet.
  public var nextNumber: Int { positions.count }

  /// The pin of a number; `nil` if the data has none. O(1).
  func pin(_ number: Int) -> MapPin? { contains(number) ? pins[positions[number]] : nil }

  /// The place of a pin; `nil` if the data has none of that number. O(1).
  public func point(ofPin number: Int) -> MapPoint? { pin(number)?.point }

  /// Returns whether the data has a pin of a number. O(1).
  public func contains(_ number: Int) -> Bool {
    positions.indices.contains(number) && positions[number] >= 0
  }

  /// Moves pins that are there; one change of the data.
  func move(_ moved: [MapPin]) {
    for pin in moved where contains(pin.number) { pins[positions[pin.number]].point = pin.point }
    revision += 1
  }

  /// Takes pins out and puts new ones in; one change of the data.
  ///
  /// - Returns: the numbers of the new ones.
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
