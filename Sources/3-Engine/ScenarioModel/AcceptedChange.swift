import Support

/// A change for the worse of one metric in one case that a project has agreed to until a day.
///
/// The file ``fileName`` in the folder of the scenarios has a list of them.
package struct AcceptedChange: Hashable, Sendable, Codable {
  /// The file's name.
  package static let fileName = "accepted-changes.yaml"
  private static let keys = ["case", "metric", "from", "to", "reason", "until"]

  /// The case, as reports print it: `ten-thousand-pins 10000 grid-clusters`.
  package let caseName: String
  /// The metric's name.
  package let metric: String
  /// The base's value of a counted or modelled metric; of a measured one the smallest change.
  package let from: String
  /// The head's value of a counted or modelled metric; of a measured one the largest change.
  package let to: String
  /// The reason, for readers.
  package let reason: String
  /// The last day, such as `2026-12-31`.
  package let until: String
  /// The file and the line of the entry.
  package let place: String

  /// The name of the case's scenario.
  package var scenario: String { Self.scenario(of: caseName) }
  private static func scenario(of name: String) -> String { String(name.prefix { $0 != " " }) }
}

extension AcceptedChange {
  /// Reads the list of a file. One with comments alone has none.
  ///
  /// - Parameters:
  ///   - scenarios: those whose cases, metrics and numbers are checked.
  ///   - metrics: the metrics that only comparisons have.
  ///   - names: the names of all scenarios; `nil` to accept each.
  package static func changes(
    yaml text: String, file: String, scenarios: [Scenario] = [], metrics: [Metric] = [],
    names: [String]? = nil
  ) throws(InputError) -> [AcceptedChange] {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    guard lines.contains(where: { !$0.isEmpty && $0.first != "#" }) else { return [] }
    let mistakes: Mistakes? = Mistakes(file: file)
    let changes = try YAMLDocument(text: text, file: file, mistakes: mistakes).root.elements(
      differentBy: { [$0.caseName, $0.metric, $0.from, $0.to] },
      expected: { _ in "every change once" },
      read: { (entry) throws(InputError) in
        try AcceptedChange(entry, file, scenarios, metrics, names)
      })
    if let error = mistakes?.error { throw error }
    return changes
  }

  private init(
    _ entry: YAMLValue, _ file: String, _ scenarios: [Scenario], _ metrics: [Metric],
    _ names: [String]?
  ) throws(InputError) {
    let mapping = try entry.mapping(keys: Self.keys)
    let (name, from, to) = try (mapping.value("case"), mapping.value("from"), mapping.value("to"))
    caseName = try name.text()
    metric = try mapping.value("metric").text()
    (self.from, self.to) = try (from.text(), to.text())
    reason = try mapping.value("reason").text()
    until = try Self.day(mapping.value("until"))
    place = "\(file):\(entry.location.line)"
    let owner = Self.scenario(of: caseName)
    guard let scenario = scenarios.first(where: { $0.name == owner }) else {
      if let names, !names.contains(owner) {
        throw name.unknownName(owner, what: "scenario", known: names)
      }
      return
    }
    _ = try name.choice("case in \(owner)", among: scenario.cases.map(\.description))
    let known = scenario.metrics + metrics
    _ = try mapping.value("metric").choice("metric in \(owner)", among: known.map(\.name))
    guard let quantity = known.first(where: { $0.name == metric }) else { return }
    for value in [from, to] where try Self.number(value.text(), of: quantity) == nil {
      throw value.error(
        expected: quantity.kind.isDeterministic
          ? Quantity.expectation(for: quantity.unit) + ", or the number in gate.json"
          : "a change of the measured metric in percent, such as 2 %")
    }
  }

  /// A day; two days compare as their texts do.
  private static func day(_ value: YAMLValue) throws(InputError) -> String {
    let text = try value.text()
    let isDay = text.contains(/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/)
    guard isDay else { throw value.error(expected: "a day, such as 2026-12-31") }
    return text
  }

  /// Returns the number of ``from`` or ``to``: a value of a counted or modelled metric in its own
  /// unit, a change of a measured one as a share; `nil` for another text.
  package static func number(_ text: String, of metric: Metric) -> Double? {
    guard metric.kind.isDeterministic else {
      guard text.hasSuffix("%") else { return nil }
      return Quantity.parse(text.dropLast(), as: .ratio).map { $0 / 100 }
    }
    return Quantity.parse(Substring(text), as: metric.unit)
      ?? Quantity.parse(Substring(text), as: .ratio)
  }
}
