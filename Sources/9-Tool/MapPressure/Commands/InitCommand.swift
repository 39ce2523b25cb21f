import Answers
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
      The folder of an app in the new package. The workflow then fails on mistakes with maps in \
      the app's code.
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
    let place = WorkTree(around: FileManager.default.currentDirectoryPath)
    let source = try PackageSource(
      package ?? Self.folder(of: tool), branch: branch, in: place)
    guard !FileManager.default.fileExists(atPath: name) else {
      throw CommandError(
        "expected no '\(name)' in this folder, found one; choose another name, or remove it")
    }
    let inputs = [
      place.map { "          working-directory: \(PackageSource.literal($0.path + name))\n" },
      lint.map { "          lint: \(PackageSource.literal($0))\n" },
      place.map { _ in "          name: \(name)\n" },
    ]
    let values = [
      "name": name, "dependency": source.dependency, "identity": source.identity,
      "action": source.action?.uses ?? "", "fetch": source.action?.fetch ?? "",
      "inputs": inputs.compactMap(\.self).joined(),
    ]
    for (path, template) in files(in: place) where source.action != nil || !path.hasSuffix(".yml") {
      // In one pass: what a value holds is no placeholder.
      let text = String(decoding: template, as: UTF8.self).replacing(/\{\{([a-z]+)\}\}/) { match in
        values[String(match.output.1)] ?? String(match.output.0)
      }
      let file = URL(fileURLWithPath: path)
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      } catch {
        throw CommandError(
          "cannot write \(file.path): \(FileFault.reason(error)); choose a folder that you may write "
            + "to")
      }
      try AtomicFile.write(text, to: file.path)
      tool.output.print(path)
    }
    if source.action == nil {
      tool.errors.write(
        "no workflow: \(name)/Package.swift depends on a folder that CI does not have; give the "
          + "address of its repository with --package\n")
    }
    let whole = "swift run -c release"
    let time = "five to eleven minutes on 2 cores the first time"
    if let short = source.buildWithModules() {
      tool.output.print("Next: cd \(name) && \(short) \(name) run")
      tool.output.printProse(
        "This uses the code compiled in MapPressure's folder, and takes seconds. "
          + "'\(whole) \(name) run' compiles MapPressure too: \(time).")
    } else {
      tool.output.print("Next: cd \(name) && \(whole) \(name) run")
      tool.output.printProse("It compiles MapPressure too: \(time).")
    }
    return .pass
  }

  /// The files; the workflow at the root of the repository, where GitHub looks for it.
  ///
  /// - Parameter place: the folder of the package in an existing repository; `nil` without one.
  private func files(in place: WorkTree?) -> [(path: String, template: [UInt8])] {
    let own: [(String, [UInt8])] = [
      ("Package.swift", PackageResources.Package_swift_txt),
      ("Sources/\(name)/Main.swift", PackageResources.Main_swift_txt),
      ("Sources/\(name)/QuadTreeClusters.swift", PackageResources.QuadTreeClusters_swift_txt),
      ("Scenarios/\(name).yaml", PackageResources.Scenario_yaml_txt),
      ("README.md", PackageResources.README_md_txt),
      (".gitignore", PackageResources.gitignore_txt),
    ]
    let workflow =
      place.map { "\($0.wayUp).github/workflows/\(name).yml" }
      ?? "\(name)/.github/workflows/gate.yml"
    return own.map { ("\(name)/" + $0.0, $0.1) } + [(workflow, PackageResources.Workflow_yml_txt)]
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

/// The repository around a folder.
private struct WorkTree {
  /// Its root.
  let root: String
  /// The folder's path from the root, with a slash at its end; empty at the root.
  let path: String

  /// `nil` for a folder in no repository.
  init?(around folder: String) {
    var place = URL(fileURLWithPath: folder).standardizedFileURL
    while !FileManager.default.fileExists(atPath: place.appendingPathComponent(".git").path) {
      guard place.pathComponents.count > 1 else { return nil }
      place.deleteLastPathComponent()
    }
    root = place.path
    let own = URL(fileURLWithPath: folder).standardizedFileURL.path.dropFirst(root.count)
    path = own.split(separator: "/").map { $0 + "/" }.joined()
  }

  /// The way from the folder to the root, with a slash at its end; empty at the root.
  var wayUp: String { path.split(separator: "/").map { _ in "../" }.joined() }

  /// The path of a folder from the root; `nil` for one that is not in the repository.
  func path(of folder: String) -> String? {
    guard folder == root || folder.hasPrefix(root + "/") else { return nil }
    return folder.dropFirst(root.count).split(separator: "/").joined(separator: "/")
  }
}

/// The place of the package MapPressure, as a manifest names it.
private struct PackageSource {
  let dependency: String
  /// The name of the package, as a literal.
  let identity: String
  /// The action that a workflow uses, and a step before it; `nil` for a folder that no CI has.
  let action: (uses: String, fetch: String)?
  /// The folder; `nil` for an address.
  private let folder: String?

  /// - Parameter repository: the one that the new package is made in; `nil` without one.
  init(_ place: String, branch: String, in repository: WorkTree?) throws {
    let isAddress = place.contains("://") || place.hasPrefix("git@")
    let location = isAddress ? place : URL(fileURLWithPath: place).standardizedFileURL.path
    for text in [location, branch] where text.unicodeScalars.contains(where: Self.isControl) {
      throw CommandError(
        "expected visible characters in the address, the folder and the branch, found "
          + "\(text.debugDescription); correct --package or --branch, or rename the folder")
    }
    let isThere = isAddress || FileManager.default.fileExists(atPath: location + "/Package.swift")
    // The package manager's rule: the last part of the address, without ".git".
    let last = location.split(separator: "/").last.map(String.init) ?? ""
    let package = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    guard isThere, !package.isEmpty else {
      throw CommandError(
        "expected the address of a repository, or a folder with Package.swift, found '\(place)'; "
          + "correct --package")
    }
    folder = isAddress ? nil : location
    let inside = isAddress ? nil : repository?.path(of: location)
    if let repository, let inside {
      // Each checkout has the same way to it, but not a folder of the same name.
      identity = Self.literal("MapPressure")
      let way = "../" + repository.wayUp + inside
      dependency = ".package(name: \(identity), path: \(Self.literal(way)))"
      action = ("./" + inside, "")
    } else if isAddress {
      identity = Self.literal(package)
      dependency = ".package(url: \(Self.literal(location)), branch: \(Self.literal(branch)))"
      let owner = location.firstMatch(
        of: /^(https:\/\/github\.com\/|git@github\.com:)([A-Za-z0-9-]+\/[A-Za-z0-9._-]+?)(\.git)?$/)
      let words = ["git", "clone", "--depth", "1", "--branch", branch, location, ".mappressure"]
      action =
        owner.map { ("\($0.output.2)@\(branch)", "") }
        ?? (
          "./.mappressure", "      - run: \(Self.literal(ShellWord.command(words)))\n"
        )
    } else {
      identity = Self.literal(package)
      dependency = ".package(path: \(Self.literal(location)))"
      action = nil
    }
  }

  /// The beginning of a command that builds with what 'make build' has compiled in the folder, with the
  /// same options; `nil` where nothing is compiled.
  func buildWithModules() -> String? {
    guard let folder,
      let options = try? String(contentsOfFile: folder + "/.build/options", encoding: .utf8)
    else { return nil }
    return "SWIFTPM_BUILD_DIR=\(ShellWord.command([folder + "/.build"])) swift run "
      + options.split { $0.isWhitespace }.joined(separator: " ")
  }

  /// Returns whether a character cannot stand in a literal as it is, such as a line break, or makes
  /// the literal look like another one, such as a change of the direction of reading.
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
