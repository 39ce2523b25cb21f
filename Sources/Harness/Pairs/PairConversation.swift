import ScenarioModel

/// What is said to the two workers of a pair: never to both at once.
struct PairConversation {
  private var base: PairedWorker
  private var head: PairedWorker

  init(_ one: PairedWorker, _ other: PairedWorker) {
    (base, head) = one.arm == .base ? (one, other) : (other, one)
  }

  /// Has every part's slices done in the order of a schedule; `nil` where the two did not do the
  /// same work.
  nonisolated(nonsending) mutating func run(
    _ schedule: PairSchedule
  ) async throws -> PairOutcome<PairRecord> {
    var parts: [PairRecord.Part] = []
    for part in schedule.parts {
      switch try await run(part) {
      case .completed(let record): parts.append(record)
      case .broken(let arm, let status): return .broken(arm, status)
      case .notComparable(let why): return .notComparable(why: why)
      }
    }
    return .completed(PairRecord(parts: parts))
  }

  private nonisolated(nonsending) mutating func run(
    _ part: PairSchedule.Part
  ) async throws -> PairOutcome<PairRecord.Part> {
    let plan = part.plan
    for arm in [part.firstUntimed, part.firstUntimed.other] {
      guard plan.untimedCount > 0 else { continue }
      _ = try await work(arm, plan.part, plan.untimedCount)
      // The frames begin with the first one, as the replay does.
      if plan.part == .frames { _ = try await work(arm, .builds, 1) }
    }
    var answers: [PairArm: [StepsReply]] = [:]
    for arm in part.turns {
      let number = answers[arm, default: []].count
      let slice = part.slices[number]
      let skipped = slice.first - (number > 0 ? part.slices[number - 1].end : 0)
      answers[arm, default: []].append(
        try await work(arm, plan.part, slice.count, after: skipped))
    }
    let (base, head) = (answers[.base] ?? [], answers[.head] ?? [])
    for (base, head) in zip(base, head)
    where base.frames != head.frames || base.builds != head.builds {
      return .notComparable(
        why: "in the same slice, the base replayed \(base.frames) frames and \(base.builds) "
          + "builds, the head \(head.frames) and \(head.builds)")
    }
    return .completed(
      PairRecord.Part(
        plan: plan, slices: part.slices,
        base: base.map { $0.time(of: plan.part) }, head: head.map { $0.time(of: plan.part) },
        waited: (base + head).reduce(0) { sum, steps in
          sum.flatMap { sum in steps.wait(of: plan.part).map { sum + $0 } }
        }))
  }

  private nonisolated(nonsending) mutating func work(
    _ arm: PairArm, _ part: PairPart, _ count: Int, after skipped: Int = 0
  ) async throws -> StepsReply {
    switch arm {
    case .base: try await base.work(part, count, after: skipped)
    case .head: try await head.work(part, count, after: skipped)
    }
  }

  nonisolated(nonsending) mutating func end(_ arm: PairArm) async {
    switch arm {
    case .base: await base.end()
    case .head: await head.end()
    }
  }
}
