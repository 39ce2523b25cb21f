extension SlicePlan {
  /// What reaching slices that lie late in a replay may cost an arm of a pair, where all frames
  /// before them have to be replayed.
  static let greatestApproach: Int64 = 120_000_000
  /// What the builds between replays may cost an arm of a pair.
  private static let greatestRebuilds: Int64 = 100_000_000

  /// Three years: what is computed with a replay's cost stays within 64 bits.
  private static let greatestReplay: Int64 = 100_000_000_000_000_000

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
        return sum < greatestApproach || index < fewestSlices
      }.map(\.element)
    }
    guard let last = costs.frames.indices.last, costs.frames.count < costs.frameCount else {
      return costs.frames
    }
    // Of a cost that another program made up, the sum would be beyond 64 bits.
    let mean = min(
      costs.frames.reduce(0, +) / Int64(last + 1), greatestReplay / Int64(costs.frameCount))
    return costs.frames + Array(repeating: mean, count: costs.frameCount - costs.frames.count)
  }

  private static func replays(of replay: [Int64], cost: Int64, build: Int64) -> Int {
    let wanted = max(
      ceiling(Int64(wantedSlices) * wantedSlice, cost),
      min(ceiling(Int64(wantedSlices), Int64(replay.count)), max(1, affordable / cost)))
    let buildable = max(1, greatestRebuilds / max(1, build))
    return Int(max(1, min(wanted, buildable)))
  }

  private static func ceiling(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    (dividend + divisor - 1) / divisor
  }

  /// Ends each slice at the first frame at which its share of the whole cost is reached.
  private static func cut(_ replay: [Int64], replays: Int) -> [Slice] {
    let whole = Int64(replays) * replay.reduce(0) { $0 + max(1, $1) }
    let wanted = max(whole / wantedSlice, Int64(wantedSlices))
    var slices: [Slice] = []
    var (first, count): (Int, Int) = (0, 0)
    var (length, sum): (Int64, Int64) = (0, 0)
    for _ in 0..<replays {
      for cost in replay {
        count += 1
        length += max(1, cost)
        sum += max(1, cost)
        // Shares that one dear frame reaches together are one slice. In floating point, as the
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
