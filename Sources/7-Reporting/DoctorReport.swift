import Documents
import Gate
import ScenarioModel
import Support

/// An examination of a machine for people and for programs.
package enum DoctorReport {
  /// The examination as JSON with sorted keys, with one more key, `verdict`.
  ///
  /// Shares are between 0 and 1: 0.02 is 2 %. A fact that is not known has its reason in
  /// `not-available` in place of a value.
  package static func json(_ examination: Examination) throws(ReportingError) -> String {
    let fitness = examination.fitness
    var verdict: [String: any Encodable] = [
      "text": fitness.label, "fitForMeasuredDifferences": false,
    ]
    // The smallest difference that can be detected, and the time that this takes for each case.
    if case .measuredDifferences(let smallest, let seconds) = fitness {
      verdict["fitForMeasuredDifferences"] = true
      verdict["smallestDifference"] = smallest
      verdict["secondsPerCase"] = seconds
    }
    return try SortedJSON.text(
      of: JSONFields(examination, fields: ["verdict": JSONFields(fields: verdict)]),
      named: "the examination")
  }

  /// The examination for a terminal, without a line break at its end.
  ///
  /// Facts that disturb are marked `!`, those that could not be found out `?`.
  package static func text(_ examination: Examination) -> String {
    let machine = examination.machine
    let facts = zip(examination.facts.map(\.name).aligned, examination.facts).flatMap {
      name, fact in lines(of: fact, named: name)
    }
    return
      ([
        "\(PlainText.line(machine.processor)), \(machine.logicalProcessors) processors, "
          + "\(PlainText.line(machine.kernel))", "",
      ] + facts + [""]
      + lines(of: examination.noise) + ["", "Verdict: \(examination.verdictLabel)"])
      .joined(separator: "\n")
  }

  private static func lines(of fact: MachineFact, named name: String) -> [String] {
    let value = fact.value ?? "not available: \(fact.reason ?? "")"
    let indent = String(repeating: " ", count: 6)
    let notes = [fact.meaning] + [fact.advice].compactMap { $0.map { "To do: " + $0 } }
    return ["\(fact.effect.mark) \(name)\(PlainText.line(value))"] + notes.map { indent + $0 }
  }

  private static func lines(of noise: NoiseSummary) -> [String] {
    let table = Table(
      ["  pairs"], numbers: ["time", "half-width", "detects from"], of: noise.predictions
    ) { prediction in
      [
        "  \(prediction.pairs)", NumberFormat.text(prediction.seconds * 1e9, .nanoseconds),
        "±" + NumberFormat.percent(prediction.halfWidth),
        NumberFormat.percent(prediction.smallestDifference),
      ]
    }
    let seconds = noise.secondsPerPair * Double(noise.pairs)
    return [
      "Noise: the same work in \(noise.pairs) pairs of fresh processes, in slices of 1.5 ms, "
        + "\(NumberFormat.text(seconds * 1e9, .nanoseconds)) in all",
      "  neighbouring slices differ by \(NumberFormat.percent(noise.sliceSpread)), "
        + "pairs of processes by \(NumberFormat.percent(noise.pairSpread)) (standard deviation)",
    ] + table.lines(width: SummaryTable.standardWidth)
  }
}

extension MachineFact.Effect {
  fileprivate var mark: String {
    switch self {
    case .harmless: " "
    case .disturbing: "!"
    case .unknown: "?"
    }
  }
}

extension Examination {
  /// The verdict in one line, with what disturbs where it is a bad one.
  var verdictLabel: String {
    guard case .countedOnly = fitness else { return fitness.label }
    let disturbing = facts.filter { $0.effect == .disturbing }.map { fact in
      fact.value.map { "\(fact.name) \($0)" } ?? fact.name
    }
    guard !disturbing.isEmpty else { return fitness.label }
    return "\(fitness.label); disturbances: \(disturbing.joined(separator: ", "))"
  }
}

extension Fitness {
  /// The verdict in one line.
  var label: String {
    switch self {
    case .measuredDifferences(let smallest, let seconds):
      "fit for measured differences of \(NumberFormat.percent(smallest)) or more, in about "
        + "\(NumberFormat.text(seconds * 1e9, .nanoseconds)) per case, and for counted numbers"
    case .countedOnly(let why):
      "fit for counted numbers only: \(why.label)"
    }
  }
}

extension Fitness.Reason {
  fileprivate var label: String {
    switch self {
    case .tooFewPairs(let found, let needed):
      "expected \(needed) pairs of processes to measure the noise, found \(found); "
        + "measure longer (--seconds), or on a quieter machine"
    case .tooNoisy(let halfWidth, let pairs):
      "after \(pairs) pairs of processes, the same work still differs by up to "
        + "\(NumberFormat.percent(halfWidth)), more than the margin of "
        + "\(NumberFormat.percent(NoiseSummary.margin))"
    }
  }
}
