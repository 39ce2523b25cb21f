import Clustering
import Simulation
import Support

/// The server behind an app's data, and the events of its environment: moves pins and replaces some
/// of them when it is time.
final class DataFeed {
  let model: PinModel
  /// All events, in order.
  let events: [EnvironmentEvent]

  private let changes: ChangeSettings
  /// The speed of moving pins, in map points a second.
  private let speed: Double
  /// The change of a moving pin's direction at a step.
  private let turn: Double
  /// The standard deviation of the distance of new pins from others, in map points.
  private let spread: Double
  private var random: SplitMix64
  private var nextEvent = 0
  /// The pins that move, with directions of length 1.
  private var movers: [(number: Int, x: Double, y: Double)] = []
  // The changes since they were taken last.
  private var firstNewNumber: Int
  private var movedNumbers: [Int] = []
  private var removedNumbers: [Int] = []

  init(_ environment: UpdateEnvironment) {
    model = PinModel(points: environment.points)
    // Until the last refresh, including it.
    changes = environment.changes
    events = changes.events(until: Int64(environment.frameCount - 1) * environment.interval + 1)
    let profile = environment.device.profile
    speed = profile[.moverSpeed]
    turn = profile[.moverTurn]
    spread = profile[.newcomerSpread]
    firstNewNumber = model.nextNumber
    // Not the generator of the events' times, so that these do not depend on the pins.
    random = SplitMix64(seed: changes.seed ^ 0x5EED_0F_DA7A)
    for pin in drawnPins().prefix(changes.moving.pins) {
      let direction = direction(x: random.unit() - 0.5, y: random.unit() - 0.5)
      movers.append((pin.number, direction.x, direction.y))
    }
  }

  /// Lets everything happen that is due by a time, that time included.
  ///
  /// - Parameter body: called with each event after its effect on the data.
  func run(until time: Int64, _ body: (EnvironmentEvent) -> Void = { _ in }) {
    while nextEvent < events.count, events[nextEvent].time <= time {
      let event = events[nextEvent]
      nextEvent += 1
      switch event.kind {
      case .movement: move()
      case .refresh: refresh()
      case .tap, .location: break
      }
      body(event)
    }
  }

  /// All pins in an order drawn at random. O(pins log pins).
  private func drawnPins() -> [MapPin] {
    let lottery = PlaceLottery(draw: random.next())
    return model.pins.map { (lottery.ticket($0.point), $0) }
      .sorted { ($0.0, $0.1.number) < ($1.0, $1.1.number) }.map(\.1)
  }

  private func direction(x: Double, y: Double) -> (x: Double, y: Double) {
    let length = (x * x + y * y).squareRoot()
    return length > 1e-6 ? (x / length, y / length) : (1, 0)
  }

  /// Moves the moving pins by one step of their rate, each nearly in its direction.
  private func move() {
    let step = speed / changes.moving.rate
    var moved: [MapPin] = []
    for index in movers.indices {
      let turned = direction(
        x: movers[index].x + turn * (random.unit() - 0.5),
        y: movers[index].y + turn * (random.unit() - 0.5))
      (movers[index].x, movers[index].y) = turned
      guard var pin = model.pin(movers[index].number) else { continue }
      pin.point = onWorld(x: pin.point.x + turned.x * step, y: pin.point.y + turned.y * step)
      moved.append(pin)
    }
    model.move(moved)
    movedNumbers += moved.map(\.number)
  }

  /// Loads the data again: a fraction of it has left, and as many pins have come near others. Where
  /// a moving pin left, a new one moves in its place.
  private func refresh() {
    let count = Int((Double(model.pins.count) * changes.loads.churn).rounded())
    let drawn = drawnPins()
    let leaving = drawn.prefix(count).map(\.number)
    let points = drawn.suffix(count).map { pin in
      let other = pin.point
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
    changes.inserted = (firstNewNumber..<model.nextNumber).compactMap { model.pin($0) }
    changes.removed = removedNumbers.filter { $0 < firstNewNumber }.sorted()
    var previous = -1
    for number in movedNumbers.sorted() where number != previous && number < firstNewNumber {
      previous = number
      if let pin = model.pin(number) { changes.moved.append(pin) }
    }
    firstNewNumber = model.nextNumber
    movedNumbers.removeAll(keepingCapacity: true)
    removedNumbers.removeAll(keepingCapacity: true)
    return changes
  }
}
