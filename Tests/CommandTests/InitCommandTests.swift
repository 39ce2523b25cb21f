import Foundation
import TestSupport
import Testing

/// `init` through the real executable. The strategy of its template is compiled into the program of
/// other tests, which runs it.
@Suite(.blocking) struct InitCommandTests {
  private static let repository = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  @Test func thePackageIsComplete() throws {
    let folder = try TemporaryFolder()
    let outcome = try Tool.mappressure.run(
      ["init", "my-clusters", "--package", Self.repository], in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.output.hasSuffix("Next: cd my-clusters && swift run -c release my-clusters run\n"))
    let files = outcome.output.split(separator: "\n").dropLast().map(String.init)
    #expect(files.count == 7)
    for file in files {
      #expect(try !folder.read(file).contains("{{"), "\(file)")
    }
    let manifest = try folder.read("my-clusters/Package.swift")
    #expect(manifest.contains(".package(path: \"\(Self.repository)\")"))
    let identity = URL(filePath: Self.repository).lastPathComponent
    #expect(manifest.contains("package: \"\(identity)\""))
  }

  @Test func aRepositoryIsADependency() throws {
    let folder = try TemporaryFolder()
    let outcome = try Tool.mappressure.run(
      [
        "init", "mine", "--package", "https://example.org/maps/MapPressure.git", "--branch", "next",
      ],
      in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let manifest = try folder.read("mine/Package.swift")
    #expect(
      manifest.contains(
        ".package(url: \"https://example.org/maps/MapPressure.git\", branch: \"next\")"))
    #expect(manifest.contains("package: \"MapPressure\""))
  }

  /// The scenario and the strategy of the template, run by a program that has both.
  @Test func theTemplateLosesNoPinAndKeepsItsThresholds() throws {
    let folder = try TemporaryFolder()
    let made = try Tool.mappressure.run(
      ["init", "my-clusters", "--package", Self.repository], in: folder)
    #expect(made.code == 0, "\(made.errors)")
    let outcome = try Tool.faultyStrategies.run(
      [
        "run", "my-clusters/Scenarios/my-clusters.yaml", "--trials", "1", "--strategies",
        "quad-tree-clusters",
      ], in: folder)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("4 of 4 thresholds hold"))
  }

  @Test(arguments: [
    (["init", "My Clusters"], Int32(64), "lower case words joined by hyphens"),
    (["init", "../mine"], 64, "lower case words joined by hyphens"),
    (["init", "there"], 1, "expected no 'there' in this folder"),
    (
      ["init", "mine", "--package", "nowhere"], 1, "or a folder with Package.swift, found 'nowhere'"
    ),
  ])
  func aMistakeIsNamedAndNothingIsWritten(
    arguments: [String], code: Int32, words: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("there")
    let outcome = try Tool.mappressure.run(arguments, in: folder)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(try folder.names() == ["there"])
  }
}
