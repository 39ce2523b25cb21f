import Foundation
import TestSupport
import Testing

/// `init` through the real executable. The strategy of its template is compiled into the program of
/// other tests, which runs it.
@Suite(.blocking) struct InitCommandTests {
  private static let repository = RepositoryFile.folder.path

  @Test func thePackageIsComplete() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await folder.call(["init", "my-clusters", "--package", Self.repository])
      .expect(0, errors: "no workflow: my-clusters/Package.swift depends on a folder")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let next = try #require(lines.first { $0.hasPrefix("Next: cd my-clusters && ") })
    #expect(next.contains("swift run -c release ") && next.hasSuffix(" my-clusters run"))
    let files = lines.filter { $0.hasPrefix("my-clusters/") }
    #expect(files.count == 6)
    for file in files { #expect(try !folder.read(file).contains("{{"), "\(file)") }
    let manifest = try folder.read("my-clusters/Package.swift")
    #expect(manifest.contains(".package(path: \"\(Self.repository)\")"))
    let identity = URL(filePath: Self.repository).lastPathComponent
    #expect(manifest.contains("package: \"\(identity)\""))
  }

  /// The workflow is the action of the package's repository, and where that is not on GitHub of a copy.
  @Test(arguments: [
    ("https://github.com/maps/MapPressure.git", "- uses: maps/MapPressure@main\n", false),
    ("git@github.com:maps/press", "- uses: maps/press@main\n", false),
    ("https://example.org/MapPressure.git", "- uses: ./.mappressure\n", true),
  ]) func theWorkflowUsesTheAction(address: String, uses: String, clones: Bool) async throws {
    let folder = try TemporaryFolder()
    try await folder.call(["init", "mine", "--package", address, "--lint", "My \"App\""]).expect(0)
    let workflow = try folder.read("mine/.github/workflows/gate.yml")
    #expect(workflow.contains(uses))
    #expect(
      workflow.contains("git clone --depth 1 --branch main \(address) .mappressure") == clones)
    #expect(workflow.contains("\n          lint: \"My \\\"App\\\"\"\n"))
    #expect(!workflow.contains("working-directory"))
    try await folder.call(["init", "other", "--lint", "a\nb"]).expect(64)
  }

  /// In a folder of a repository the workflow stands where GitHub looks for it; a package of the same
  /// repository is named by its way.
  @Test func aPackageInAFolderOfARepository() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder(".git")
    try folder.write("// swift-tools-version: 6.2\n", to: "press/Package.swift")
    try await folder.call("init mine --package press").expect(0)
    let workflow = try folder.read(".github/workflows/mine.yml")
    #expect(workflow.contains("- uses: ./press\n"))
    #expect(workflow.contains("\n          working-directory: \"mine\"\n"))
    #expect(workflow.hasSuffix("          name: mine\n"))
    let manifest = try folder.read("mine/Package.swift")
    #expect(manifest.contains(".package(name: \"MapPressure\", path: \"../press\")"))
    #expect(manifest.contains("package: \"MapPressure\""))
  }

  /// In a process: it knows where it was built.
  @Test func withoutAPackageItIsTheOneOfTheProgram() throws {
    let folder = try TemporaryFolder()
    try folder.run("init my-clusters").expect(0)
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
    try await folder.call(["init", "mine", "--package"] + address).expect(0)
    let manifest = try folder.read("mine/Package.swift")
    #expect(manifest.contains(dependency))
    #expect(manifest.contains("package: \"\(identity)\""))
  }

  /// The scenario and the strategy of the template, run by a program that has both.
  @Test func theTemplateLosesNoPinAndKeepsItsThresholds() async throws {
    let folder = try TemporaryFolder()
    try await folder.call(["init", "my-clusters", "--package", Self.repository]).expect(0)
    let outcome = try folder.runFaulty(
      "run my-clusters/Scenarios/my-clusters.yaml --trials 0 --strategies quad-tree-clusters"
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
    (["init", "mine", "--package", "https://example.org/a\nb"], 1, "visible characters"),
    (["init", "mine", "--package", "https://example.org/a\u{202E}b"], 1, "visible characters"),
    (["init", "mine", "--package", "https://example.org/a\u{2066}b"], 1, "visible characters"),
    (
      ["init", "mine", "--package", "https://example.org/a", "--branch", "a\u{2028}b"], 1,
      "visible characters"
    ),
  ]) func aMistakeIsNamedAndNothingIsWritten(
    arguments: [String], code: Int32, words: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("there")
    try await folder.call(arguments).expect(code, errors: words)
    #expect(try folder.names() == ["there"])
  }
}
