import Foundation
import PinData
import ScenarioModel
import Testing

/// An observed replay: its pictures are there, and the same on every run.
@Suite struct InspectionTests {
  private let world = PinWorld(generator: .cities, trace: .world, pinCount: 100, frameCount: 12)

  private func inspect(_ strategy: String) throws -> (inspection: Inspection, pictures: [Data]) {
    let folder = try TemporaryFolder()
    let scenario = try world.scenario(strategies: [strategy])
    let pictures = try folder.subfolder()
    let inspection = try scenario.workload.inspect(
      try #require(scenario.cases.first), folders: folder.trialFolders(), pictures: pictures)
    let files = try inspection.pictures.map { picture in
      try Data(contentsOf: URL(fileURLWithPath: pictures + "/" + picture.file))
    }
    return (inspection, files)
  }

  @Test func aPictureShowsTheWidestFrame() throws {
    let (inspection, files) = try inspect("grid-clusters")
    let picture = try #require(inspection.pictures.first)
    #expect(inspection.pictures.count == 1)
    #expect(picture.file == "sample-100-grid-clusters.png")
    #expect((0..<12).contains(picture.frame))
    #expect(picture.caption.hasPrefix("grid-clusters, frame \(picture.frame): "))
    #expect(files[0].starts(with: [0x89, 0x50, 0x4E, 0x47]), "a PNG")
  }

  @Test(arguments: ["all-pins", "native-clusters", "visible-region-database"])
  func picturesAndCountsAreTheSameOnEveryRun(strategy: String) throws {
    let first = try inspect(strategy)
    let second = try inspect(strategy)
    #expect(first.pictures == second.pictures)
    // The time to paint is the only one that is measured.
    let names = first.inspection.values.map(\.name)
    #expect(
      names.sorted() == [
        "composite-time", "frames-inspected", "marker-overlap", "overdraw",
        "pin-coverage",
      ])
    #expect(
      first.inspection.values.filter { $0.name != "composite-time" }
        == second.inspection.values.filter { $0.name != "composite-time" })
  }

  @Test func strategiesGiveDifferentPicturesOfOneFrame() throws {
    let all = try inspect("all-pins")
    let grid = try inspect("grid-clusters")
    #expect(all.inspection.pictures.map(\.frame) == grid.inspection.pictures.map(\.frame))
    #expect(all.pictures != grid.pictures)
  }

  /// Pins at one place: all but one view are covered by others.
  @Test func overlapIsTheCoveredShareOfTheViews() throws {
    let world = PinWorld(generator: .identical, trace: .world, pinCount: 50, frameCount: 3)
    let folder = try TemporaryFolder()
    func overlap(_ strategy: String) throws -> Double? {
      let scenario = try world.scenario(strategies: [strategy])
      return try scenario.workload.inspect(
        try #require(scenario.cases.first), folders: folder.trialFolders(),
        pictures: folder.subfolder()
      ).values.first { $0.name == "marker-overlap" }?.value.number
    }
    #expect(try overlap("all-pins") == 1 - 1 / 50)
    #expect(try overlap("grid-clusters") == 0)
  }
}
