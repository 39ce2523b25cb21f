import MapGeometry
import PinData

/// The server behind an app's data: moves pins and replaces some of them.
final class DataFeed {
  private struct Mover {
    var number: Int
    /// A direction of length 1.
    var x: Double
    var y: Double
  }

  /// About 15 metres a second at the equator.
  private static let speed = 100.0
  /// How far new pins are from others, in map points: about 300 metres.
  private static let spread = 2_000.0

  private let model: PinModel
  private let changes: WorldChanges
  private var random: SplitMix64
  private var movers: [Mover] = []
  // What changed since the changes were taken last.
  private var firstNewNumber: Int
  private var movedNumbers: [Int] = []
  private var removedNumbers: [Int] = []

  init(model: PinModel, changes: WorldChanges) {
    self.model = model
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
    let step = Self.speed / changes.movementRate
    var moved: [MapPin] = []
    for index in movers.indices {
      let turned = direction(
        x: movers[index].x + 0.3 * (random.unit() - 0.5),
        y: movers[index].y + 0.3 * (random.unit() - 0.5))
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

  /// Loads the data again: a share of it has left, and as many pins have come near others. Where a
  /// moving pin left, a new one moves in its place.
  func refresh() {
    let count = Int((Double(model.pins.count) * changes.churn).rounded())
    let leaving = draw(count)
    let points = (0..<count).map { _ in
      let other = model.pins[index(below: model.pins.count)].point
      return onWorld(
        x: other.x + Self.spread * random.gaussian(), y: other.y + Self.spread * random.gaussian())
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

  /// What changed since this was asked last, however many steps that took.
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
