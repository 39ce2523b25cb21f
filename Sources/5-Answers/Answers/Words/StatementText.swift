import Documents
import ScenarioModel
import Support

/// The verdict on a statement: what all claims that test it say together, and at which sizes.
package struct StatementText {
  package typealias Finding = (results: ScenarioResults, summary: ClaimSummary)

  /// The verdicts on all claims together.
  package let summary: ClaimSummary
  /// The same by scenario, as the claims of a scenario share its sizes.
  package let findings: [Finding]

  /// - Parameter claims: the claims that test the statement; one or more.
  package init(_ claims: [Finding]) {
    func merged(_ claims: [Finding]) -> ClaimSummary {
      ClaimSummary(claim: claims[0].summary.claim, verdicts: claims.flatMap(\.summary.verdicts))
    }
    summary = merged(claims)
    findings = claims.map(\.results.scenario.name).uniqued().map { name in
      let own = claims.filter { $0.results.scenario.name == name }
      return (own[0].results, merged(own))
    }
  }

  /// The statements of a run, with what all claims that test one say together.
  package static func all(
    of results: RunResults, verdict: RunVerdict
  ) -> [(claim: Claim, verdict: StatementText)] {
    let claims: [Finding] = results.scenarios.flatMap { scenario in
      (verdict[scenario.scenario.name]?.claimSummaries ?? []).map {
        (results: scenario, summary: $0)
      }
    }
    let texts = claims.map { "\($0.summary.claim.says) \($0.summary.claim.source.label)" }
    return texts.uniqued().map { text in
      let own = claims.indices.filter { texts[$0] == text }.map { claims[$0] }
      return (own[0].summary.claim, StatementText(own))
    }
  }

  /// The counts by outcome, for each output of a run: `statements: 66 confirmed, …`.
  package static func tally(of results: RunResults, verdict: RunVerdict) -> String? {
    let all = all(of: results, verdict: verdict)
    return all.isEmpty ? nil : "statements: " + ClaimSummary.tally(all.map(\.verdict.summary))
  }

  /// `in part: confirmed from 2,000 pins on, refuted at 100 and 1,000 pins; shown by work`.
  ///
  /// - Parameter withValues: true to add the deciding numbers.
  package func label(withValues: Bool) -> String {
    let decided = summary.verdicts.filter { $0.outcome != .undecided }
    let bases = (decided.isEmpty ? summary.verdicts : decided).map(\.basis.label).uniqued()
    let places = findings.compactMap { finding -> String? in
      let text = Self.outcomes(finding, withValues: withValues)
      guard !text.isEmpty else { return nil }
      return findings.count == 1 ? text : "\(text) in \(finding.results.scenario.name)"
    }
    guard !decided.isEmpty, !places.isEmpty else { return LimitedList.all(bases) }
    let text = places.joined(separator: "; ")
    // A size with both outcomes says it itself.
    let isSaid = text.contains(ClaimSummary.Outcome.mixed.label)
    return (summary.outcome == .mixed && !isSaid ? "in part: " : "") + text + "; "
      + LimitedList.all(bases)
  }

  /// The outcomes in one scenario, each with its sizes; empty where documentation, or the
  /// construction of the simulator, stands in the place of a test.
  private static func outcomes(_ finding: Finding, withValues: Bool) -> String {
    let verdicts = finding.summary.verdicts.filter {
      if case .documentation = $0.basis {
        false
      } else {
        $0.outcome != .undecided || $0.lacksNumber
      }
    }
    let tested = verdicts.map(\.size).uniqued().sorted { ($0 ?? 0) < ($1 ?? 0) }
    let outcomes: [ClaimSummary.Outcome] = [.confirmed, .mixed, .refuted, .open, .undecided]
    return outcomes.compactMap { outcome -> String? in
      let sizes = tested.filter { size in
        ClaimSummary.Outcome(verdicts.filter { $0.size == size }) == outcome
      }
      guard !sizes.isEmpty else { return nil }
      let values = verdicts.filter { sizes.contains($0.size) }
        .compactMap { $0.valueLabel(metrics: finding.results.scenario.metrics) }.uniqued()
      return outcome.label + place(sizes, of: tested, finding.results.scenario.sizeLabel)
        + (withValues && !values.isEmpty ? " (\(LimitedList.text(values, limit: 3)))" : "")
    }.joined(separator: ", ")
  }

  /// ` at 100 and 1,000 pins`, or ` from 2,000 pins on` for the largest sizes of several.
  private static func place(_ sizes: [Int?], of tested: [Int?], _ noun: String) -> String {
    let numbers = sizes.compactMap(\.self)
    let all = tested.compactMap(\.self)
    guard let first = numbers.first else { return " over all sizes" }
    guard numbers.count < all.count, all.suffix(numbers.count).elementsEqual(numbers) else {
      return " at \(LimitedList.all(numbers.map { NumberFormat.grouped($0) })) \(noun)"
    }
    return " from \(NumberFormat.grouped(first)) \(noun) on"
  }
}
