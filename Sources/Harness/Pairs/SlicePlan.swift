/// How a part of a case is cut into slices: the same for both programs, in every pair.
///
/// Of a long replay each pair times a few slices only, drawn from all over it: many short pairs tell
/// more than a few long ones.
public struct SlicePlan: Hashable, Sendable {
  /// Some builds, or some frames that follow one another.
  public struct Slice: Hashable, Sendable {
    /// How many frames or builds come before it.
    public let first: Int
    public let count: Int
    /// What it is expected to take, in nanoseconds.
    public let length: Int64

    public init(first: Int, count: Int, length: Int64) {
      self.first = first
      self.count = count
      self.length = length
    }

    /// How many frames or builds come before the next one.
    public var end: Int { first + count }
  }

  public let part: PairPart
  /// All slices that may be timed, in order.
  public let slices: [Slice]
  /// How many of them each pair times.
  public let timedCount: Int
  /// How many of the case's frames the slices reach; those of a build count as none.
  public let frames: Int
  public let framesOfCase: Int
  /// How long the slice is that a nanosecond of this part is likely to be in: Σl²/Σl of the
  /// slices' lengths l, so that one long slice is not hidden by many short ones.
  public let sliceLength: Int64
  /// What the timed slices of one arm cost, with all that has to be done between them.
  public let cost: Int64

  /// - Parameter overhead: what is done besides the timed slices, in nanoseconds.
  init(
    part: PairPart, slices: [Slice], timedCount: Int, frames: Int, framesOfCase: Int,
    overhead: Int64
  ) {
    self.part = part
    self.slices = slices
    self.timedCount = timedCount
    self.frames = frames
    self.framesOfCase = framesOfCase
    let sum = slices.reduce(0.0) { $0 + Double($1.length) }
    let squares = slices.reduce(0.0) { $0 + Double($1.length) * Double($1.length) }
    sliceLength = sum > 0 ? Int64(squares / sum) : 0
    let dear = slices.filter { $0.length > Self.longestFineSlice }
    alwaysTimed = dear.count <= timedCount / 2 ? dear : []
    drawable = alwaysTimed.isEmpty ? slices : slices.filter { $0.length <= Self.longestFineSlice }
    let fixed = alwaysTimed.reduce(0.0) { $0 + Double($1.length) }
    let share = Double(timedCount - alwaysTimed.count) / Double(max(1, drawable.count))
    cost = Int64(fixed + (sum - fixed) * share) + overhead
  }

  /// The few slices that are dearer than all others together may be: they are timed in every pair.
  private let alwaysTimed: [Slice]
  /// The slices that are drawn from.
  private let drawable: [Slice]

  /// Draws the slices of one pair, in order: the few dear ones, and of the others one from each of
  /// as many stretches as there is room for.
  public func drawn(using generator: inout some RandomNumberGenerator) -> [Slice] {
    guard timedCount < slices.count else { return slices }
    let drawn = (0..<stretchCount).map {
      drawable[Int.random(in: stretch($0), using: &generator)]
    }
    return (alwaysTimed + drawn).sorted { $0.first < $1.first }
  }

  /// How many slices of the plan a timed one stands for: a dear one for itself, one that was drawn
  /// for all of the stretch that it was drawn from.
  public func weight(of slice: Slice) -> Double {
    guard timedCount < slices.count, let place = drawable.firstIndex(of: slice) else { return 1 }
    return Double(stretch(((place + 1) * stretchCount - 1) / drawable.count).count)
  }

  private var stretchCount: Int { timedCount - alwaysTimed.count }

  /// The places of the drawable slices of which one is drawn.
  private func stretch(_ number: Int) -> Range<Int> {
    (number * drawable.count / stretchCount)..<((number + 1) * drawable.count / stretchCount)
  }

  /// How many builds or frames warm a worker up before the first slice; none where that would take
  /// long, and warmth makes no difference.
  var untimedCount: Int {
    guard let first = slices.first, first.length <= Self.longestFineSlice else { return 0 }
    return first.count
  }

  /// Whether the two programs alternate so quickly that what the machine does meets both alike.
  public var isFine: Bool { sliceLength <= Self.longestFineSlice }

  /// Short against what the machine does beside, and long against a clock reading: 1.5 ms.
  static let wantedSlice: Int64 = 1_500_000
  static let longestFineSlice: Int64 = 8_000_000
  /// How many slices a pair times, unless they are dear.
  static let wantedSlices = 16
  /// What is too dear to be timed as often still is this often.
  static let fewestSlices = 4
  /// What the timed slices of one arm may cost: beyond it, there are fewer.
  static let affordable: Int64 = 100_000_000

  /// How many slices of a mean length a pair can afford to time.
  static func timedCount(of slices: [Slice]) -> Int {
    let sum = slices.reduce(0.0) { $0 + Double(max(1, $1.length)) }
    let mean = sum / Double(max(1, slices.count))
    let count = min(Double(wantedSlices), max(Double(fewestSlices), Double(affordable) / mean))
    return min(slices.count, Int(count))
  }
}
