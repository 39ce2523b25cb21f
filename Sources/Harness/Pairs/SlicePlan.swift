/// How a part of a case is cut into slices: the same for both programs, in every pair.
///
/// Of a long replay each pair times a few slices only, drawn from all over it: many short pairs
/// tell more than a few long ones.
public struct SlicePlan: Hashable, Sendable {
  /// Some builds, or some frames that follow one another.
  public struct Slice: Hashable, Sendable {
    /// How many frames or builds come before it.
    public let first: Int
    /// The number of frames or builds.
    public let count: Int
    /// What it is expected to take, in nanoseconds.
    public let length: Int64

    /// Creates a slice.
    public init(first: Int, count: Int, length: Int64) {
      self.first = first
      self.count = count
      self.length = length
    }

    /// How many frames or builds come before the next one.
    public var end: Int { first + count }
  }

  /// The part of the case.
  public let part: PairPart
  /// All slices that may be timed, in order.
  public let slices: [Slice]
  /// How many of them each pair times.
  public let timedCount: Int
  /// How many of the case's frames the slices reach; those of a build count as none.
  public let frames: Int
  /// The number of frames of the case.
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
    let expensive = slices.filter { $0.length > Self.longestFineSlice }
    alwaysTimed = expensive.count <= timedCount / 2 ? expensive : []
    sampleable = alwaysTimed.isEmpty ? slices : slices.filter { $0.length <= Self.longestFineSlice }
    let fixed = alwaysTimed.reduce(0.0) { $0 + Double($1.length) }
    let share = Double(timedCount - alwaysTimed.count) / Double(max(1, sampleable.count))
    cost = Int64(fixed + (sum - fixed) * share) + overhead
  }

  /// The few slices that are more expensive than all others together may be: they are timed in
  /// every pair.
  private let alwaysTimed: [Slice]
  /// The slices that are drawn from.
  private let sampleable: [Slice]

  /// Draws the slices of one pair, in order: the few expensive ones, and of the others one from
  /// each of as many strata as there is room for.
  public func drawn(using generator: inout some RandomNumberGenerator) -> [Slice] {
    guard timedCount < slices.count else { return slices }
    let drawn = (0..<stratumCount).map {
      sampleable[Int.random(in: stratum($0), using: &generator)]
    }
    return (alwaysTimed + drawn).sorted { $0.first < $1.first }
  }

  /// How many slices of the plan a timed one stands for: a expensive one for itself, one that was
  /// drawn for all of the stratum that it was drawn from.
  public func weight(of slice: Slice) -> Double {
    guard timedCount < slices.count, let place = sampleable.firstIndex(of: slice) else { return 1 }
    return Double(stratum(((place + 1) * stratumCount - 1) / sampleable.count).count)
  }

  private var stratumCount: Int { timedCount - alwaysTimed.count }

  /// The places of the sampleable slices of which one is drawn.
  private func stratum(_ number: Int) -> Range<Int> {
    (number * sampleable.count / stratumCount)..<((number + 1) * sampleable.count / stratumCount)
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
  static let targetSliceDuration: Int64 = 1_500_000
  static let longestFineSlice: Int64 = 8_000_000
  /// How many slices a pair times, unless they are expensive.
  static let targetSliceCount = 16
  /// What is too expensive to be timed as often still is this often.
  static let minimumSliceCount = 4
  /// What the timed slices of one arm may cost: beyond it, there are fewer.
  static let affordable: Int64 = 100_000_000

  /// How many slices of a mean length a pair can afford to time.
  static func timedCount(of slices: [Slice]) -> Int {
    let sum = slices.reduce(0.0) { $0 + Double(max(1, $1.length)) }
    let mean = sum / Double(max(1, slices.count))
    let count = min(
      Double(targetSliceCount), max(Double(minimumSliceCount), Double(affordable) / mean))
    return min(slices.count, Int(count))
  }
}

extension SlicePlan {
  /// A build that takes no longer than this makes nothing: 20 µs.
  public static let minimumBuildTime: Int64 = 20_000

  /// Cuts builds into slices; `nil` where neither program builds anything to speak of.
  ///
  /// The more expensive program decides: the other's slices are shorter then.
  public static func builds(base: SliceCosts, head: SliceCosts) -> SlicePlan? {
    let cost = max(base.build, head.build)
    guard cost >= minimumBuildTime else { return nil }
    let count = Int(max(1, targetSliceDuration / cost))
    let all = (0..<targetSliceCount).map {
      Slice(first: $0 * count, count: count, length: cost * Int64(count))
    }
    let slices = Array(all.prefix(timedCount(of: all)))
    return SlicePlan(
      part: .builds, slices: slices, timedCount: slices.count, frames: 0,
      framesOfCase: base.frameCount, overhead: cost * Int64(count))
  }
}

extension SlicePlan {
  /// What reaching slices that lie late in a replay may cost an arm of a pair, where all frames
  /// before them have to be replayed.
  static let maxSkipCost: Int64 = 120_000_000
  /// What the builds between replays may cost an arm of a pair.
  private static let maxRebuildCost: Int64 = 100_000_000

  /// Three years: what is computed with a replay's cost stays within 64 bits.
  private static let maxReplayCost: Int64 = 100_000_000_000_000_000

  /// Cuts the replay into slices of equal cost; `nil` for a case without frames.
  ///
  /// A frame costs what it costs the program that it costs more, so that one that became expensive
  /// in the head alone is timed in every pair.
  public static func frames(base: SliceCosts, head: SliceCosts) -> SlicePlan? {
    frames(base.greater(head))
  }

  /// Cuts the replay of one program into slices of equal cost; `nil` for a case without frames.
  ///
  /// A short replay begins anew within a pair, until there are slices enough. Of a long one a few
  /// slices are timed; where its frames depend on those before them, only as far as these can be
  /// replayed too.
  public static func frames(_ costs: SliceCosts) -> SlicePlan? {
    let replay = reached(costs)
    guard !replay.isEmpty else { return nil }
    let whole = replay.reduce(0) { $0 + max(1, $1) }
    let isWhole = replay.count == costs.frameCount
    let replays = isWhole ? replays(of: replay, cost: whole, build: costs.build) : 1
    let slices = cut(replay, replays: replays)
    let timedCount = replays > 1 ? slices.count : timedCount(of: slices)
    let timed = whole * Int64(replays) * Int64(timedCount) / Int64(slices.count)
    let approach =
      costs.framesAreIndependent
      ? whole / Int64(replay.count) * Int64(timedCount) : whole * Int64(replays) - timed
    return SlicePlan(
      part: .frames, slices: slices, timedCount: timedCount, frames: replay.count,
      framesOfCase: costs.frameCount,
      // The untimed slice, a build before each replay, and the frames between slices.
      overhead: (slices.first?.length ?? 0) + Int64(replays) * costs.build
        + (timedCount < slices.count ? approach : 0))
  }

  /// The costs of the frames that slices may be drawn from. Those that were not looked at cost what
  /// the others cost on average.
  private static func reached(_ costs: SliceCosts) -> [Int64] {
    guard costs.framesAreIndependent else {
      var sum: Int64 = 0
      return costs.frames.enumerated().prefix { index, cost in
        defer { sum += max(1, cost) }
        return sum < maxSkipCost || index < minimumSliceCount
      }.map(\.element)
    }
    guard let last = costs.frames.indices.last, costs.frames.count < costs.frameCount else {
      return costs.frames
    }
    // Of a cost that another program made up, the sum would be beyond 64 bits.
    let mean = min(
      costs.frames.reduce(0, +) / Int64(last + 1), maxReplayCost / Int64(costs.frameCount))
    return costs.frames + Array(repeating: mean, count: costs.frameCount - costs.frames.count)
  }

  private static func replays(of replay: [Int64], cost: Int64, build: Int64) -> Int {
    let wanted = max(
      ceiling(Int64(targetSliceCount) * targetSliceDuration, cost),
      min(ceiling(Int64(targetSliceCount), Int64(replay.count)), max(1, affordable / cost)))
    let buildable = max(1, maxRebuildCost / max(1, build))
    return Int(max(1, min(wanted, buildable)))
  }

  private static func ceiling(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    (dividend + divisor - 1) / divisor
  }

  /// Ends each slice at the first frame at which its share of the whole cost is reached.
  private static func cut(_ replay: [Int64], replays: Int) -> [Slice] {
    let whole = Int64(replays) * replay.reduce(0) { $0 + max(1, $1) }
    let wanted = max(whole / targetSliceDuration, Int64(targetSliceCount))
    var slices: [Slice] = []
    var (first, count): (Int, Int) = (0, 0)
    var (length, sum): (Int64, Int64) = (0, 0)
    for _ in 0..<replays {
      for cost in replay {
        count += 1
        length += max(1, cost)
        sum += max(1, cost)
        // Shares that one expensive frame reaches together are one slice. In floating point, as the
        // product of a long replay's cost and its slices is beyond 64 bits.
        let share = Double(wanted) / Double(whole)
        let before = (Double(sum - length) * share + 1e-9).rounded(.down)
        guard (Double(sum) * share + 1e-9).rounded(.down) > before else { continue }
        slices.append(Slice(first: first, count: count, length: length))
        first += count
        (count, length) = (0, 0)
      }
    }
    if count > 0 { slices.append(Slice(first: first, count: count, length: length)) }
    return slices
  }
}
