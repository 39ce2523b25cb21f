import Gate
import Reporting
import TestSupport
import Testing

@Suite struct ComparisonAnnotationTests {
  private static func lines(
    _ results: ComparisonResults, failsOnInconclusive: Bool = false
  ) -> [String] {
    WorkflowAnnotations.lines(
      results, verdict: results.verdict, failsOnInconclusive: failsOnInconclusive)
  }

  @Test func aCaseThatGotWorseIsAnErrorAtItsScenario() {
    #expect(
      Self.lines(.regression) == [
        "::error file=Scenarios/ten-thousand-pins.yaml,title=ten-thousand-pins 10000 "
          + "grid-clusters%3A 2 metrics got worse::views-created 312 -> 10,000 (32.1 x); 1,550 x a "
          + "2 %25 change%0Aframe-time +5.1 %25 [4.6, 5.7] in 256 fresh pairs after a suspicion "
          + "in 64; 2.55 x its margin%0Aagain: mappressure gate --base main "
          + "Scenarios/ten-thousand-pins.yaml --strategies grid-clusters --sizes 10000"
      ])
  }

  @Test func aPassHasNone() {
    #expect(Self.lines(.pass).isEmpty)
    #expect(Self.lines(.accepted).isEmpty)
    #expect(Self.lines(.invalid).count == 2)
  }

  @Test(arguments: [
    (
      ComparisonResults.inconclusive, "file=Scenarios/ten-thousand-pins.yaml,title=",
      "1 metric inconclusive::frame-time +1.9 %25 [-0.4, 4.1]"
    ),
    (
      .relaxed, "title=Head relaxes the base's requirements::ten-thousand-pins",
      "ten-thousand-pins"
    ),
    (
      .besidePass(.baseBroken(why: "x")), "file=",
      "in the base%2C undecided::x%0Aagain: mappressure gate"
    ),
    (
      .besidePass(.baseNotDeterministic(why: "x")), "file=",
      "in the base%2C undecided::x%0Aagain: mappressure gate"
    ),
  ]) func whatIsUndecidedIsAWarningUnlessItFails(
    results: ComparisonResults, properties: String, message: String
  ) {
    let lines = Self.lines(results)
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("::warning " + properties))
    #expect(lines[0].contains(message))
    #expect(
      Self.lines(results, failsOnInconclusive: true)
        == [lines[0].replacing("::warning ", with: "::error ")])
  }

  @Test(arguments: [
    (CaseComparison.Status.removed(why: "gone"), "only in the base::gone"),
    (.notComparable(why: "other seeds"), "not comparable::other seeds%0Aagain: mappressure gate"),
  ]) func aCaseWithoutACounterpartIsAnError(status: CaseComparison.Status, words: String) throws {
    let lines = Self.lines(.besidePass(status))
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("::error file="))
    #expect(lines[0].contains(words))
    // What the head does not know cannot be asked of it.
    #expect(lines[0].contains("again: ") == (status != .removed(why: "gone")))
  }

  @Test func aLostNumberIsAnError() {
    let lines = Self.lines(
      ComparisonResults([.compared([.exact(.viewsCreated, 3, nil, .missing(why: "gone"))])]))
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("::error file="))
    #expect(lines[0].contains("1 metric missing in the head::views-created 3 in the base: gone"))
  }

  @Test(arguments: [false, true]) func thereIsAnErrorExactlyWhereTheCommandFails(
    failsOnInconclusive: Bool
  ) throws {
    for results in ComparisonResults.all {
      let lines = Self.lines(results, failsOnInconclusive: failsOnInconclusive)
      let code = try results.document(failsOnInconclusive: failsOnInconclusive)
        .verdict.exitCode
      #expect(lines.contains { $0.hasPrefix("::error ") } == (code != 0), "\(code)")
    }
  }

  @Test func aRefusalIsAnError() {
    let lines = Self.lines(ComparisonResults([], refusal: "protocol 3, 4"))
    #expect(
      lines == [
        "::error title=Base and head cannot be compared::protocol 3, 4%0A"
          + "base abc1234, head def5678, side by side on this machine"
      ])
  }

  @Test func noMoreThanGitHubShowsAndTheRestIsCounted() {
    let ten = Self.lines(.many(cases: 10, metrics: 1))
    #expect(ten.count == 10)
    #expect(ten.allSatisfy { $0.contains("got worse") })
    let lines = Self.lines(.many(cases: 11, metrics: 12))
    #expect(lines.count == 10)
    #expect(lines.last?.hasPrefix("::error title=2 more cases::") == true)
    #expect(lines[0].contains("%0Aand 2 more metrics: see gate.md%0A"))
  }

  @Test func theLevelsAreLimitedApart() {
    let lines = Self.lines(
      ComparisonResults(
        (0..<15).map {
          .status(.broken(why: "x"), of: .sample("bad-\($0)"))
        }
          + (0..<15).map {
            .status(.baseBroken(why: "x"), of: .sample("gone-\($0)"))
          }))
    #expect(lines.count { $0.hasPrefix("::error ") } == 10)
    #expect(lines.count { $0.hasPrefix("::warning ") } == 10)
    #expect(lines.count { $0.contains("title=6 more cases") } == 2)
  }

  @Test func theEscapesAreGitHubs() {
    let results = ComparisonResults(
      kind: .programs, base: ComparisonResults.pass.base, head: ComparisonResults.pass.head,
      cases: [
        .status(.broken(why: "5 %: a,b %0A"), of: .sample("s", scenario: "x: 5 %, y"))
      ], scenarioFiles: ["x: 5 %, y": "a,b:c%\r\n.yaml"],
      command: "mappressure gate")
    #expect(
      Self.lines(results) == [
        "::error file=a%2Cb%3Ac%25%0D%0A.yaml,title=x%3A 5 %25%2C y 10000 s%3A broken in the head::"
          + "5 %25: a,b %250A%0Aagain: mappressure gate 'a,b:c%25 .yaml' --strategies s "
          + "--sizes 10000"
      ])
  }

  /// The log that the line stands in may be another service's.
  @Test func anAnnotationHoldsNoOtherCommand() {
    let results = ComparisonResults(
      kind: .programs, base: ComparisonResults.pass.base, head: ComparisonResults.pass.head,
      cases: [
        .status(.broken(why: "##vso[task.x]y"), of: .sample("##[s]", scenario: "x"))
      ], scenarioFiles: ["x": "a\u{1B}[1m\u{9B}.yaml"], command: "gate")
    let lines = Self.lines(results)
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("::error file=a [1m .yaml,title=x 10000 ## [s]%3A broken in the"))
    #expect(lines[0].contains("::## vso[task.x]y%0Aagain: "))
    #expect(!lines[0].contains("##[") && !lines[0].contains("##vso["))
  }

  @Test func namesFromDataStayInTheirPlace() {
    let lines = Self.lines(.evil)
    #expect(lines.count == 3)
    for line in lines {
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
      // Only the command's own: before the message, properties have no colon left.
      let parts = line.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
      #expect(parts[0].isEmpty)
      let properties = parts[1].drop { $0 != " " }.dropFirst()
      #expect(properties.split(separator: ",").allSatisfy { $0.contains("=") })
      #expect(!properties.contains(":"))
    }
  }
}
