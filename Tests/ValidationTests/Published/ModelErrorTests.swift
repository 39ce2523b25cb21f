import Families
import Platform
import Reporting
import ScenarioModel
import Simulation
import TestSupport
import Testing
import Validation

@Suite struct ModelErrorTests {
  private static func benchmarks() throws -> [PublishedBenchmark] {
    try RepositoryFile.yaml(in: "Scenarios/validation").map { path, text in
      try PublishedBenchmark(yaml: text, file: path, families: .validating(.standard))
    }
  }

  @Test(.exhaustive) func thePublishedErrorIsThatOfTheValidation() async throws {
    let set = try #require(try ParameterSet(builtIn: "iphone-simulator"))
    let folder = try TemporaryFolder()
    let results = try await ModelValidation(benchmarks: try Self.benchmarks(), sets: [set])
      .run(folder: folder.path)
    let found = try #require(results.sets.first?.modelError)
    let published = ModelError.published
    #expect(found.figures == published.figures)
    #expect(abs(found.factor - published.factor) <= 0.005, "\(found)")
    #expect(abs(found.hitches - published.hitches) <= 0.005, "\(found)")
    #expect(abs(found.hitchesOfConstant - published.hitchesOfConstant) <= 0.005, "\(found)")
    #expect(abs(found.memory - published.memory) <= 0.005, "\(found)")
    #expect(abs(found.memoryOfConstant - published.memoryOfConstant) <= 0.005, "\(found)")
    let times = results.sets[0].rows.filter { $0.isCounted && $0.unit == .nanoseconds }
    let time = try #require(ErrorSummary(times).geometricMean)
    #expect(abs(time - Metric.timeError) <= 0.005, "\(time)")
  }

  /// A figure that counts has set nothing, and one that set something is never held back.
  @Test func theFiguresThatCountWereRecordedThreeTimes() throws {
    let rows = try Self.benchmarks().flatMap(\.rows)
    let counted = rows.filter { $0.use == .counts && $0.measured != nil }
    #expect(counted.count >= ModelError.published.figures)
    #expect(counted.count { $0.recordings < 3 || !$0.sets.isEmpty } == 0)
    #expect(rows.count { $0.use == .fit && $0.measured != nil } > 0)
  }

  @Test func theSentenceHasTheErrorAndTheNumberOfAssumptions() throws {
    let error = ModelError(
      figures: 42, factor: 1.841, hitches: 2.4, hitchesOfConstant: 1.75, memory: 1.4,
      memoryOfConstant: 1.7)
    let profile = try #require(try PlatformProfile.builtIn("iphone-simulator"))
    let assumptions = profile.parameters.filter { $0.confidence == .assumption }
    let sentence = error.sentence(parameters: profile.parameters)
    #expect(
      sentence.hasPrefix(
        "The model's numbers are wrong by a factor of 1.84 on average over 42 published figures of one "
          + "project: hitches by 2.40, footprints by 1.40. All come from pans and a zoom over at most about "
          + "75 views: none covers a freeze"
      ))
    #expect(
      sentence.hasSuffix(
        " A constant instead of the model would be wrong by a factor of 1.75 for hitches and 1.70 "
          + "for footprints. \(assumptions.count) of the model's "
          + "\(profile.parameters.count) parameters are assumptions."))
    #expect(ModelError.sentence == ModelError.published.sentence(parameters: profile.parameters))
    #expect(error.sentence(parameters: []).hasSuffix("and 1.70 for footprints."))
  }
}
