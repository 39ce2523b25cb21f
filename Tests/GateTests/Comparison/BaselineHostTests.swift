import Gate
import Harness
import ScenarioModel
import TestSupport
import Testing

/// Comparisons with a base of another machine.
@Suite struct BaselineHostTests {
  private let metrics: [Metric] = [.viewsCreated, .allocations, .frameTimeP50]

  @Test(arguments: [
    (Provenance.made(processor: "other"), ["frame-time-p50"]),
    (.made(architecture: "arm64"), ["allocations", "frame-time-p50"]),
    (.made(swift: "6.4"), ["allocations", "frame-time-p50"]),
    (.made(allocator: "5.4"), ["allocations", "frame-time-p50"]),
    (.made(build: "debug"), ["allocations", "frame-time-p50"]),
    (.made(kernel: "Linux 7", logicalProcessors: 64, commit: "def"), []),
  ])
  func whatDependsOnWhat(head: Provenance, names: [String]) {
    let mismatches = HostMismatch.mismatches(base: .made(), head: head)
    #expect(mismatches.count == (names.isEmpty ? 0 : 1))
    let dependent = metrics.filter { metric in mismatches.contains { $0.matters(to: metric) } }
    #expect(dependent.map(\.name) == names)
  }

  @Test func policies() {
    let base = Provenance.made()
    let head = Provenance.made(swift: "6.4")
    let refused = HostMismatchPolicy.error.decision(base: base, head: head, metrics: metrics)
    #expect(refused.refusal?.contains("the base's Swift version is 6.3, here it is 6.4") == true)
    #expect(refused.refusal?.contains("--host-mismatch warn") == true)
    let warned = HostMismatchPolicy.warn.decision(base: base, head: head, metrics: metrics)
    #expect(warned.refusal == nil)
    #expect(warned.warnings.count == 1)
    #expect(warned.mismatches.count == 1)
    let ignored = HostMismatchPolicy.ignore.decision(base: base, head: head, metrics: metrics)
    #expect(ignored.refusal == nil && ignored.warnings.isEmpty && ignored.mismatches.isEmpty)
    // Nothing of this baseline depends on the compiler.
    let counted = HostMismatchPolicy.error.decision(
      base: base, head: head, metrics: [.viewsCreated])
    #expect(counted.refusal == nil && counted.warnings.isEmpty)
  }

  @Test func anotherProcessorAloneRefusesNothing() {
    let base = Provenance.made()
    let faster = HostMismatchPolicy.error.decision(
      base: base, head: .made(processor: "other"), metrics: metrics)
    #expect(faster.refusal == nil)
    #expect(faster.mismatches.map(\.property) == [.processor])
    #expect(faster.warnings.count == 1)
    let foreign = HostMismatchPolicy.error.decision(
      base: base, head: .made(processor: "other", swift: "6.4"), metrics: metrics)
    #expect(foreign.refusal?.contains("processor") == true)
  }

  @Test func whatDoesNotDependOnItIsStillGated() {
    func run(_ views: Double, _ allocations: Double) -> RunResults {
      RunResults.made([
        .made("naive", [.exact(.viewsCreated, views), .exact(.allocations, allocations)])
      ])
    }
    let mismatch = HostMismatch(property: .allocator, base: "a", head: "b")
    let metrics = CaseComparison.comparisons(
      of: run(5, 100), with: run(6, 200), mismatches: [mismatch]
    )[0].metrics
    #expect(metrics[0].outcome == .regression)
    #expect(metrics[1].outcome == .notGated(why: "the base's allocator is a, here it is b"))
    #expect(metrics[1].effect?.change == 1)
  }

  @Test func timesOfAnotherProcessorAreOnlyReported() throws {
    func run(_ time: Double) throws -> RunResults {
      RunResults.made([
        .made("fixed", [try .samples(.frameTimeP50, Array(repeating: time, count: 5))])
      ])
    }
    func outcomes(_ mismatches: [HostMismatch]) throws -> [MetricVerdict.Outcome] {
      CaseComparison.comparisons(
        of: try run(1e6), with: try run(3e6), as: .baseline, mismatches: mismatches
      ).flatMap(\.metrics).map(\.outcome)
    }
    #expect(try outcomes([]) == [.regression])
    let mismatch = HostMismatch(property: .processor, base: "a", head: "b")
    #expect(try outcomes([mismatch]) == [.notGated(why: "the base's processor is a, here it is b")])
  }
}
