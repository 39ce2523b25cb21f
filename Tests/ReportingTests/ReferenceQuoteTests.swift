import Documents
import Families
import Foundation
import Harness
import Reporting
import ScenarioModel
import Support
import TestSupport
import Testing

/// Numbers of the reference run that documents quote, in tables between two comments:
///
///     <!-- reference SCENARIO SIZE: METRIC METRIC -->                a row for each strategy
///     <!-- reference SCENARIO SIZE variants: METRIC; METRIC -->      the first one by variant
///     <!-- reference SCENARIO SIZE ablation: METRIC METRIC -->       a row for each setting
///     <!-- reference SCENARIO SIZE seeds: METRIC METRIC -->          with the means of other seeds
///     <!-- reference answers -->                                     how firmly the answers hold
///     <!-- reference pairs: SCENARIO SIZE STRATEGY METRIC "LABEL"; … -->   a row for each number, with
///                                                           the naive strategy and one to take
///     | … |
///     <!-- end of reference -->
///
/// `MAPPRESSURE_RENEW_GOLDEN=1 make test ARGS="--filter ReferenceQuoteTests"` rewrites the tables.
@Suite struct ReferenceQuoteTests {
  private static let folder = RepositoryFile.url("Reports/reference")

  private static let documents = ["README.md", "Documentation/ReadingNumbers.md"]

  @Test(arguments: documents) func aDocumentQuotesTheReferenceRun(_ document: String) throws {
    let tables = try ReferenceTables(Self.folder)
    let quotes = DocumentTables("reference", of: RepositoryFile.url(document))
    let differences = try quotes.differences { request in
      if request == "answers" { return tables.answers }
      if request.hasPrefix("pairs: ") { return try tables.pairs(request.dropFirst(7)) }
      return try QuotedTable(request, tables).text
    }
    #expect(differences == [])
  }

  /// The model's error stands where its numbers are.
  @Test(arguments: documents) func aDocumentHasTheErrorOfTheModel(_ document: String) throws {
    let text = try RepositoryFile.text(document)
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(line.contains(ModelError.sentence))
  }

  @Test func theGuideToCIHasTheNumberOfCases() throws {
    let cases = try ReferenceTables(Self.folder).cases
    let text = try RepositoryFile.text("Documentation/ContinuousIntegration.md")
    #expect(text.contains("\n\(cases.all) cases; \(cases.timed) have times of"))
  }

  /// A change of a claim or of a statement asks for a new reference run.
  @Test func theClaimsOfTheReferenceRunAreThoseOfToday() throws {
    let claims = try RepositoryFile.text("Reports/reference/" + RunFolder.claimsFile)
    let scenarios = try RepositoryFile.scenarios()
    let ledger = try RepositoryFile.ledger(scenarios: scenarios)
    let statements = ledger.documents.flatMap(\.statements).map(\.says)
    let unlinked = scenarios.flatMap(\.claims).filter { ledger.statement(of: $0) == nil }
    let texts = statements + unlinked.map(\.says)
    #expect(texts.count > 100)
    // Without what Markdown escapes.
    let letters = claims.replacing(/&[a-z]+;/, with: "").filter(\.isLetter)
    for text in texts { #expect(letters.contains(text.filter(\.isLetter)), "\(text)") }
  }

  /// A new scenario, and another error of the model, ask for one as well.
  @Test func theReferenceRunHasAllScenariosAndTodaysModel() throws {
    let results = try RepositoryFile.text("Reports/reference/" + RunFolder.tableFile)
    let names = try RepositoryFile.scenarios().map(\.name)
    #expect(Set(try CSVFile(results).records.compactMap { $0["scenario"] }) == Set(names))
    #expect(try RepositoryFile.text("Reports/reference/report.md").contains(ModelError.sentence))
  }

  /// A clone is not to grow by runs.
  @Test func theReferenceRunIsSmall() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
    let bytes = names.map { name in
      (try? Data(contentsOf: Self.folder.appending(path: name)))?.count ?? 0
    }
    // The numbers of 626 cases are two fifths of it, the page a third, the analysis an eighth.
    #expect(bytes.reduce(0, +) < 7_000_000)
    #expect(!names.contains { $0.hasSuffix(".json") || $0.hasSuffix(".jsonl") })
  }
}

/// The tables of the reference run.
private struct ReferenceTables {
  /// A row's place: scenario, variant, size, strategy and metric.
  private let values: [[String]: [String: String]]
  private let seeds: [[String]: [String: String]]
  private let answerRows: [[String: String]]
  /// The keys of the rows, in their order.
  private let order: [[String]]

  init(_ folder: URL) throws {
    func records(_ file: String) throws -> [[String: String]] {
      let path = RunFolder.path(file, in: folder.path)
      return try CSVFile(String(contentsOfFile: path, encoding: .utf8)).records
    }
    func keyed(_ records: [[String: String]]) -> [[String]: [String: String]] {
      Dictionary(uniqueKeysWithValues: records.map { (Self.key($0), $0) })
    }
    /// The rows that an analysis writes; a run without one has none, and a quote of it then finds
    /// no number.
    func analysed(_ file: String) throws -> [[String: String]] {
      let path = RunFolder.path(file, in: folder.path)
      return FileManager.default.fileExists(atPath: path) ? try records(file) : []
    }
    let results = try records(RunFolder.tableFile)
    order = results.map(Self.key)
    values = keyed(results)
    seeds = keyed(try analysed(RunFolder.seedsFile))
    answerRows = try analysed(RunFolder.answersFile)
  }

  private static func key(_ record: [String: String]) -> [String] {
    ["scenario", "variant", "size", "strategy", "metric"].map { record[$0] ?? "" }
  }

  func scenario(_ name: String) throws -> Scenario {
    let path = RepositoryFile.path("Scenarios/\(name).yaml")
    return try Scenario(yaml: TextFile.read(path), file: path, families: .standard)
  }

  func strategies(_ scenario: String, _ size: String) -> [String] {
    order.filter { $0[0] == scenario && $0[2] == size }.map { $0[3] }.uniqued()
  }

  func variants(_ scenario: String, _ size: String) -> [String] {
    order.filter { $0[0] == scenario && $0[2] == size }.map { $0[1] }.uniqued()
  }

  /// The numbers of all cases, and of those whose times are measured.
  var cases: (all: Int, timed: Int) {
    let timed = order.filter { $0[4] == "frame-time-p99" }
    return (Set(order.map { Array($0.prefix(4)) }).count, timed.count)
  }

  /// The name of a metric with its kind.
  func title(_ metric: String, of scenario: String, label: String? = nil) throws -> String {
    let key = try #require(
      order.first { $0[0] == scenario && $0[4] == metric }, "\(metric) of \(scenario)")
    return "\(label ?? metric) (\(values[key]?["kind"] ?? ""))"
  }

  func number(_ key: [String]) -> Double? {
    values[key]?["median"].flatMap(Double.init)
  }

  func text(_ number: Double?, _ key: [String]) throws -> String {
    guard let number else { return "not available" }
    let unit = try #require(MetricUnit(rawValue: values[key]?["unit"] ?? ""))
    return NumberFormat.text(number, unit)
  }

  func value(_ key: [String]) throws -> String { try text(number(key), key) }

  /// The value in the only variant, or the range over the variants.
  func range(
    _ metric: String, of strategy: String, _ scenario: String, _ size: String
  ) throws -> String {
    let keys = variants(scenario, size).map { [scenario, $0, size, strategy, metric] }
    let numbers = keys.compactMap { number($0) }.sorted()
    let ends = try [numbers.first, numbers.last].compactMap(\.self).map { try text($0, keys[0]) }
    return ends.first == ends.last ? ends.first ?? "not available" : ends.joined(separator: " to ")
  }

  /// The mean of other seeds with its interval.
  func mean(_ key: [String]) throws -> String {
    let row = try #require(seeds[key], "\(key) with other seeds")
    try #require(row["seeds"] == "20")
    let texts = try ["mean", "low", "high"].map { column in
      try text(row[column].flatMap { Double($0) }, key)
    }
    return "\(texts[0]) (\(texts[1]) to \(texts[2]))"
  }

  /// The numbers of answers of the analysis, and of those that hold.
  var answers: String {
    let kinds = [
      ("recommendation", "strategies to take"), ("best", "best strategies by a metric"),
      ("threshold", "thresholds"), ("claim", "verdicts on claims"),
    ]
    let rows = kinds.map { kind, name in
      let answers = answerRows.filter { $0["kind"] == kind }
      let always = answers.count {
        $0["holds_in_draws"] == $0["draws"]
      }
      let mostly = answers.count { row in
        guard let holds = Int(row["holds_in_draws"] ?? ""), let all = Int(row["draws"] ?? "")
        else { return false }
        return 10 * holds >= 9 * all
      }
      return "| \(name) | \(answers.count) | \(always) | \(mostly) |\n"
    }
    return "| answers | in all | hold in all draws | hold in 90 % of the draws or more |\n"
      + "| --- | ---: | ---: | ---: |\n" + rows.joined()
  }
}

extension ReferenceTables {
  /// Numbers of the naive strategies and of strategies to take, a row each.
  fileprivate func pairs(_ request: Substring) throws -> String {
    var rows = [["situation", "number", "naive", "to take"], ["---", "---", "---:", "---:"]]
    var last = ""
    for part in request.split(separator: "; ") {
      let match = try #require(
        part.wholeMatch(of: /([a-z-]+) ([0-9]+) ([a-z-]+) ([a-z0-9-]+) "(.+)"/), "\(part)")
      let scenario = try scenario(String(match.1))
      let (size, taken, metric) = (String(match.2), String(match.3), String(match.4))
      let answers = answerRows.filter {
        $0["scenario"] == scenario.name && $0["size"] == size && $0["kind"] == "recommendation"
      }
      try #require(
        answers.contains { $0["outcome"]?.split(separator: " ").contains(match.3) == true },
        "\(taken) is an answer of \(scenario.name)")
      let cells = try [scenario.naive, taken].map { strategy in
        "`\(strategy)`: \(try range(metric, of: strategy, scenario.name, size))"
      }
      let situation = "[\(scenario.title)](Scenarios/\(scenario.name).yaml)"
      rows.append(
        [
          scenario.name == last ? "" : situation,
          try title(metric, of: scenario.name, label: String(match.5)),
        ] + cells)
      last = scenario.name
    }
    return rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }
}

/// A table of numbers of a run, as a comment of a document asks for it.
private struct QuotedTable {
  private let tables: ReferenceTables
  private let scenario: Scenario
  private let size: String
  private let shape: Substring?
  private let metrics: [String]
  private let strategies: [String]
  private let variants: [String]

  init(_ request: String, _ tables: ReferenceTables) throws {
    let match = try #require(
      request.wholeMatch(of: /([a-z-]+) ([0-9]+)(?: (variants|ablation|seeds))?: ([a-z0-9; -]+)/),
      "a request as the suite's comment has it, found: \(request)")
    self.tables = tables
    scenario = try tables.scenario(String(match.1))
    size = String(match.2)
    shape = match.3
    metrics = match.4.split { " ;".contains($0) }.map(String.init)
    strategies = tables.strategies(scenario.name, size)
    variants = tables.variants(scenario.name, size)
    try #require(!strategies.isEmpty, "\(scenario.name) at \(size) in the reference run")
  }

  var text: String {
    get throws {
      let rows = try shape == "ablation" ? ablationRows : rows(of: strategies, columns)
      return rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
  }

  /// A column of numbers: its title, and the cell of a strategy.
  private typealias Column = (title: String, cell: (String) throws -> String)

  private func rows(of strategies: [String], _ columns: [Column]) throws -> [[String]] {
    try head(["strategy"], columns.map(\.title))
      + strategies.map { strategy in try [label(strategy)] + columns.map { try $0.cell(strategy) } }
  }

  private func head(_ texts: [String], _ numbers: [String]) -> [[String]] {
    [texts + numbers, texts.map { _ in "---" } + numbers.map { _ in "---:" }]
  }

  private func title(_ metric: String) throws -> String {
    try tables.title(metric, of: scenario.name)
  }

  private func label(_ strategy: String) -> String {
    "`\(strategy)`" + (strategy == scenario.naive ? " (naive)" : "")
  }

  private func key(_ strategy: String, _ metric: String, variant: String? = nil) -> [String] {
    [scenario.name, variant ?? variants[0], size, strategy, metric]
  }

  private var columns: [Column] {
    get throws {
      switch shape {
      case "seeds":
        // Each metric with the mean of other seeds and the 95 % interval of that mean.
        return try metrics.flatMap { metric -> [Column] in
          [
            (try title(metric), { try tables.value(key($0, metric)) }),
            (
              "\(metric): mean of 20 other seeds, 95 % interval",
              { try tables.mean(key($0, metric)) }
            ),
          ]
        }
      case "variants":
        // The first metric in each variant, and the range of each other one over the variants.
        let first = try #require(metrics.first)
        try #require(variants.count > 1)
        let values = variants.map { variant -> Column in
          ("\(first): \(variant)", { try tables.value(key($0, first, variant: variant)) })
        }
        return try values
          + metrics.dropFirst().map { metric in
            (try title(metric), { try tables.range(metric, of: $0, scenario.name, size) })
          }
      default:
        return try metrics.map { metric in
          (try title(metric), { try tables.value(key($0, metric)) })
        }
      }
    }
  }

  private var ablationRows: [[String]] {
    get throws {
      let ablation = try #require(scenario.family.description.ablation, "an ablation")
      func cells(_ strategy: String?) throws -> [String] {
        guard let strategy, strategies.contains(strategy) else { return metrics.map { _ in "" } }
        return try metrics.map { try tables.value(key(strategy, $0)) }
      }
      let settings = try ablation.settings.map { setting in
        try [setting.name] + cells(setting.alone) + cells(setting.leftOut)
      }
      return try head(
        ["setting"],
        metrics.map { "alone: \(try title($0))" } + metrics.map { "left out: \(try title($0))" })
        + [["none of them: `\(ablation.base)`"] + cells(ablation.base) + cells(nil)]
        + settings
        + [["all of them: `\(ablation.full)`"] + cells(ablation.full) + cells(nil)]
    }
  }
}
