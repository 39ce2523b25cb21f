import Clustering
import MapGeometry
import PlatformProfiles
import Statistics

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

  /// The place of a pin; `nil` if the data has none of that number. O(1).
  public func point(ofPin number: Int) -> MapPoint? {
    contains(number) ? pins[positions[number]].point : nil
  }

  /// Indicates whether the data has a pin of a number. O(1).
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

/// The server behind an app's data: moves pins and replaces some of them.
final class DataFeed {
  private struct Mover {
    var number: Int
    /// A direction of length 1.
    var x: Double
    var y: Double
  }

  /// The speed of moving pins, in map points a second.
  private let speed: Double
  /// The change of a moving pin's direction at a step.
  private let turn: Double
  /// The standard deviation of the distance of new pins from others, in map points.
  private let spread: Double

  private let model: PinModel
  private let changes: EnvironmentChanges
  private var random: SplitMix64
  private var movers: [Mover] = []
  // The changes since they were taken last.
  private var firstNewNumber: Int
  private var movedNumbers: [Int] = []
  private var removedNumbers: [Int] = []

  init(model: PinModel, changes: EnvironmentChanges, profile: PlatformProfile) {
    self.model = model
    speed = profile[.moverSpeed]
    turn = profile[.moverTurn]
    spread = profile[.newcomerSpread]
    self.changes = changes
    firstNewNumber = model.nextNumber
    // Not the generator of the events' times, so that these do not depend on the pins.
    random = SplitMix64(seed: changes.seed ^ 0x5EED_0F_DA7A)
    for number in draw(changes.movingPins) {
      let direction = direction(x: random.unit() - 0.5, y: random.unit() - 0.5)
      movers.append(Mover(number: number, x: direction.x, y: direction.y))
    }
  }

  /// Numbers of some of the pins, each once.
  private func draw(_ count: Int) -> [Int] {
    var isDrawn = Array(repeating: false, count: model.pins.count)
    var numbers: [Int] = []
    while numbers.count < min(count, isDrawn.count) {
      let position = index(below: isDrawn.count)
      guard !isDrawn[position] else { continue }
      isDrawn[position] = true
      numbers.append(model.pins[position].number)
    }
    return numbers
  }

  private func index(below count: Int) -> Int {
    min(Int(random.unit() * Double(count)), count - 1)
  }

  private func direction(x: Double, y: Double) -> (x: Double, y: Double) {
    let length = (x * x + y * y).squareRoot()
    return length > 1e-6 ? (x / length, y / length) : (1, 0)
  }

  /// Lets the moving pins go on for one step of their rate, each nearly in its direction.
  func move() {
    let step = speed / changes.movementRate
    var moved: [MapPin] = []
    for index in movers.indices {
      let turned = direction(
        x: movers[index].x + turn * (random.unit() - 0.5),
        y: movers[index].y + turn * (random.unit() - 0.5))
      (movers[index].x, movers[index].y) = turned
      guard let point = model.point(ofPin: movers[index].number) else { continue }
      moved.append(
        MapPin(
          number: movers[index].number,
          point: onWorld(x: point.x + turned.x * step, y: point.y + turned.y * step)))
    }
    model.move(moved)
    movedNumbers += moved.map(\.number)
  }

  /// Loads the data again: a fraction of it has left, and as many pins have come near others. Where
  /// a moving pin left, a new one moves in its place.
  func refresh() {
    let count = Int((Double(model.pins.count) * changes.churn).rounded())
    let leaving = draw(count)
    let points = (0..<count).map { _ in
      let other = model.pins[index(below: model.pins.count)].point
      return onWorld(
        x: other.x + spread * random.gaussian(), y: other.y + spread * random.gaussian())
    }
    let arrived = model.replace(leaving, by: points)
    removedNumbers += leaving
    let successors = Dictionary(uniqueKeysWithValues: zip(leaving, arrived))
    for index in movers.indices {
      if let successor = successors[movers[index].number] { movers[index].number = successor }
    }
  }

  private func onWorld(x: Double, y: Double) -> MapPoint {
    let world = MapSize.world
    return MapPoint(
      x: x - (x / world.width).rounded(.down) * world.width, y: min(max(y, 0), world.height))
  }

  /// Returns the changes since the last call, however many steps they took.
  func takeChanges() -> ModelChanges {
    var changes = ModelChanges()
    changes.inserted = (firstNewNumber..<model.nextNumber).compactMap { number in
      model.point(ofPin: number).map { MapPin(number: number, point: $0) }
    }
    changes.removed = removedNumbers.filter { $0 < firstNewNumber }.sorted()
    var previous = -1
    for number in movedNumbers.sorted() where number != previous && number < firstNewNumber {
      previous = number
      if let point = model.point(ofPin: number) {
        changes.moved.append(MapPin(number: number, point: point))
      }
    }
    firstNewNumber = model.nextNumber
    movedNumbers.removeAll(keepingCapacity: true)
    removedNumbers.removeAll(keepingCapacity: true)
    return changes
  }
}
