import Testing

/// A camera that never looks at the data: nothing that was seen is never a pass.
@Suite struct EmptyViewTests {
  @Test func thresholdsOnPinsThatNobodySawAreNotKept() throws {
    let project = try Project([])
    var scenario = ScenarioFile(
      data: "{ generator: identical, pins: 50, seed: 1 }",
      more: "thresholds: { all-pins: [\"pin-coverage == 1\"] }")
    scenario.strategies = ["all-pins", "grid-clusters"]
    let text = scenario.text.replacing(
      "camera: { trace: pan-and-zoom, frames: 30, seed: 7 }",
      with: "camera: { file: trace.jsonl }")
    try project.write(text, to: "Scenarios/small.yaml")
    try project.write(
      """
      {"time": 0, "center": {"latitude": -80, "longitude": -150}, \
      "span": {"latitudeDelta": 0.001, "longitudeDelta": 0.001}}

      """, to: "Scenarios/trace.jsonl")
    let outcome = try Tool.mappressure.run(["run", "small"], in: project)
    #expect(outcome.code == 2, "\(outcome.errors)")
    #expect(outcome.output.contains("no pin was in view"))
    #expect(try !RunFolderFiles(project).report.contains("stands for every pin in view"))
  }
}
