import Foundation
import LintRules
import Testing

struct ReportTests {
  /// A finding, a note about a comment, and a skipped file; with names that need escapes.
  static func report() throws -> LintReport {
    let rule = try RuleFixture("region-set-in-update").rule
    let source = """
      import MapKit
      func updateUIView(_ view: MKMapView, context: Context) {
        /* é🗺 */ view.region = region
        // mappressure:ignore region-set-in-update why
        f()
      }
      """
    let result = Linter(rules: [rule]).check([
      Linter.Source(path: "My App/Map, 100%:1.swift", bytes: Array(source.utf8)),
      Linter.Source(path: "Latin.swift", bytes: [0x2f, 0x2f, 0xe9]),
    ])
    var report = LintReport(result, rules: [rule])
    report.costs = [
      rule.identifier: RuleCost(
        text: "With it 55 % are right.", code: "f()\n\ng()")
    ]
    return report
  }

  @Test func aLineIsThatOfACompiler() throws {
    let lines = TextReport(try Self.report()).findings.split(separator: "\n")
    let line = try #require(lines.first)
    #expect(line.hasPrefix("My App/Map, 100%:1.swift:3:16: warning: sets the region"))
    #expect(line.hasSuffix(" [region-set-in-update]"))
    #expect(lines.last?.contains(":4:3: note: ") == true)
  }

  @Test func aSectionHasTheCostAndTheCode() throws {
    let text = TextReport(try Self.report()).sections
    #expect(text.hasPrefix("region-set-in-update: 1 finding, likely\n"))
    #expect(text.contains("\n  Cost: With it 55 % are right.\n"))
    #expect(text.contains("\n    f()\n\n    g()\n"))
    #expect(text.contains("\n  Source: axiom-mapkit, line 39\n"))
    #expect(
      text.hasSuffix(
        "1 finding and 1 note in 1 file with 6 lines\n"
          + "not checked: Latin.swift: not UTF-8, which the compiler also expects\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func aCommandOfGitHubIsOneLineWithEscapes() throws {
    let lines = GitHubReport(try Self.report()).text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix(
        "::warning file=My App/Map%2C 100%25%3A1.swift,line=3,endLine=3,col=16,"
          + "title=region-set-in-update::sets the region") == true)
    #expect(lines.first?.contains("%0AWith it 55 %25 are right.%0A") == true)
    #expect(lines.last?.hasPrefix("::notice ") == true)
  }

  @Test func controlCharactersOfAProjectAreNotPrinted() throws {
    var report = try Self.report()
    report.result.findings[0].path = "a\u{1b}[31m\u{202e}\r\n::error::b.swift"
    for text in [TextReport(report).findings, GitHubReport(report).text] {
      #expect(!text.unicodeScalars.contains { ["\u{1b}", "\u{202e}", "\r"].contains($0) })
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("::error") })
    }
  }

  /// Names of files and code are a stranger's: no line of the report is a command of a job's log.
  @Test func aProjectGivesTheLogNoCommand() throws {
    var report = try Self.report()
    let names = [
      "##[stop-commands]x.swift", "\n::error::x.swift", "##vso[task.x]", "::debug::a.swift",
    ]
    report.result.skipped = names.map { SkippedFile(path: $0, reason: "a symbolic link") }
    report.result.findings[0].path = "##[group]a.swift"
    report.result.findings[0].message = "a\n::set-output name=a::b"
    report.result.findings[0].diff = "-::add-mask::\n ::error::c\n\tlet a = 1 // ##[endgroup]"
    let text = TextReport(report)
    for line in (text.findings + text.sections).split(separator: "\n") {
      #expect(!line.trimmingPrefix(while: \.isWhitespace).hasPrefix("::"), "\(line)")
      #expect(!line.contains("##[") && !line.contains("##vso["), "\(line)")
    }
    #expect(text.findings.contains("\n\tlet a = 1"))
  }

  @Test func theJSONIsReadAgain() throws {
    let report = try Self.report()
    let again = try JSONDecoder().decode(LintReport.self, from: Data(try report.json.utf8))
    #expect(again.result.findings == report.result.findings)
    #expect(again.result.skipped == report.result.skipped)
    #expect(try again.json == report.json)
  }

  /// The fields that GitHub's code scanning asks for (docs.github.com, "SARIF support").
  @Test func theSARIFHasWhatCodeScanningAsksFor() throws {
    let object = try JSONSerialization.jsonObject(
      with: Data(try SARIFReport(try Self.report()).text.utf8))
    let document = try #require(object as? [String: Any])
    #expect(document["version"] as? String == "2.1.0")
    let run = try #require((document["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == ["region-set-in-update", "ignore-comment"])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.compactMap { $0["ruleIndex"] as? Int } == [0, 1])
    #expect(results.compactMap { $0["level"] as? String } == ["warning", "note"])
    let places = try #require(results.first?["locations"] as? [[String: [String: Any]]])
    let place = try #require(places.first?["physicalLocation"])
    let artifact = try #require(place["artifactLocation"] as? [String: String])
    #expect(artifact == ["uri": "My%20App/Map,%20100%25%3A1.swift", "uriBaseId": "%SRCROOT%"])
    let region = try #require(place["region"] as? [String: Any])
    // The column counts characters: two of the comment take six bytes.
    #expect(region["startLine"] as? Int == 3 && region["startColumn"] as? Int == 12)
    #expect(region["endColumn"] as? Int == 32)
  }

  @Test func aFingerprintStaysWhenLinesMove() throws {
    func fingerprints(_ source: String) throws -> [String] {
      let rule = try RuleFixture("region-set-in-update").rule
      let result = Linter(rules: [rule]).check([
        Linter.Source(path: "a.swift", bytes: Array("import MapKit\n\(source)".utf8))
      ])
      let text = try SARIFReport(LintReport(result, rules: [rule])).text
      return text.matches(of: #/mappressureLine[^:]*: *"([0-9a-f]+)"/#).map { String($0.output.1) }
    }
    let call = """
      struct A: UIViewRepresentable {
        func updateUIView(_ view: MKMapView, context: Context) {
          view.region = a
          view.region = a
        }
      }
      """
    let found = try fingerprints(call)
    #expect(found.count == 2 && Set(found).count == 2)
    #expect(try fingerprints("\n\n// Moved.\n\(call)") == found)
  }

  @Test func aFixIsADifference() throws {
    let source = "a\nlet b = 1\nlet c = 2\nd\n"
    let edits = [
      Edit(start: 6, end: 7, replacement: "x"), Edit(start: 16, end: 17, replacement: "y\nz"),
    ]
    let changed = try #require(Edit.apply(edits, to: Array(source.utf8)))
    #expect(String(decoding: changed, as: UTF8.self) == "a\nlet x = 1\nlet y\nz = 2\nd\n")
    #expect(
      Edit.difference(edits, of: "a.swift", in: Array(source.utf8)) == """
        --- a.swift
        +++ a.swift
        @@ -2,2 +2,3 @@
        -let b = 1
        -let c = 2
        +let x = 1
        +let y
        +z = 2
        """)
    #expect(Edit.apply([edits[0], edits[0]], to: Array(source.utf8)) == nil)
    #expect(Edit.apply([Edit(start: 5, end: 99, replacement: "")], to: [1, 2]) == nil)
  }
}
