import ScenarioModel

/// How long the rest of a run will take, judged by the trials that have ended.
struct TimeEstimate {
  private var remaining: [TrialKey]
  private var secondsOfCases: [Case: (total: Double, count: Int)] = [:]
  private var total = 0.0
  private var count = 0

  init(remaining: [TrialKey]) {
    self.remaining = remaining
  }

  mutating func finished(_ key: TrialKey, seconds: Double) {
    remaining.removeAll { $0 == key }
    let known = secondsOfCases[key.scenarioCase] ?? (0, 0)
    secondsOfCases[key.scenarioCase] = (known.total + seconds, known.count + 1)
    total += seconds
    count += 1
  }

  /// A case's trials take about as long as its earlier ones, and an unknown case as long as the
  /// mean of all.
  var secondsLeft: Double {
    guard count > 0 else { return 0 }
    return remaining.reduce(0) { sum, key in
      guard let known = secondsOfCases[key.scenarioCase] else {
        return sum + total / Double(count)
      }
      return sum + known.total / Double(known.count)
    }
  }
}
