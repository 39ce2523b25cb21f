import ScenarioModel
import TestSupport
import Testing

/// The example of `CONTRIBUTING.md`, which a newcomer copies, is this code, and works.
@Suite struct BadgesTests {
  @Test func theExampleOfTheDocumentIsThisFile() throws {
    let code = try RepositoryFile.text("Tests/FamiliesTests/BadgesFamily.swift")
    #expect(try RepositoryFile.text("CONTRIBUTING.md").contains("```swift\n\(code)```"))
  }

  @Test func theExampleIsReplayed() throws {
    let trial = try FamilyTrial(
      Family.badges,
      """
      data: { generator: cities, pins: 200 }
      device: { viewport: [200, 400], profile: iphone-simulator }
      camera: { trace: pan-and-zoom, frames: 60 }
      badge: { limit: 50 }
      """)
    let (each, rest) = (try trial.run("each-frame"), try trial.run("at-rest"))
    #expect(each["counts"] == 60 && each["right-frames"] == 1)
    #expect(try #require(rest["counts"]) < 60)
    #expect(try #require(rest["right-frames"]) < 1)
  }
}
