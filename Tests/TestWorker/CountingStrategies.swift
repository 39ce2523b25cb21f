import Foundation
import ScenarioModel
import Support

/// A strategy of ``CountingFamily``: a function that is called in each frame.
typealias CountingStrategy = @Sendable (Tally) throws -> Void

/// The items of a case, and what its strategy has counted of them.
final class Tally: Replay {
  let frameCount: Int
  /// Each frame counts other items.
  let framesAreIndependent = true
  /// The modelled time of one item, in nanoseconds.
  let timeOfItem: Double
  /// Indicates whether this is the replay that is measured, not the warm-up before it nor an
  /// inspection.
  let isMeasured: Bool
  let signal: String?
  private let strategy: CountingStrategy
  private let items: [Int]
  private var sorted: [Int] = []
  private(set) var count = 0
  private(set) var sum = 0
  private(set) var frame = 0
  private var state: UInt64 = 1

  init(
    items: [Int], frameCount: Int, timeOfItem: Double, isMeasured: Bool, signal: String?,
    strategy: @escaping CountingStrategy
  ) {
    self.items = items
    self.frameCount = frameCount
    self.timeOfItem = timeOfItem
    self.isMeasured = isMeasured
    self.signal = signal
    self.strategy = strategy
  }

  func reset() { (sorted, count, sum) = ([], 0, 0) }
  func build() { sorted = items.sorted() }
  func frameDidEnd(_ frame: Int) {}
  func results() -> [NamedValue] { CountingFamily.table.values(of: self) }

  func showFrame(_ frame: Int) throws {
    self.frame = frame
    try strategy(self)
  }

  /// Most strategies are at fault in the fifth frame.
  var isFifthFrame: Bool { frame == 4 }

  /// Counts the items of the frame; allocates nothing.
  func countItems() {
    for item in sorted where item % frameCount == frame {
      count += 1
      sum += item
    }
  }

  /// Does so many units of the same work, which the optimizer knows nothing of.
  @inline(never) func work(units: Int) {
    for _ in 0..<(units * 100) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    }
  }
}

/// The refusal of a strategy.
private struct Refusal: Error, CustomStringConvertible {
  var description: String { "the strategy refused <b>loudly</b> | with a pipe" }
}

private let elsewhere = DispatchQueue(label: "elsewhere")

extension CountingFamily {
  static let strategies: [StrategyEntry<CountingStrategy>] = [
    StrategyEntry("plain", summary: "Counts the items.") { $0.countItems() },
    StrategyEntry("empty", summary: "Counts nothing and allocates nothing.") { _ in },
    StrategyEntry("works", summary: "Does a known amount of work.") { $0.work(units: 100) },
    StrategyEntry("works-more", summary: "Does one percent more work.") { $0.work(units: 101) },
    StrategyEntry("traps", summary: "Traps in the fifth frame.") {
      if $0.isFifthFrame { fatalError("the strategy's own final message") }
    },
    StrategyEntry("traps-when-measured", summary: "Traps in the fifth frame of a trial.") {
      if $0.isMeasured, $0.isFifthFrame { fatalError("the final message of a measured strategy") }
    },
    StrategyEntry("throws", summary: "Throws an error in the fifth frame.") {
      if $0.isFifthFrame { throw Refusal() }
    },
    StrategyEntry("exits", summary: "Ends the process with success in the fifth frame.") {
      if $0.isFifthFrame { exit(0) }
    },
    StrategyEntry("loops", summary: "Makes the file of the signal, and loops without end.") {
      guard $0.isFifthFrame else { return }
      if let signal = $0.signal { close(open(signal, O_CREAT, 0o600)) }
      while $0.isFifthFrame { $0.work(units: 1) }
    },
    StrategyEntry("eats-memory", summary: "Takes and touches memory without end.") { _ in
      var meals: [[UInt8]] = []
      while true { meals.append(Array(repeating: 1, count: 1 << 20)) }
    },
    StrategyEntry("asks-for-too-much", summary: "Asks for a terabyte in one piece.") { _ in
      var block: [UInt8] = []
      block.reserveCapacity(1 << 40)
    },
    StrategyEntry("allocates", summary: "Takes and frees 1,000 bytes in each frame.") {
      allocate(1_000, $0.frame)
    },
    StrategyEntry("allocates-elsewhere", summary: "Takes and frees blocks on another thread.") {
      tally in
      let (done, frame) = (DispatchSemaphore(value: 0), tally.frame)
      elsewhere.async {
        for size in 1...200 { allocate(size * 16, frame) }
        done.signal()
      }
      done.wait()
    },
    StrategyEntry("prints", summary: "Prints to standard output in each frame.") { _ in
      print("result {\"values\":[]}")
    },
    StrategyEntry("floods", summary: "Writes a megabyte that is no text to standard error.") {
      guard $0.isFifthFrame else { return }
      try DescriptorOutput.write(
        [UInt8](repeating: 0xFF, count: 1 << 20)[...], to: STDERR_FILENO)
    },
  ]

  /// Touches the block, so that no compiler takes the allocation for needless.
  private static func allocate(_ size: Int, _ value: Int) {
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
    block.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
    block.deallocate()
  }
}
