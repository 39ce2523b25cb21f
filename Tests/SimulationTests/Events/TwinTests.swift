import Simulation
import TestSupport
import Testing

/// A random walk through scheduling, cancelling and nested runs, compared with a naive twin: a list that
/// is sorted by time and then by number.
@Suite struct TwinTests {
  @Test(arguments: 0..<40)
  func theSimulationDoesWhatItsTwinDoes(seed: UInt64) {
    let walk = Walk(world: Simulation(), seed: seed)
    let twinWalk = Walk(world: Twin(), seed: seed)
    walk.run()
    twinWalk.run()
    #expect(walk.log.count > 300, "a walk that does nothing proves nothing")
    #expect(walk.log == twinWalk.log)
  }
}

private protocol World: AnyObject {
  associatedtype Event
  var now: Int64 { get }
  var nextTime: Int64? { get }
  var waitingCount: Int { get }
  func schedule(after delay: Int64, _ action: @escaping () -> Void) -> Event
  func cancel(_ event: Event) -> Bool
  func runNext(until limit: Int64) -> Bool
  func run(until limit: Int64)
}

extension Simulation: World {}

private final class Twin: World {
  private var waiting: [(time: Int64, number: Int, action: () -> Void)] = []
  private var nextNumber = 0
  var now: Int64 = 0
  var nextTime: Int64? { waiting.first { $0.time < .max }?.time }
  var waitingCount: Int { waiting.count }

  func schedule(after delay: Int64, _ action: @escaping () -> Void) -> Int {
    let number = nextNumber
    nextNumber += 1
    waiting.append((delay > .max - now ? .max : now + delay, number, action))
    waiting.sort { ($0.time, $0.number) < ($1.time, $1.number) }
    return number
  }

  func cancel(_ event: Int) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.number == event }) else { return false }
    waiting.remove(at: index)
    return true
  }

  func runNext(until limit: Int64) -> Bool {
    guard let first = waiting.first, first.time <= limit, first.time < .max else { return false }
    waiting.removeFirst()
    now = first.time
    first.action()
    return true
  }

  func run(until limit: Int64) {
    while runNext(until: limit) {}
    now = max(now, limit)
  }
}

private struct Walk<Space: World> {
  /// The state that actions share with the walk that scheduled them.
  private final class Scene {
    let world: Space
    var log: [String] = []
    var generator: SeededGenerator
    var events: [Space.Event] = []
    var budget = 600

    init(world: Space, seed: UInt64) {
      self.world = world
      generator = SeededGenerator(seed: seed)
    }

    func random(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    func step(depth: Int) {
      switch random(10) {
      case 0...4: schedule()
      case 5...6:
        guard !events.isEmpty else { return }
        // Of all that ever were: often one that ran, or was cancelled, long ago.
        let index =
          random(2) == 0 ? events.count - 1 - random(min(5, events.count)) : random(events.count)
        log.append("cancel \(index): \(world.cancel(events[index]))")
      case 7:
        guard depth < 4 else { return }
        world.run(until: world.now + Int64(random(6)))
        log.append("ran until \(world.now)")
      case 8:
        guard depth < 4 else { return }
        log.append("next: \(world.runNext(until: world.now + Int64(random(4))))")
      default:
        log.append("\(world.waitingCount) wait, \(world.nextTime ?? -1), \(world.now)")
      }
    }

    func schedule() {
      guard budget > 0 else { return }
      budget -= 1
      let name = events.count
      let delay: Int64
      switch random(8) {
      case 0...2: delay = 0
      case 3...5: delay = Int64(random(5))
      case 6: delay = Int64(random(200))
      default: delay = random(4) == 0 ? .max - Int64(random(3)) : Int64(random(20))
      }
      events.append(
        world.schedule(after: delay) { [unowned self] in
          log.append("\(name) at \(world.now)")
          guard world.now < 1_000_000 else { return }
          for _ in 0..<random(4) { step(depth: name % 5) }
          log.append("\(name) ends at \(world.now)")
        })
    }
  }

  private let scene: Scene
  var log: [String] { scene.log }

  init(world: Space, seed: UInt64) {
    scene = Scene(world: world, seed: seed)
  }

  func run() {
    for _ in 0..<60 {
      for _ in 0..<8 { scene.step(depth: 0) }
    }
    scene.world.run(until: scene.world.now + 10_000)
    scene.log.append("\(scene.world.waitingCount) wait at \(scene.world.now)")
  }
}
