import Families
import ScenarioModel
import TestSupport
import Testing

/// Facts on the environment of a scenario of the annotation-updates family, and changes of the data
/// that contradict its sizes.
@Suite struct AnnotationUpdateMistakeTests {
  private func workload(changes: String?) throws -> any Workload {
    try FamilyTrial(
      Family.annotationUpdates,
      """
      data: { generator: cities, pins: 100, seed: 42 }
      device: { viewport: [200, 400], scale: 1, refresh: 60, profile: iphone-simulator }
      camera: { trace: fling, frames: 60, seed: 7 }
      """, replacing: ["changes": changes]
    ).scenario.workload
  }

  private let allChanges =
    "{ location: 1, moving: { pins: 10, rate: 10 }, refresh: { every: 5, churn: 0.01 }, "
    + "taps: 0.5, seed: 1 }"

  @Test func theTextWithoutAMistakeIsRead() throws {
    let workload = try workload(changes: allChanges)
    #expect(try workload.defaultSize() == 100)
    try workload.check(sizes: [10, 100])
    #expect(workload.seeds.map(\.name) == ["pins", "camera", "changes"])
    #expect(workload.seeds.map(\.seed) == [42, 7, 1])
    #expect(
      workload.facts.first { $0.name == "changes" }?.value
        == "location 1 a second, pins 10 moving, rate 10 a second, every 5 s, churn 0.01, "
        + "taps 0.5 a second, seed 1")
    #expect(
      try self.workload(changes: nil).facts.first { $0.name == "changes" }?.value
        == "nothing but the camera")
  }

  @Test func morePinsCannotMoveThanThereAre() throws {
    let error = #expect(throws: WorkloadError.self) {
      try workload(changes: allChanges).check(sizes: [100, 9])
    }
    #expect(
      error?.description
        == "changes: expected at most 9 moving pins for the size 9, found 10; lower 'pins' of "
        + "'moving' or raise 'sizes'")
  }

  /// Every replaced pin had a number, which is kept.
  @Test func theDataIsNotLoadedAgainTooOften() throws {
    let workload = try workload(changes: "{ refresh: { every: 0.01, churn: 1 } }")
    // 60 frames are a second, with 100 refreshes of the data.
    try workload.check(sizes: [10, 1_000_000])
    let error = #expect(throws: WorkloadError.self) { try workload.check(sizes: [10, 1_000_001]) }
    #expect(
      error?.description
        == "changes: expected at most 99 refreshes of the data for the size 1000001, found 100; "
        + "raise 'every' of 'refresh', or lower 'sizes' or 'frames'")
    try self.workload(changes: nil).check(sizes: [10_000_000])
  }
}
