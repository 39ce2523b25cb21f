import Gate
import Harness
import ScenarioModel
import Testing

/// What becomes of a comparison with a base of another machine.
@Suite struct BaselineHostTests {
  private typealias Fixture = ComparisonSides
  private let metrics: [Metric] = [Fixture.views, .allocations, .frameTimeP50]

  @Test(arguments: [
    (Fixture.provenance(processor: "other"), ["frame-time-p50"]),
    (Fixture.provenance(architecture: "arm64"), ["allocations", "frame-time-p50"]),
    (Fixture.provenance(swift: "6.4"), ["allocations", "frame-time-p50"]),
    (Fixture.provenance(allocator: "5.4"), ["allocations", "frame-time-p50"]),
    (Fixture.provenance(build: "debug"), ["allocations", "frame-time-p50"]),
    (Fixture.provenance(kernel: "Linux 7", logicalProcessors: 64, commit: "def"), []),
  ])
  func whatDependsOnWhat(head: Provenance, names: [String]) {
    let mismatches = HostMismatch.mismatches(base: Fixture.provenance(), head: head)
    #expect(mismatches.count == (names.isEmpty ? 0 : 1))
    let dependent = metrics.filter { metric in mismatches.contains { $0.matters(to: metric) } }
    #expect(dependent.map(\.name) == names)
  }

  @Test func policies() {
    let base = Fixture.provenance()
    let head = Fixture.provenance(swift: "6.4")
    let refused = HostMismatchPolicy.error.decision(base: base, head: head, metrics: metrics)
    #expect(
      refused.refusal?.contains("the base's Swift version is 6.3, here it is 6.4") == true)
    #expect(refused.refusal?.contains("--host-mismatch warn") == true)
    let warned = HostMismatchPolicy.warn.decision(base: base, head: head, metrics: metrics)
    #expect(warned.refusal == nil)
    #expect(warned.warnings.count == 1)
    #expect(warned.mismatches.count == 1)
    let ignored = HostMismatchPolicy.ignore.decision(base: base, head: head, metrics: metrics)
    #expect(ignored.refusal == nil && ignored.warnings.isEmpty && ignored.mismatches.isEmpty)
    // Nothing of this baseline depends on the compiler.
    let counted = HostMismatchPolicy.error.decision(
      base: base, head: head, metrics: [Fixture.views])
    #expect(counted.refusal == nil && counted.warnings.isEmpty)
  }

  @Test func anotherProcessorAloneRefusesNothing() {
    let base = Fixture.provenance()
    let faster = HostMismatchPolicy.error.decision(
      base: base, head: Fixture.provenance(processor: "other"), metrics: metrics)
    #expect(faster.refusal == nil)
    #expect(faster.mismatches.map(\.property) == [.processor])
    #expect(faster.warnings.count == 1)
    let foreign = HostMismatchPolicy.error.decision(
      base: base, head: Fixture.provenance(processor: "other", swift: "6.4"), metrics: metrics)
    #expect(foreign.refusal?.contains("processor") == true)
  }

  @Test func whatDoesNotDependOnItIsStillGated() {
    func run(_ views: Double, _ allocations: Double) -> RunResults {
      Fixture.run([
        Fixture.result(
          "naive",
          [Fixture.exact(Fixture.views, views), Fixture.exact(.allocations, allocations)])
      ])
    }
    let mismatch = HostMismatch(property: .allocator, base: "a", head: "b")
    let metrics = CaseComparison.comparisons(
      of: run(5, 100), with: run(6, 200), mismatches: [mismatch]
    )[0].metrics
    #expect(metrics[0].outcome == .regression)
    #expect(
      metrics[1].outcome == .notGated(why: "the base's allocator is a, here it is b"))
    #expect(metrics[1].effect?.change == 1)
  }

  @Test func timesOfAnotherProcessorAreToldOnly() throws {
    func run(_ time: Double) throws -> RunResults {
      Fixture.run([
        Fixture.result(
          "fixed", [try Fixture.samples(.frameTimeP50, Array(repeating: time, count: 5))])
      ])
    }
    func outcomes(_ mismatches: [HostMismatch]) throws -> [MetricVerdict.Outcome] {
      CaseComparison.comparisons(
        of: try run(1e6), with: try run(3e6), as: .baseline, mismatches: mismatches
      ).flatMap(\.metrics).map(\.outcome)
    }
    #expect(try outcomes([]) == [.regression])
    let mismatch = HostMismatch(property: .processor, base: "a", head: "b")
    #expect(
      try outcomes([mismatch]) == [.notGated(why: "the base's processor is a, here it is b")])
  }
}
