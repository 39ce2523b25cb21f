import Foundation
import TestSupport
import Testing

/// `init` through the real executable. The strategy of its template is compiled into the program of
/// other tests, which runs it.
@Suite(.blocking) struct InitCommandTests {
  private static let repository = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  @Test func thePackageIsComplete() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Tool.call(
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
    // The branch of the base has changes of others, too.
    let workflow = try folder.read("my-clusters/.github/workflows/gate.yml")
    #expect(workflow.contains("gate --base \"$(git rev-parse HEAD^1)\""))
    #expect(workflow.contains("fetch-depth: 2"))
  }

  @Test func anAddressIsALiteralWhateverItHolds() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Tool.call(
      ["init", "mine", "--package", "https://example.org/a\"\u{301}b\\.git"], in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let manifest = try folder.read("mine/Package.swift")
    #expect(manifest.contains("url: \"https://example.org/a\\\"\u{301}b\\\\.git\""))
    #expect(manifest.contains("package: \"a\\\"\u{301}b\\\\\""))
  }

  @Test func anAddressMayLookLikeAPlaceholder() async throws {
    let folder = try TemporaryFolder()
    let address = "https://example.org/{{name}}/{{identity}}.git"
    let outcome = try await Tool.call(["init", "mine", "--package", address], in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let manifest = try folder.read("mine/Package.swift")
    #expect(manifest.contains("url: \"\(address)\""))
    #expect(manifest.contains("package: \"{{identity}}\""))
  }

  @Test func aRepositoryIsADependency() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Tool.call(
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
  @Test func theTemplateLosesNoPinAndKeepsItsThresholds() async throws {
    let folder = try TemporaryFolder()
    let made = try await Tool.call(
      ["init", "my-clusters", "--package", Self.repository], in: folder)
    #expect(made.code == 0, "\(made.errors)")
    let outcome = try Tool.faultyStrategies.run(
      [
        "run", "my-clusters/Scenarios/my-clusters.yaml", "--trials", "0", "--strategies",
        "quad-tree-clusters",
      ], in: folder)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    // The time that is measured depends on the build and on the machine.
    #expect(outcome.output.contains("4 of 4 thresholds hold"))
    #expect(
      try folder.read("my-clusters/Scenarios/my-clusters.yaml").contains(
        "- \"frame-time-p99 <= 16 ms\""))
  }

  @Test(arguments: [
    (["init", "My Clusters"], Int32(64), "lower case words joined by hyphens"),
    (["init", "../mine"], 64, "lower case words joined by hyphens"),
    (["init", "there"], 1, "expected no 'there' in this folder"),
    (
      ["init", "mine", "--package", "nowhere"], 1, "or a folder with Package.swift, found 'nowhere'"
    ),
    (["init", "mine", "--package", "https://example.org/a\nb"], 1, "of visible characters"),
    (["init", "mine", "--package", "https://example.org/a\u{202E}b"], 1, "of visible characters"),
    (["init", "mine", "--package", "https://example.org/a\u{2066}b"], 1, "of visible characters"),
    (
      ["init", "mine", "--package", "https://example.org/a", "--branch", "a\u{2028}b"], 1,
      "of visible characters"
    ),
  ])
  func aMistakeIsNamedAndNothingIsWritten(
    arguments: [String], code: Int32, words: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("there")
    let outcome = try await Tool.call(arguments, in: folder)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(try folder.names() == ["there"])
  }
}
