import Answers
import Foundation
import Harness
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// Texts that mean something to a browser, a spreadsheet, a terminal or a service are text in every
/// output.
@Suite struct HostileTextTests {
  private static let texts = [
    "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "=cmd|'/c calc'!A1", "@SUM(1)", "a|b`c`|d\\|e", "[link](javascript:alert(1))",
    "\u{1B}[31mred\u{1B}[0m\u{7}\u{8}", "right \u{202E}tfel\u{202C} \u{2066}isolated\u{2069}",
    "first\n::error file=a::second\r\n::add-mask::third", "##[error]fourth",
    "\u{FEFF}\u{200B}zero\u{2028}width\u{2029}", "quote\" onload=\"x", "-- \" ' ` $(reboot)",
  ]

  /// Every output of a run whose texts are hostile.
  private static func outputs(_ text: String) throws -> [String: String] {
    // A scenario's file cannot have the characters of terminals.
    let written = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 }))
    let quoted = try String(decoding: JSONEncoder().encode(written), as: UTF8.self)
    let results = try ReportFixture(
      title: written, trials: 2,
      body: """
        limits:
          - { bound: "max-live-views <= 100", source: \(quoted) }
        claims:
          - { id: one, says: \(quoted), by: \(quoted), strategy: all-pins, metric: max-live-views, at-least: 1 }
        """,
      command: text, processor: written, caption: text
    ).replacing("visible-region-scan", .failed(reason: text)).results()
    let verdict = RunVerdict(results)
    let scenario = try #require(results.scenarios.first)
    var outputs = [
      "report.md": MarkdownReport.text(results, verdict: verdict),
      "published.md": MarkdownReport.text(results, verdict: verdict, scope: .published),
      "scenario.md": ScenarioReport.text(scenario, of: results, verdict: verdict.scenarios.first),
      "claims.md": ClaimsReport(results, verdict: verdict, ledger: .empty).text,
      "report.html": try PageReport(results, verdict: verdict, recording: { _ in nil }).text(),
      "results.csv": CSVReport.results(results),
      "samples.csv": CSVReport.samples(results),
      "results.json": try JSONReport.text(results, verdict: verdict),
      "summary": SummaryTable.text(results, verdict: verdict, isVerbose: true),
    ]
    for format in RunExport.allCases {
      outputs[format.rawValue] = try format.text(results, time: Date(timeIntervalSince1970: 0))
    }
    return outputs
  }

  /// Characters that no output of text needs: a terminal or a reader obeys them.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar != "\n" else { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  @Test(arguments: texts) func noOutputObeysIt(text: String) throws {
    for (name, output) in try Self.outputs(text) {
      #expect(!output.unicodeScalars.contains(where: Self.isObeyed), "\(name)")
      for line in output.split(separator: "\n") {
        let command = line.drop { $0 == " " }
        #expect(!command.hasPrefix("::") && !command.hasPrefix("##["), "\(name): \(line)")
      }
      switch name.split(separator: ".").last {
      case "csv":
        for record in try CSVFile(output).records {
          for field in record.values where !field.isEmpty && Double(field) == nil {
            #expect(!"=+-@".contains(field.prefix(1)), "\(name): \(field)")
          }
        }
      case "json", "bmf", "github-action-benchmark":
        #expect(throws: Never.self) {
          _ = try JSONSerialization.jsonObject(with: Data(output.utf8))
        }
      case "html":
        #expect(!output.contains("<script>alert") && !output.contains("<img src=x"))
      case "md":
        #expect(!output.contains("<script>alert") && !output.contains("<img src=x"), "\(name)")
        #expect(
          output.replacing(/`[^`]*`/, with: "").firstMatch(of: /[^\\]\]\(javascript:/) == nil,
          "\(name)")
        // A pipe of the text would begin a further cell.
        for table in output.split(separator: "\n\n") where table.hasPrefix("|") {
          let widths = table.split(separator: "\n").filter { $0.hasPrefix("|") }.map { row in
            row.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" }
          }
          #expect(Set(widths).count == 1, "\(name): \(table.prefix(400))")
        }
      default: break
      }
    }
  }

  /// The text itself is not lost.
  @Test func theWordsAreShown() throws {
    for (name, output) in try Self.outputs("hostile words")
    where name.hasSuffix(".md") || name.hasSuffix(".html") {
      #expect(output.contains("hostile words"), "\(name)")
    }
  }
}
