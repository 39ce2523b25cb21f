import Simulation
import TestSupport
import Testing

/// Updates that do not come to rest are found, others are not.
@Suite struct UpdateLoopDetectorTests {
  private typealias Detector = UpdateLoopDetector<Int>

  @Test(arguments: 1...12, [0, 1, 5])
  func aCycleIsFoundAtTheThirdSight(period: Int, lead: Int) {
    var detector = Detector(bound: 1_000)
    for number in 1...(lead + 3 * period) {
      // Some updates that never come back, and then the cycle.
      let situation = number <= lead ? -number : (number - lead - 1) % period
      let loop = detector.updateWillBegin(in: situation)
      let isThird = number == lead + 2 * period + 1
      #expect(loop == (isThird ? .repeating(period: period) : nil))
    }
    #expect(detector.loop == .repeating(period: period))
  }

  @Test func copiesCountOnTheirOwn() {
    var first = Detector(bound: 10)
    _ = first.updateWillBegin(in: 1)
    var second = first
    _ = second.updateWillBegin(in: 1)
    #expect(second.updateWillBegin(in: 1) == .repeating(period: 1))
    #expect(first.loop == nil && first.updateCount == 1)
  }

  @Test func aBoundOfNoneIsRefused() async {
    await #expect(processExitsWith: .failure) { _ = UpdateLoopDetector<Int>(bound: 0) }
  }

  /// The detector without a memory of its own: the whole history is searched at each update.
  private struct Naive {
    let bound: Int
    var history: [Int] = []
    var loop: Detector.Loop?

    mutating func update(_ situation: Int) -> Detector.Loop? {
      history.append(situation)
      guard loop == nil else { return nil }
      let sights = history.indices.filter { history[$0] == situation }
      if sights.count == 3 {
        loop = .repeating(period: sights[2] - sights[1])
      } else if history.count > bound {
        loop = .unbounded(updates: history.count)
      }
      return loop
    }
  }

  @Test func randomHistoriesAreJudgedLikeANaiveTwin() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let bound = Int.random(in: 1...30, using: &generator)
      let range = Int.random(in: 1...40, using: &generator)
      var detector = Detector(bound: bound)
      var naive = Naive(bound: bound)
      for _ in 0..<60 {
        if Int.random(in: 0..<20, using: &generator) == 0 {
          detector.causeDidOccur()
          naive = Naive(bound: bound)
        }
        let situation = Int.random(in: 0..<range, using: &generator)
        #expect(detector.updateWillBegin(in: situation) == naive.update(situation))
        #expect(detector.loop == naive.loop && detector.updateCount == naive.history.count)
      }
    }
  }
}
