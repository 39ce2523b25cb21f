/// The division of a part of a case into slices, which is the same for both programs in all pairs.
///
/// In a long replay each pair times only a few random slices, because many short pairs are more
/// precise than a few long ones.
public struct SlicePlan: Hashable, Sendable {
  /// Some consecutive builds or frames.
  public struct Slice: Hashable, Sendable {
    /// The number of frames or builds before it.
    public let first: Int
    /// The number of frames or builds.
    public let count: Int
    /// The expected time, in nanoseconds.
    public let length: Int64

    /// The number of frames or builds before the next slice.
    public var end: Int { first + count }
  }

  /// The part of the case.
  public let part: PairPart
  /// All slices that can be timed, in order.
  public let slices: [Slice]
  /// The number of slices that each pair times.
  public let timedCount: Int
  /// The number of the case's frames that the slices cover; 0 for builds.
  public let frames: Int
  /// The number of frames of the case.
  public let framesOfCase: Int
  /// The mean length of slices weighted by length, Σl²/Σl for lengths l, so that one long slice is
  /// not hidden by many short ones.
  public let sliceLength: Int64
  /// The cost of the timed slices in one program, with all work between them.
  public let cost: Int64

  /// - Parameter overhead: the time of the other work, in nanoseconds.
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

  /// The few expensive slices, which are timed in each pair.
  private let alwaysTimed: [Slice]
  /// The slices from which a pair draws.
  private let sampleable: [Slice]

  /// Draws the slices of one pair, in order: the few expensive ones, and one from each stratum of
  /// the others.
  public func drawn(using generator: inout some RandomNumberGenerator) -> [Slice] {
    guard timedCount < slices.count else { return slices }
    let drawn = (0..<stratumCount).map {
      sampleable[Int.random(in: stratum($0), using: &generator)]
    }
    return (alwaysTimed + drawn).sorted { $0.first < $1.first }
  }

  /// Returns the number of slices that a timed one represents: an expensive one itself, a drawn one
  /// all of its stratum.
  public func weight(of slice: Slice) -> Double {
    guard timedCount < slices.count, let place = sampleable.firstIndex(of: slice) else { return 1 }
    return Double(stratum(((place + 1) * stratumCount - 1) / sampleable.count).count)
  }

  private var stratumCount: Int { timedCount - alwaysTimed.count }

  /// The indices of the sampleable slices in a stratum.
  private func stratum(_ number: Int) -> Range<Int> {
    (number * sampleable.count / stratumCount)..<((number + 1) * sampleable.count / stratumCount)
  }

  /// The number of builds or frames that warm a worker up before the first slice; none if slices
  /// are long, where a warm-up makes no difference.
  var untimedCount: Int {
    guard let first = slices.first, first.length <= Self.longestFineSlice else { return 0 }
    return first.count
  }

  /// Indicates whether the two programs alternate so quickly that other load affects both alike.
  public var isFine: Bool { sliceLength <= Self.longestFineSlice }

  /// 1.5 ms: short compared with changes of other load, and long compared with reading a clock.
  static let targetSliceDuration: Int64 = 1_500_000
  static let longestFineSlice: Int64 = 8_000_000
  /// The number of slices that a pair times, unless they are expensive.
  static let targetSliceCount = 16
  /// The number of slices that a pair times even if they are expensive.
  static let minimumSliceCount = 4
  /// The maximum cost of the timed slices in one program; above it, fewer slices are timed.
  static let affordable: Int64 = 100_000_000

  /// Returns the number of slices of a mean length that a pair times.
  static func timedCount(of slices: [Slice]) -> Int {
    let sum = slices.reduce(0.0) { $0 + Double(max(1, $1.length)) }
    let mean = sum / Double(max(1, slices.count))
    let count = min(
      Double(targetSliceCount), max(Double(minimumSliceCount), Double(affordable) / mean))
    return min(slices.count, Int(count))
  }
}

extension SlicePlan {
  /// 20 µs: a build that takes no longer does no work.
  public static let minimumBuildTime: Int64 = 20_000
  /// 200 µs: below, the places of a few loops and tables in the program show in the time.
  static let shortBuildTime: Int64 = 200_000

  /// Indicates whether each build takes so little time that the program's layout affects it.
  public var isShortBuild: Bool {
    guard part == .builds, let slice = slices.first else { return false }
    return slice.length < Self.shortBuildTime * Int64(slice.count)
  }

  /// Divides builds into slices; `nil` if no program's build does any work.
  ///
  /// The slower program decides the division; the other's slices are shorter.
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
  /// The maximum cost in one program for reaching late slices of a replay, if all frames before
  /// them have to be replayed.
  static let maxSkipCost: Int64 = 120_000_000
  /// The maximum cost in one program for the builds between replays.
  private static let maxRebuildCost: Int64 = 100_000_000

  /// Three years: products with a replay's cost stay within 64 bits.
  private static let maxReplayCost: Int64 = 100_000_000_000_000_000

  /// Divides the replay into slices of equal cost; `nil` for a case without frames.
  ///
  /// The cost of a frame is the higher of the two programs', so that a frame that became expensive
  /// in the head alone is timed in each pair.
  public static func frames(base: SliceCosts, head: SliceCosts) -> SlicePlan? {
    frames(base.greater(head))
  }

  /// Divides the replay of one program into slices of equal cost; `nil` for a case without frames.
  ///
  /// A pair repeats a short replay until there are enough slices. It times a few slices of a long
  /// replay; if frames depend on those before them, only as far as these can be replayed too.
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

  /// The costs of the frames that slices may be drawn from. Frames that were not measured have the
  /// mean cost of the others.
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
    // A cost from another program can be any number: the sum may overflow.
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

  /// Ends each slice at the first frame that reaches its share of the total cost.
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
        // Shares that one expensive frame reaches together are one slice. In floating point,
        // because the product of a long replay's cost and its slices may exceed 64 bits.
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
