import ScenarioModel
import Support

/// Joint draws of people and data, which a replay reads, and of phones, which price it.
///
/// Each person but the first has a seed of their own: another camera, other taps, and other data where
/// they are generated. A replay serves several phones, unless it reads the costs of a phone itself:
/// then each draw is a person.
struct DrawEnsemble {
  /// A person with a phone.
  struct Draw {
    let person: Int
    fileprivate let point: ParameterPoint
    /// The same without what a replay reads.
    fileprivate let priced: ParameterPoint

    /// - Parameter isReplayed: false for cases that are too large to replay often.
    func point(isReplayed: Bool) -> ParameterPoint { isReplayed ? point : priced }
  }

  private let replayed: [ParameterSpan]
  private let priced: [ParameterSpan]
  private let count: Int
  private let people: Int
  private let seed: UInt64
  private let slownesses: [Double]
  /// The draws that are repeated on slower phones.
  private let slowerCount: Int

  init(_ table: EvaluationTable, options: SensitivityAnalysis.Options) {
    replayed = table.spans.filter { table.isReplayed($0) }
    priced = table.costSpans
    seed = options.seed
    slownesses = options.slownesses
    pricesSlowness = !table.replaysDependOnSlowness
    let phones = pricesSlowness ? Self.phonesPerPerson : 1
    count = (options.people + Self.maxBatches - 1) / Self.maxBatches * phones
    people = count / phones
    slowerCount = pricesSlowness ? count : (count + 1) / 2
  }

  /// The draws of phones for which the replay of a person is priced.
  private static let phonesPerPerson = 4
  /// The batches of an answer that other draws might change.
  static let maxBatches = 4

  /// Indicates whether no replay reads what the work of the main thread takes, so that slower
  /// phones need none.
  let pricesSlowness: Bool

  /// Returns whether a point needs no replay.
  func isPriced(_ point: ParameterPoint) -> Bool {
    point.seed == nil && !replayed.contains { point.values[$0.name] != nil }
  }

  /// The parameters that are drawn.
  var spans: [ParameterSpan] { replayed + priced }

  /// The draws of a batch on phones as fast as the profile. Each batch has people of its own, a quarter
  /// of them all.
  func batch(_ number: Int) -> [Draw] {
    // An odd constant spreads the batches of neighbouring seeds.
    let seed = self.seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    let people = replayed.draws(count: people, seed: seed)
    let phones = priced.draws(count: count, seed: ~seed)
    var random = SplitMix64(seed: seed &+ 1)
    let seeds = people.indices.map { person in
      number == 0 && person == 0 ? nil : random.next() >> 1
    }
    return phones.enumerated().map { index, phone in
      let person = index % people.count
      return Draw(
        person: number * people.count + person,
        point: ParameterPoint(
          people[person].merging(phone) { first, _ in first }, seed: seeds[person]),
        priced: ParameterPoint(phone))
    }
  }

  /// The next slowness for which a batch is repeated; `nil` if no further one says more.
  ///
  /// One after the other, until no strategy is good enough. Where each draw is a replay, what is good
  /// enough on the slowest phones is taken to be so on faster ones, and the line between is halved.
  ///
  /// - Parameter isReached: whether a strategy is good enough on phones of a slowness that is done.
  func slowness(after done: Set<Double>, isReached: (Double) -> Bool) -> Double? {
    guard !pricesSlowness, let slowest = slownesses.last else {
      for slowness in slownesses {
        guard done.contains(slowness) else { return slowness }
        guard isReached(slowness) else { return nil }
      }
      return nil
    }
    guard done.contains(slowest) else { return slowest }
    guard !isReached(slowest) else { return nil }
    var (low, high) = (-1, slownesses.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      guard done.contains(slownesses[middle]) else { return slownesses[middle] }
      if isReached(slownesses[middle]) { low = middle } else { high = middle }
    }
    return nil
  }

  /// A batch on slower phones. Where a replay reads the costs of a phone, so that each draw is a replay,
  /// the first draws stand for all.
  func slower(_ batch: [Draw], _ slowness: Double) -> [Draw] {
    batch.prefix(slowerCount).map { $0.on(phoneWith: slowness) }
  }
}

extension DrawEnsemble.Draw {
  fileprivate func on(phoneWith slowness: Double) -> Self {
    Self(
      person: person,
      point: ParameterPoint(point.values, slowness: slowness, seed: point.seed),
      priced: ParameterPoint(priced.values, slowness: slowness))
  }
}
