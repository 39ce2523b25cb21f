import Foundation
import TestSupport
import Testing

/// The program whose sources are in the repositories.
private let tool = Tool.faultyStrategies

/// A base that is a commit: built in a worktree, kept, and compared with.
@Suite(.blocking, .exhaustive) struct GateBaseTests {
  @Test func aCommitIsBuiltApartAndKept() throws {
    let project = try TemporaryFolder.repository()
    // What is not committed is the head's alone.
    try project.write("print(1 +\n", to: mainFile)
    try project.gate("trunk").expect(5, words: "hello 1", errors: "building the base")
    // Nothing is left in the repository, and the next one begins at once.
    #expect(!project.exists(".build/mappressure-gate/source"))
    #expect(try project.git("worktree", "list").split(separator: "\n").count == 1)
    try project.gate("HEAD").expect(5, errors: "is already built")
  }

  /// Cases that the head no longer has are not compared, and the report says so.
  @Test func casesThatOnlyTheBaseHasAreReported() throws {
    let project = try TemporaryFolder.repository()
    try project.remove("Scenarios/lost.yaml")
    let outcome = try project.gate("trunk")
    #expect(outcome.words.contains("not in the head's"), "\(outcome)")
    #expect(outcome.words.contains("2 cases of the base's scenario files"))
    #expect(outcome.words.contains("lost 200 grid-clusters"))
    // The files of the commit are kept with its program.
    try project.gate("trunk").expect(
      5, words: "lost 200 grid-clusters", errors: "is already built")
    // The program of these tests was built from other sources, so that no change here is in it.
    #expect(outcome.words.contains("the gate does not judge the working folder"), "\(outcome)")
  }

  /// The tolerances of the head's files do not count, and the first line names them.
  @Test func whatTheHeadsFilesLoosenIsReported() throws {
    let project = try TemporaryFolder.repository()
    let scenario = ScenarioFile(more: "tolerances: { views-created: 50 % }")
    try project.write(scenario)
    let outcome = try project.gate("trunk")
    #expect(outcome.words.hasPrefix("NOT COMPARABLE: the base speaks another version"))
    #expect(
      outcome.words.contains(
        "; the head relaxes the base's requirements (small: the tolerance of views-created is 50 %")
    )
  }

  @Test func aBaseThatDoesNotBuildLeavesItsLog() throws {
    let project = try TemporaryFolder.repository()
    try project.write("let broken: Int = \"text\"\n", to: mainFile)
    try project.commitAll("Break it")
    try project.gate("HEAD").expect(5, words: "cannot be built", "build.log")
    #expect(try project.read("Reports/gate/base-build.log").contains("error:"))
    #expect(!project.exists(".build/mappressure-gate/source"))
  }

  @Test func whatGitDoesNotKnowCannotBeCompared() throws {
    let project = try TemporaryFolder.repository()
    let unknown = try project.gate("nowhere").expect(5, words: "'nowhere', which git does not know")
    #expect(!unknown.words.contains("shallow"))
    // As in a checkout of a CI, which has no branches of its own.
    try project.git("update-ref", "refs/remotes/origin/main", "HEAD")
    for name in ["main", "main^0"] {
      let outcome = try project.gate(name).expect(5, words: "--base origin/\(name)")
      #expect(!outcome.words.contains("shallow"))
    }
    // A name is a name, whatever it looks like.
    try project.gate("--all").expect(5)
  }

  /// A build in place of the package manager's, whose own child waits with a lock.
  @Test func aStoppedGateEndsTheBuildWithWhatItStarted() throws {
    let project = try TemporaryFolder.repository()
    let child = "exec 9> '\(project.path)/alive-'$$; flock -x 9; exec sleep 600"
    try project.writeProgram(
      "bin/swift",
      "[ \"$1\" = --version ] && exec echo Swift; sh -c \"\(child.replacing("$", with: "\\$"))\" & wait"
    )
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let gate = try project.start(
      "gate --base=trunk", tool: tool,
      environment: ["PATH": "\(project.path)/bin:\(path)"])
    let built = try #require(try WorkerLock.appearing(in: project))
    defer { built.end() }
    gate.send(SIGTERM)
    try gate.outcome().expect(130)
    #expect(built.isReleased(within: 10))
    #expect(!project.exists(".build/mappressure-gate/source"))
  }

  @Test func withoutAPackageOrARepositoryThereIsNoBase() throws {
    let project = try TemporaryFolder.small()
    try project.runFaulty("gate --base main").expect(5, words: "expected a Package.swift")
    try project.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    try project.runFaulty("gate --base main").expect(5, words: "expected a git repository")
  }

  /// A program that is no worker, or that cannot be started, is no base.
  @Test func aProgramThatCannotBeStartedCannotBeCompared() throws {
    let project = try TemporaryFolder.small()
    _ = try project.makeFolder("folder")
    try project.write("#!/no/such/interpreter\n", to: "script")
    try project.write("\u{7F}ELF no program", to: "garbage")
    for name in ["script", "garbage"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: project.path + "/" + name)
    }
    for name in ["missing", "folder", "script", "garbage"] {
      let outcome = try project.runFaulty([
        "gate", "--base-binary", project.path + "/" + name, "--exact-only",
      ])
      #expect(outcome.code == 5, "\(name): \(outcome)")
      #expect(project.exists("Reports/gate/junit.xml"))
    }
  }
}

/// The ways in which the base's program could be another than the commit's, above all the head's.
@Suite(.blocking, .exhaustive) struct GateBaseProofTests {
  /// The package manager takes the manifest of a folder further up, which is the head's.
  @Test func aCommitWithoutThePackageIsNoBase() throws {
    let project = try TemporaryFolder.repository(commits: false)
    try project.write("first\n", to: "notes.txt")
    try project.git("add", "notes.txt")
    try project.git("commit", "--quiet", "-m", "Before the package")
    try project.commitAll("Add the package")
    let outcome = try project.gate("HEAD~1").expect(
      5, words: "expected the package's manifest at Package.swift")
    #expect(!outcome.errors.contains("building the base"))
  }

  @Test func aPackageThatMovedIsNoBase() throws {
    let project = try TemporaryFolder.repository()
    _ = try project.makeFolder("bench")
    try project.git("mv", "Package.swift", "Sources", "Scenarios", "bench")
    try project.commitAll("Move the package")
    let script = "cd bench && exec \"$0\" gate --base HEAD~1 --exact-only"
    try project.shell(script, tool: tool).expect(
      5, words: "expected the package's manifest at bench/Package.swift", "found Package.swift")
  }

  /// Entries of a cache that nothing proves are made again.
  @Test func aKeptProgramWithoutItsRecordOrWithOtherBytesIsBuiltAgain() throws {
    let project = try TemporaryFolder.repository()
    #expect(try project.gate("HEAD").errors.contains("building the base"))
    #expect(try project.gate("HEAD").errors.contains("is already built"))
    let cache = ".build/mappressure-gate"
    let kept = try #require(
      try project.names(cache).first {
        project.exists("\(cache)/\($0)/base.json")
      })
    let program = "\(cache)/\(kept)/\(tool.rawValue)"
    // That of another commit or of the head, as an earlier version of the tool may have kept it.
    try Data("#!/bin/sh\necho hello other\n".utf8).write(
      to: URL(fileURLWithPath: project.path + "/" + program))
    let second = try project.gate("HEAD")
    #expect(second.errors.contains("building the base"), "\(second)")
    #expect(second.words.contains("hello 1"))
    for name in ["base.json", "base-checkout/Scenarios/lost.yaml"] {
      try project.remove("\(cache)/\(kept)/\(name)")
      #expect(try project.gate("HEAD").errors.contains("building the base"), "\(name)")
    }
  }

  /// The program of the commit before lies where this one would have put its own.
  @Test func aCommitThatMakesNoProgramDoesNotGetThatOfAnother() throws {
    let project = try TemporaryFolder.repository()
    #expect(try project.gate("HEAD").words.contains("hello 1"))
    try project.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Old", products: [.library(name: "\(tool.rawValue)", targets: ["Library"])],
        targets: [.target(name: "Library", path: "Sources/\(tool.rawValue)")])
      """, to: "Package.swift")
    try project.git("mv", mainFile, "Sources/\(tool.rawValue)/library.swift")
    try project.write("func f() {}\n", to: "Sources/\(tool.rawValue)/library.swift")
    try project.commitAll("Make a library of it")
    try project.gate("HEAD").expect(5, words: "found none; name the base's program")
  }

  /// A link in the commit leads to the working folder, and so does a whole path in its manifest.
  @Test func aBaseThatReadsTheWorkingFolderIsRefused() throws {
    let linked = try TemporaryFolder.repository(commits: false)
    _ = try linked.makeFolder("real")
    try linked.write("print(\"hello head\")\n", to: "real/main.swift")
    try linked.remove("Sources/\(tool.rawValue)")
    try FileManager.default.createSymbolicLink(
      atPath: linked.path + "/Sources/\(tool.rawValue)",
      withDestinationPath: linked.path + "/real")
    try linked.commitAll("Link the sources")
    try linked.gate("HEAD").expect(5, words: "belongs to the working folder")

    let named = try TemporaryFolder.repository(commits: false)
    try named.writePackage("Lib", at: "Lib")
    try named.dependOnLib(at: named.path + "/Lib")
    try named.commitAll("Depend on a whole path")
    try named.gate("HEAD").expect(5, words: "belongs to the working folder")
  }

  /// Files outside of the repository are the same for both, and not fixed by the commit.
  @Test func aDependencyThatNoCommitFixesIsReported() throws {
    let elsewhere = try TemporaryFolder()
    try elsewhere.writePackage("Lib", at: "Lib")
    let project = try TemporaryFolder.repository(commits: false)
    try project.dependOnLib(at: elsewhere.path + "/Lib")
    try project.commitAll("Depend on a package elsewhere")
    try project.gate("HEAD").expect(
      5, words: "hello 1", ", as it is now, not as in its commit")
  }

  /// A worktree begins without its submodules, and a hook may change what it begins with.
  @Test func submodulesAreCheckedOutAndHooksAreNotRun() throws {
    let project = try TemporaryFolder.repository(commits: false)
    let library = try project.dependOnSubmodule()
    defer { withExtendedLifetime(library) {} }
    try project.commitAll("Depend on a submodule")
    try project.writeProgram(
      ".git/hooks/post-checkout", "find . -name main.swift -exec sh -c 'echo garbage > {}' ';'")
    let outcome = try project.gate("HEAD")
    #expect(outcome.words.contains("hello 1"), "\(outcome)")
  }

  /// Monitors, hooks, filters and ways to update that the configuration names are commands.
  @Test func noCommandOfTheConfigurationRuns() throws {
    let project = try TemporaryFolder.repository(commits: false)
    let library = try project.dependOnSubmodule()
    defer { withExtendedLifetime(library) {} }
    try project.write("*.swift filter=evil\n*.txt filter=hidden\n", to: ".gitattributes")
    try project.write("notes\n", to: "notes.txt")
    try project.commitAll("Depend on a submodule")
    let command = try project.writeProgram("command", "echo ran >> '\(project.file("ran"))'; cat")
    // A filter that only a worktree has.
    try project.write("[filter \"hidden\"]\n\tsmudge = \(command)\n", to: ".git/hidden")
    for (key, value) in [
      ("core.fsmonitor", command), ("filter.evil.smudge", command),
      ("filter.evil.clean", command), ("submodule.Lib.update", "!" + command),
      ("diff.external", command), ("includeIf.gitdir:**/worktrees/**.path", "hidden"),
    ] { try project.git("config", key, value) }
    for hook in ["post-checkout", "post-index-change", "reference-transaction"] {
      try FileManager.default.copyItem(atPath: command, toPath: project.file(".git/hooks/\(hook)"))
    }
    let outcome = try project.gate("HEAD")
    #expect(outcome.words.contains("hello 1"), "\(outcome)")
    #expect(!project.exists("ran"))
    // What is then not as the user's own checkout has it.
    #expect(outcome.words.contains("without git's filter 'evil'"), "\(outcome)")
    #expect(outcome.words.contains("without git's filter 'hidden'"), "\(outcome)")
  }

  /// The built program's own word of where it comes from counts.
  @Test func aProgramOfOtherSourcesIsRefused() throws {
    let project = try TemporaryFolder.repository(commits: false)
    try project.write(
      #"""
      import Foundation
      let answers = [
        #"{"hello":{"version":6}}"#,
        #"{"described":{"program":{"strategies":[],"variants":[],"metrics":[],"keys":[],"source":"/elsewhere/main.swift"}}}"#,
      ]
      for answer in answers {
        FileHandle.standardOutput.write(Data((answer + "\n").utf8))
        _ = readLine()
      }
      """#, to: mainFile)
    try project.commitAll("Say that it is of other sources")
    try project.gate("HEAD").expect(5, words: "was built from /elsewhere/main.swift")
  }

  @Test func aProgramComparedWithItselfIsReported() throws {
    let project = try TemporaryFolder.small()
    try FileManager.default.copyItem(atPath: tool.path, toPath: project.path + "/copy")
    // What a program may load from its own folder is a part of it.
    let folder = (tool.path as NSString).deletingLastPathComponent
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".resources") {
      try FileManager.default.copyItem(
        atPath: folder + "/" + name, toPath: project.path + "/" + name)
    }
    try project.runFaulty([
      "gate", "--base-binary", project.path + "/copy", "--exact-only", "--strategies",
      "grid-clusters",
    ]).expect(0, errors: "the two programs are the same (byte for byte)")
  }
}

/// The file of the program that a repository's package makes.
private let mainFile = "Sources/\(tool.rawValue)/main.swift"

extension TemporaryFolder {
  /// A package in a git repository, whose program greets as a worker of an old version does.
  ///
  /// - Parameter commits: whether everything is committed.
  fileprivate static func repository(commits: Bool = true) throws -> TemporaryFolder {
    let project = try TemporaryFolder(scenarios: [ScenarioFile(), ScenarioFile(name: "lost")])
    try project.writePackage(tool.rawValue, at: "", isProgram: true)
    try project.write(".build\nReports\n.streams-*\n", to: ".gitignore")
    try project.git("init", "--quiet", "--initial-branch", "trunk")
    if commits { try project.commitAll("The base") }
    return project
  }

  fileprivate func gate(_ reference: String) throws -> Tool.Outcome {
    try runFaulty(["gate", "--base=\(reference)"], environment: ["GIT_ALLOW_PROTOCOL": "file"])
  }

  /// Makes the program's package depend on a library.
  fileprivate func dependOnLib(at path: String) throws {
    try write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Old", dependencies: [.package(path: "\(path)")],
        targets: [.executableTarget(name: "\(tool.rawValue)", dependencies: ["Lib"])])
      """, to: "Package.swift")
  }

  /// Makes the program's package depend on a library in a submodule, whose folder is returned: it is
  /// there as long as the value is.
  fileprivate func dependOnSubmodule() throws -> TemporaryFolder {
    let library = try TemporaryFolder()
    try library.writePackage("Lib", at: "")
    try library.commitAll()
    try git("submodule", "add", "--quiet", library.path, "Lib")
    try dependOnLib(at: "Lib")
    return library
  }

  /// Writes a package of one target.
  func writePackage(_ name: String, at folder: String, isProgram: Bool = false) throws {
    let place = folder.isEmpty ? "" : folder + "/"
    _ = try makeFolder("\(place)Sources/\(name)")
    let library = ".library(name: \"\(name)\", targets: [\"\(name)\"])"
    try write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "\(name)", products: [\(isProgram ? "" : library)],
        targets: [.\(isProgram ? "executableTarget" : "target")(name: "\(name)")])
      """, to: place + "Package.swift")
    try write(
      isProgram ? "print(\"hello 1\")\n" : "public let version = 1\n",
      to: "\(place)Sources/\(name)/\(isProgram ? "main" : "library").swift")
  }
}
