import ScenarioModel

/// Takes the samples of a contest: the two sides in turn, round by round.
struct Rounds {
  let meter: AllocationMeter
  /// The number of samples of each side after the first, or `nil` for a number by size.
  let repetitions: Int?

  func figures(of contest: Contest, workload: Workload) throws -> [Figure] {
    var ours = Lane(contest.ours)
    var reference = contest.reference.map { Lane($0.side) }
    // The first sample gets its memory fresh from the system, as in a new process.
    try meter.releaseUnusedMemory()
    try ours.takeFirst()
    try meter.releaseUnusedMemory()
    try reference?.takeFirst()
    if !contest.isCounted {
      var budget = Budget(repetitions: repetitions, pinCount: workload.count)
      while budget.takeRound() {
        try ours.takeSample()
        try reference?.takeSample()
        if contest.dealsWithEveryPin { workload.floors.takeSample() }
      }
    }
    return try contest.measures.indices.map { index in
      try Figure(
        subject: workload.subject, measure: contest.measures[index],
        referenceName: contest.reference?.name, ours: ours.samples(ofMeasure: index),
        reference: reference?.samples(ofMeasure: index))
    }
  }

  /// Adds the floors of a workload to its figures, which are measured now if no contest has.
  func addFloors(to figures: inout [Figure], of workload: Workload) {
    if workload.floors.samples.isEmpty { workload.floors.takeSample() }
    let floors = FloorSummary(workload.floors.samples)
    for index in figures.indices
    where figures[index].subject == workload.subject {
      figures[index].floors = floors
    }
  }
}

/// One side of a contest and its samples so far.
private struct Lane {
  private let side: Contest.Side
  private var first: [Double] = []
  private var samples: [[Double]] = []

  init(_ side: @escaping Contest.Side) {
    self.side = side
  }

  mutating func takeFirst() throws {
    first = try side()
  }

  mutating func takeSample() throws {
    samples.append(try side())
  }

  func samples(ofMeasure index: Int) -> Figure.Samples {
    Figure.Samples(first: first[index], later: samples.map { $0[index] })
  }
}
