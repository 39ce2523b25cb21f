import Foundation
import TestSupport
import Testing

/// The program compared with itself, with scenarios of several families: nothing has changed.
@Suite(.blocking, .exhaustive) struct SelfComparisonTests {
  @Test(arguments: [("annotation-count", 200), ("search-per-keystroke", 200), ("region-loop", 15)])
  func theGateFindsNothing(scenario: String, size: Int) throws {
    let project = try TemporaryFolder()
    let base = project.file("base")
    try FileManager.default.copyItem(atPath: Tool.mappressure.path, toPath: base)
    try project.run([
      "gate", "--base-binary", base, scenario, "--sizes", "\(size)", "--exact-only", "--time-all",
      "--quiet",
    ]).expect(0)
    #expect(
      try project.names("Reports/gate") == ["gate.html", "gate.json", "gate.md", "junit.xml"])
  }

  @Test func aBaselineFindsNothing() throws {
    let project = try TemporaryFolder()
    try project.run("baseline update b.json annotation-count --sizes 100 500 --quiet").expect(0)
    try project.run("baseline check b.json annotation-count --sizes 100 500 --quiet").expect(0)
  }
}
