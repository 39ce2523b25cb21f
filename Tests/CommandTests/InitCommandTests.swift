import Foundation
import TestSupport
import Testing

/// `init` through the real executable. The strategy of its template is compiled into the program of
/// other tests, which runs it.
@Suite(.blocking) struct InitCommandTests {
  private static let repository = RepositoryFile.folder.path

  @Test func thePackageIsComplete() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Tool.call(
      ["init", "my-clusters", "--package", Self.repository], in: folder
    ).expect(0)
    #expect(
      outcome.output.hasSuffix("Next: cd my-clusters && swift run -c release my-clusters run\n"))
    let files = outcome.output.split(separator: "\n").dropLast().map(String.init)
    #expect(files.count == 7)
    for file in files { #expect(try !folder.read(file).contains("{{"), "\(file)") }
    let manifest = try folder.read("my-clusters/Package.swift")
    #expect(manifest.contains(".package(path: \"\(Self.repository)\")"))
    let identity = URL(filePath: Self.repository).lastPathComponent
    #expect(manifest.contains("package: \"\(identity)\""))
    // The branch of the base has changes of others, too.
    let workflow = try folder.read("my-clusters/.github/workflows/gate.yml")
    #expect(workflow.contains("gate --base \"$(git rev-parse HEAD^1)\""))
    #expect(workflow.contains("fetch-depth: 2"))
    #expect(!workflow.contains("mappressure-lint"))
  }

  @Test func theWorkflowChecksAnAppIfAsked() async throws {
    let folder = try TemporaryFolder()
    try await Tool.call(
      [
        "init", "mine", "--package", "https://example.org/MapPressure.git", "--lint", "My \"App\"",
      ], in: folder
    ).expect(0)
    let workflow = try folder.read("mine/.github/workflows/gate.yml")
    #expect(workflow.contains("env: { PACKAGE: \".build/checkouts/MapPressure\" }\n"))
    #expect(workflow.contains("- run: .build/release/mine lint --strict --lint-program "))
    #expect(workflow.hasSuffix("        env: { APP: \"My \\\"App\\\"\" }\n"))
    try await Tool.call(["init", "other", "--lint", "a\nb"], in: folder).expect(64)
  }

  /// In a process: it knows where it was built.
  @Test func withoutAPackageItIsTheOneOfTheProgram() throws {
    let folder = try TemporaryFolder()
    try Tool.mappressure.run("init my-clusters", in: folder).expect(0)
    let manifest = try folder.read("my-clusters/Package.swift")
    #expect(manifest.contains(".package(path: \"\(Self.repository)\")"))
  }

  /// An address is a literal whatever it holds, and may look like a placeholder.
  @Test(arguments: [
    (
      ["https://example.org/a\"\u{301}b\\.git"],
      "url: \"https://example.org/a\\\"\u{301}b\\\\.git\"", "a\\\"\u{301}b\\\\"
    ),
    (
      ["https://example.org/{{name}}/{{identity}}.git"],
      "url: \"https://example.org/{{name}}/{{identity}}.git\"", "{{identity}}"
    ),
    (
      ["https://example.org/maps/MapPressure.git", "--branch", "next"],
      ".package(url: \"https://example.org/maps/MapPressure.git\", branch: \"next\")", "MapPressure"
    ),
  ]) func aRepositoryIsADependency(
    address: [String], dependency: String, identity: String
  ) async throws {
    let folder = try TemporaryFolder()
    try await Tool.call(["init", "mine", "--package"] + address, in: folder).expect(0)
    let manifest = try folder.read("mine/Package.swift")
    #expect(manifest.contains(dependency))
    #expect(manifest.contains("package: \"\(identity)\""))
  }

  /// The scenario and the strategy of the template, run by a program that has both.
  @Test func theTemplateLosesNoPinAndKeepsItsThresholds() async throws {
    let folder = try TemporaryFolder()
    try await Tool.call(["init", "my-clusters", "--package", Self.repository], in: folder).expect(0)
    let outcome = try Tool.faultyStrategies.run(
      [
        "run", "my-clusters/Scenarios/my-clusters.yaml", "--trials", "0", "--strategies",
        "quad-tree-clusters",
      ], in: folder
    ).expect(0)
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
  ]) func aMistakeIsNamedAndNothingIsWritten(
    arguments: [String], code: Int32, words: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("there")
    try await Tool.call(arguments, in: folder).expect(code, errors: words)
    #expect(try folder.names() == ["there"])
  }
}
