import TestSupport
import Testing

@Suite(.blocking) struct DoctorCommandTests {
  private func doctor(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    try TemporaryFolder().run(["doctor"] + arguments, environment: environment)
  }

  @Test func aMachineThatIsNotFitIsReportedAndNoFailure() throws {
    // Two pairs prove nothing.
    let outcome = try doctor("--seconds", "0").expect(
      0, output: "Noise: the same work in 2 pairs of fresh processes",
      "\nVerdict: fit for counted numbers only")
    #expect(outcome.errors == "")
  }

  @Test(.exhaustive) func whatIsRequiredAndNotSeenFails() throws {
    let outcome = try doctor("--seconds", "0", "--require", "5").expect(2, output: "Verdict:")
    #expect(outcome.errors == "mappressure: a difference of 5 % cannot be detected here\n")
  }

  @Test(.exhaustive) func theJSONHasEveryFactWithAValueOrAReason() throws {
    let document = try doctor("--seconds", "0", "--json").expect(0).json()
    #expect(document.schema == 1 && document.noise.pairs == 2)
    #expect(document.verdict.fitForMeasuredDifferences == false)
    #expect(document.verdict["text"].text?.isEmpty == false)
    let facts = document.facts.list
    let names = facts.compactMap { $0.name.text }
    #expect(names.count == facts.count && Set(names).count == names.count)
    for name in ["stolen-time", "instruction-counter", "valgrind", "allocator", "swap"] {
      #expect(names.contains(name), "\(name)")
    }
    for fact in facts {
      #expect((fact.value.text == nil) != (fact["not-available"].text == nil), "\(fact.name)")
      #expect(fact.meaning.text?.isEmpty == false)
    }
  }

  @Test(.exhaustive) func withoutAPathThereIsNoValgrind() throws {
    let document = try doctor("--seconds", "0", "--json", environment: ["PATH": ""]).expect(0)
      .json()
    let fact = try #require(document.facts.list.first { $0.name == "valgrind" })
    #expect(fact["not-available"] == "not installed")
  }

  @Test(arguments: [
    ["--require", "0"], ["--require", "-1"], ["--require", "nan"], ["--seconds", "-1"],
    ["--seconds", "nan"], ["--require"],
  ]) func nonsenseIsWrongUsage(_ arguments: [String]) async throws {
    try await TemporaryFolder().call(["doctor"] + arguments).expect(64)
  }
}
