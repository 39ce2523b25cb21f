import ArgumentParser
import Foundation
import Reporting
import ScenarioModel
import Support

/// `mappressure init`: writes a package for a strategy of one's own.
struct InitCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a package for a strategy of your own.",
    usage: "mappressure init <name> [<options>]",
    discussion: """
      Writes a strategy, a scenario, a workflow for CI and a README into a new folder. \
      The package is an executable with all commands of this tool.

        mappressure init my-clusters
        cd my-clusters
        swift run -c release my-clusters run
      """)

  @Argument(help: "The name of the package and of its folder: lower case words joined by hyphens.")
  var name: String

  @Option(
    help: """
      The package MapPressure: the address of a repository, or a folder. (default: the folder that \
      this program was built from)
      """, completion: .folder)
  var package: String?

  @Option(help: "The branch of a repository.", completion: .reference)
  var branch = "main"

  @Option(
    help: """
      The folder of an app in the new package: the workflow fails for mistakes with maps in its \
      code.
      """, completion: .folder)
  var lint: String?

  func validate() throws {
    if let lint, lint.isEmpty || lint != PlainText.line(lint) {
      throw ValidationError(
        "--lint: expected the folder of an app, found '\(PlainText.line(lint))'")
    }
    let isWord = { (word: Substring) in
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
    }
    let words = name.split(separator: "-", omittingEmptySubsequences: false)
    guard words.allSatisfy(isWord), words.first?.first?.isLetter == true, name.utf8.count <= 60
    else {
      throw ValidationError(
        "expected a name of lower case words joined by hyphens, such as my-clusters, found '"
          + PlainText.line(name) + "'")
    }
  }

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let source = try PackageSource(package ?? Self.folder(of: tool), branch: branch)
    guard !FileManager.default.fileExists(atPath: name) else {
      throw CommandError(
        "expected no '\(name)' in this folder, found one; choose another name, or remove it")
    }
    let values = [
      "name": name, "dependency": source.dependency, "identity": source.identity,
      "checkout": source.checkout, "app": PackageSource.literal(lint ?? ""),
    ]
    for (path, template) in Self.files(name) {
      var text = String(decoding: template, as: UTF8.self)
      if lint == nil, let steps = text.range(of: "      # Mistakes with maps") {
        text.removeSubrange(steps.lowerBound...)
      }
      // In one pass: what a value holds is no placeholder.
      text = text.replacing(/\{\{([a-z]+)\}\}/) { match in
        values[String(match.output.1)] ?? String(match.output.0)
      }
      let file = URL(fileURLWithPath: name).appendingPathComponent(path)
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      } catch {
        throw CommandError(
          "cannot write \(file.path): \(FileFault.reason(error)); choose a folder that you may write "
            + "to")
      }
      try AtomicFile.write(text, to: file.path)
      tool.output.print("\(name)/\(path)")
    }
    if source.isFolder {
      tool.errors.write(
        "\(name)/Package.swift depends on a folder of this machine; for a CI, give the address of a "
          + "repository with --package\n")
    }
    tool.output.print("Next: cd \(name) && swift run -c release \(name) run")
    return .pass
  }

  private static func files(_ name: String) -> [(path: String, template: [UInt8])] {
    [
      ("Package.swift", PackageResources.Package_swift_txt),
      ("Sources/\(name)/Main.swift", PackageResources.Main_swift_txt),
      ("Sources/\(name)/QuadTreeClusters.swift", PackageResources.QuadTreeClusters_swift_txt),
      ("Scenarios/\(name).yaml", PackageResources.Scenario_yaml_txt),
      (".github/workflows/gate.yml", PackageResources.Workflow_yml_txt),
      ("README.md", PackageResources.README_md_txt),
      (".gitignore", PackageResources.gitignore_txt),
    ]
  }

  /// The folder of the package MapPressure that this program was built from, if it is there.
  private static func folder(of tool: MapPressureTool) throws -> String {
    var folder = URL(fileURLWithPath: tool.source)
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      let manifest = folder.appendingPathComponent("Package.swift").path
      if let text = try? String(contentsOfFile: manifest, encoding: .utf8),
        text.contains("name: \"MapPressure\"")
      {
        return folder.path
      }
    }
    throw CommandError(
      "expected the package MapPressure where this program was built, found none; give its "
        + "repository or its folder with --package")
  }
}

/// The place of the package MapPressure, as a manifest names it.
private struct PackageSource {
  let dependency: String
  /// The name of the package, as a literal.
  let identity: String
  /// The place of the package beside a built one, as a literal.
  let checkout: String
  /// True for a folder, which another machine does not have.
  let isFolder: Bool

  init(_ place: String, branch: String) throws {
    let isAddress = place.contains("://") || place.hasPrefix("git@")
    isFolder = !isAddress
    let location = isAddress ? place : URL(fileURLWithPath: place).standardizedFileURL.path
    for text in [location, branch] where text.unicodeScalars.contains(where: Self.isControl) {
      throw CommandError(
        "expected an address or a folder, and a branch, of visible characters, found "
          + "\(text.debugDescription); correct --package or --branch, or rename the folder")
    }
    let isThere = isAddress || FileManager.default.fileExists(atPath: location + "/Package.swift")
    // The package manager's rule: the last part of the address, without ".git".
    let last = location.split(separator: "/").last.map(String.init) ?? ""
    let name = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    guard isThere, !name.isEmpty else {
      throw CommandError(
        "expected the address of a repository, or a folder with Package.swift, found '\(place)'; "
          + "correct --package")
    }
    identity = Self.literal(name)
    checkout = Self.literal(isAddress ? ".build/checkouts/\(name)" : location)
    dependency =
      isAddress
      ? ".package(url: \(Self.literal(location)), branch: \(Self.literal(branch)))"
      : ".package(path: \(Self.literal(location)))"
  }

  /// Returns `true` for a character that a literal cannot hold as it is, such as a line break, or
  /// that makes it look like another one, such as a change of the direction of reading.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isBidiControl { return true }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// A text as a literal of Swift.
  static func literal(_ text: String) -> String {
    "\"" + text.escapingScalars(["\\": "\\\\", "\"": "\\\""]) + "\""
  }
}
