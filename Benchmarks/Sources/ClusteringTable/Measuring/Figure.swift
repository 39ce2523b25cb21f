import Support

/// A line of the table: one number of both sides, with its spread.
struct Figure {
  /// The samples of one side.
  struct Samples {
    /// With memory fresh from the system.
    let first: Double
    /// The others, in the order of the rounds; none for counts.
    let later: [Double]
  }

  /// The samples of one side in a few numbers.
  struct Side {
    let first: Double
    /// `nil` for counts, whose first sample is exact.
    let later: SampleSummary?

    init(_ samples: Samples) throws {
      first = samples.first
      later = samples.later.isEmpty ? nil : try SampleSummary(samples.later)
    }

    var median: Double { later?.median ?? first }
  }

  let subject: Subject
  let measure: Contest.Measure
  let referenceName: String?
  let ours: Side
  let reference: Side?
  /// `nil` without a reference, and if our own value is 0.
  let ratio: Ratio?
  /// The machine's minimum for this number of pins.
  var floors: FloorSummary?

  init(
    subject: Subject, measure: Contest.Measure, referenceName: String?, ours: Samples,
    reference: Samples?
  ) throws {
    self.subject = subject
    self.measure = measure
    self.referenceName = referenceName
    self.ours = try Side(ours)
    self.reference = try reference.map { try Side($0) }
    ratio = reference.flatMap { Ratio(of: $0, to: ours) }
  }
}
