import Foundation
import Harness
import Reporting
import ScenarioModel
import Sensitivity
import Testing

/// Numbers of the reference run that documents quote, in tables between two comments:
///
///     <!-- reference SCENARIO SIZE: METRIC METRIC -->                a row for each strategy
///     <!-- reference SCENARIO SIZE variants: METRIC; METRIC -->      the first one by variant
///     <!-- reference SCENARIO SIZE ablation: METRIC METRIC -->       a row for each setting
///     <!-- reference SCENARIO SIZE seeds: METRIC METRIC -->          with the means of other seeds
///     <!-- reference answers -->                                     how firmly the answers hold
///     | … |
///     <!-- end of reference -->
///
/// `MAPPRESSURE_RENEW_GOLDEN=1 swift test --filter ReferenceQuoteTests` writes the tables anew.
@Suite struct ReferenceQuoteTests {
  private static let project = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: ["README.md"])
  func aDocumentQuotesTheReferenceRun(name: String) throws {
    let folder = Self.project.appending(path: "Reports/reference")
    let run = try RunResults(ofRunIn: folder.path)
    let sensitivity = try JSONDecoder().decode(
      SensitivityResults.self,
      from: Data(contentsOf: folder.appending(path: RunFolder.sensitivityFile)))
    let file = Self.project.appending(path: name)
    let text = try String(contentsOf: file, encoding: .utf8)
    let pattern = /<!-- reference (?<request>[^\n]+) -->\n(?<table>(?:\|[^\n]*\n)*)/
      .dotMatchesNewlines(false)
    let quotes = text.matches(of: pattern)
    #expect(!quotes.isEmpty)
    #expect(text.matches(of: /<!-- end of reference -->/).count == quotes.count)
    var renewed = text
    for quote in quotes.reversed() {
      let table =
        quote.request == "answers"
        ? answerTable(sensitivity) : try QuotedTable(String(quote.request), run, sensitivity).text
      renewed.replaceSubrange(quote.table.startIndex..<quote.table.endIndex, with: table)
    }
    if ProcessInfo.processInfo.environment["MAPPRESSURE_RENEW_GOLDEN"] != nil {
      try Data(renewed.utf8).write(to: file)
      return
    }
    let lines = zip(text.split(separator: "\n"), renewed.split(separator: "\n"))
    for (found, expected) in lines { #expect(found == expected) }
    #expect(text == renewed)
  }
}

/// The numbers of answers of an analysis, and of those that hold.
private func answerTable(_ sensitivity: SensitivityResults) -> String {
  let kinds: [(Answer.Kind, String)] = [
    (.best, "best strategies"), (.threshold, "thresholds"), (.claim, "verdicts on claims"),
  ]
  let rows = kinds.map { kind, name in
    let answers = sensitivity.scenarios.flatMap(\.answers).filter { $0.answer.kind == kind }
    let everywhere = answers.count {
      $0.draws == sensitivity.draws && $0.seeds == sensitivity.seeds && $0.flips.isEmpty
    }
    let mostly = answers.count { 10 * $0.draws >= 9 * sensitivity.draws }
    return "| \(name) | \(answers.count) | \(everywhere) | \(mostly) |\n"
  }
  return "| answers | in all | hold everywhere | hold in 90 % of the draws or more |\n"
    + "| --- | ---: | ---: | ---: |\n" + rows.joined()
}

/// A table of numbers of a run, as a comment of a document asks for it.
private struct QuotedTable {
  private let results: ScenarioResults
  private let size: Int
  private let shape: Substring?
  private let metrics: [Metric]
  private let selection: RunSelection
  private let sensitivity: ScenarioSensitivity?

  init(_ request: String, _ run: RunResults, _ sensitivity: SensitivityResults) throws {
    let match = try #require(
      request.wholeMatch(of: /([a-z-]+) ([0-9]+)(?: (variants|ablation|seeds))?: ([a-z0-9; -]+)/),
      "a request as the suite's comment has it, found: \(request)")
    results = try #require(run[scenario: String(match.1)], "\(match.1) in the reference run")
    size = try #require(Int(match.2))
    shape = match.3
    selection = run.selection
    self.sensitivity = sensitivity.scenarios.first { $0.scenario == match.1 }
    metrics = try match.4.split { " ;".contains($0) }.map { name in
      let all = run[scenario: String(match.1)]?.scenario.metrics ?? []
      return try #require(all.first { $0.name == name }, "the metric \(name)")
    }
  }

  var text: String {
    get throws {
      let rows =
        switch shape {
        case "variants": try variantRows
        case "ablation": try ablationRows
        case "seeds": try seedRows
        default: try strategyRows
        }
      return rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
  }

  private func head(_ texts: [String], _ numbers: [String]) -> [[String]] {
    [texts + numbers, texts.map { _ in "---" } + numbers.map { _ in "---:" }]
  }

  private func title(_ metric: Metric) -> String { "\(metric.name) (\(metric.kind.rawValue))" }

  private func label(_ strategy: String) -> String {
    "`\(strategy)`" + (strategy == results.scenario.naive ? " (naive)" : "")
  }

  private func value(_ metric: Metric, _ result: CaseResult?) -> String {
    result?[metric: metric.name]?.number.map { NumberFormat.text($0, metric.unit) }
      ?? "not available"
  }

  private var strategyRows: [[String]] {
    get throws {
      let configuration = try #require(results.configurations.first { $0.size == size })
      return head(["strategy"], metrics.map(title))
        + results.strategies.map { strategy in
          let result = results.result(of: strategy, in: configuration)
          return [label(strategy)] + metrics.map { value($0, result) }
        }
    }
  }

  /// Each metric with the mean of other seeds and the 95 % interval of that mean.
  private var seedRows: [[String]] {
    get throws {
      let configuration = try #require(results.configurations.first { $0.size == size })
      let spans = try #require(sensitivity, "the scenario in the analysis").spans
      return try head(
        ["strategy"],
        metrics.flatMap { [title($0), "\($0.name): mean of 20 other seeds, 95 % interval"] })
        + results.strategies.map { strategy in
          let result = results.result(of: strategy, in: configuration)
          return try [label(strategy)]
            + metrics.flatMap { metric in
              let seeds = try #require(
                spans.first {
                  $0.metric == metric.name && $0.scenarioCase.strategy == strategy
                    && $0.scenarioCase.configuration == configuration
                }?.seeds)
              try #require(seeds.count == 20)
              let numbers = ([seeds.mean] + (seeds.interval ?? [])).map {
                NumberFormat.text($0, metric.unit)
              }
              try #require(numbers.count == 3)
              return [value(metric, result), "\(numbers[0]) (\(numbers[1]) to \(numbers[2]))"]
            }
        }
    }
  }

  /// The first metric in each variant, and the range of each other one over the variants.
  private var variantRows: [[String]] {
    get throws {
      let first = try #require(metrics.first)
      let configurations = results.configurations.filter { $0.size == size }
      try #require(configurations.count > 1)
      let names = configurations.map { "\(first.name): \($0.variant)" }
      return head(["strategy"], names + metrics.dropFirst().map(title))
        + results.strategies.map { strategy in
          let cases = configurations.map { results.result(of: strategy, in: $0) }
          return [label(strategy)] + cases.map { value(first, $0) }
            + metrics.dropFirst().map { metric in
              let numbers = cases.compactMap { $0?[metric: metric.name]?.number }.sorted()
              let ends = [numbers.first, numbers.last].compactMap(\.self)
                .map { NumberFormat.text($0, metric.unit) }
              return ends.first == ends.last
                ? ends.first ?? "not available" : ends.joined(separator: " to ")
            }
        }
    }
  }

  private var ablationRows: [[String]] {
    get throws {
      let configuration = try #require(results.configurations.first { $0.size == size })
      let ablation = try #require(
        AblationResults(results, in: configuration, selection: selection))
      func cells(_ matches: (AblationResults.Row.Role) -> Bool) -> [String] {
        guard let row = ablation.rows.first(where: { matches($0.role) }) else {
          return metrics.map { _ in "" }
        }
        return metrics.map { value($0, row.result) }
      }
      let settings = ablation.ablation.settings.map { setting in
        [setting.name] + cells { $0 == .alone(setting) } + cells { $0 == .leftOut(setting) }
      }
      let empty = metrics.map { _ in "" }
      return head(
        ["setting"],
        metrics.map { "alone: \(title($0))" } + metrics.map { "left out: \(title($0))" })
        + [["none of them: `\(ablation.ablation.base)`"] + cells { $0 == .base } + empty]
        + settings
        + [["all of them: `\(ablation.ablation.full)`"] + cells { $0 == .full } + empty]
    }
  }
}
