import Foundation
import MapPressure
import TestSupport
import Testing

/// The scripts of `action.yml`, with programs that stand for the gate, for `gh` and for `swift`.
@Suite(.blocking) struct GateActionTests {
  /// A repository whose commit is the merge of a change, and a program that records its words.
  private static func project() throws -> TemporaryFolder {
    let project = try TemporaryFolder()
    try project.write("1", to: "base")
    try project.commitAll()
    try project.git("checkout", "--quiet", "-b", "change")
    try project.write("2", to: "change")
    try project.commitAll()
    try project.git("checkout", "--quiet", "trunk")
    try project.git("merge", "--quiet", "--no-ff", "-m", "Merge", "change")
    try project.writeProgram(
      "gate",
      #"""
      printf '%s\n' "$@" > words
      [ -z "$REPORT" ] || { mkdir -p Reports/gate; printf '%s\n' "$REPORT" > Reports/gate/gate.md; }
      exit "${CODE:-0}"
      """#)
    return project
  }

  /// Runs a script of the action as GitHub does, for a pull request unless the environment says
  /// otherwise. Returns how it ended, and its outputs.
  @discardableResult
  private func run(
    _ script: String, in project: TemporaryFolder, _ environment: [String: String] = [:]
  ) throws -> (outcome: Tool.Outcome, outputs: [String: String]) {
    let names = try RepositoryFile.text("action.yml").matches(of: /CI_GATE_[A-Z_]+/)
    var variables = Dictionary(names.map { (String($0.output), "") }) { $1 }
    let standard = [
      "CI_GATE_NAME": "gate", "CI_GATE_BUDGET": "10", "CI_GATE_PROGRAM": project.file("gate"),
      "CI_GATE_PULL_REQUEST": "5", "CI_GATE_HEAD": "0123456789abcdef", "RUNNER_OS": "Linux",
      "RUNNER_ARCH": "X64", "RUNNER_TEMP": project.path, "GITHUB_EVENT_NAME": "pull_request",
      "GITHUB_OUTPUT": project.file("outputs"), "GITHUB_STEP_SUMMARY": "summary.md",
      "GITHUB_ACTION_PATH": RepositoryFile.folder.path, "GITHUB_WORKSPACE": project.path,
      "GITHUB_REPOSITORY": "owner/app", "GITHUB_SERVER_URL": "https://github.com",
      "GITHUB_RUN_ID": "7", "HOME": project.path, "XDG_CACHE_HOME": project.file("cache"),
      "PATH": project.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
    ]
    variables.merge(standard) { $1 }
    if project.exists(".git") { variables["GITHUB_SHA"] = try commit("HEAD", of: project) }
    try project.write("", to: "outputs")
    let outcome = try RunningTool(
      program: RepositoryFile.path("Distribution/action/\(script)"), arguments: [], folder: project,
      environment: variables.merging(environment) { $1 }
    ).outcome()
    let lines = try project.read("outputs").split(separator: "\n")
    let outputs = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    return (outcome, Dictionary(outputs.map { ($0[0], $0.dropFirst().joined()) }) { $1 })
  }

  private func commit(_ name: String, of project: TemporaryFolder) throws -> String {
    try project.git("rev-parse", name).trimmingCharacters(in: .newlines)
  }

  // MARK: - gate

  @Test(arguments: [("True", true), ("yes", true), ("0", false), ("", false)])
  func theOptionHasSeveralSpellings(spelling: String, isOn: Bool) throws {
    let project = try Self.project()
    try run(
      "gate", in: project, ["CI_GATE_FAIL_ON_INCONCLUSIVE": spelling, "REPORT": "## PASSED"]
    ).outcome.expect(0)
    #expect(try project.read("words").contains("--fail-on-inconclusive") == isOn)
    try run("gate", in: project, ["CI_GATE_FAIL_ON_INCONCLUSIVE": "ture"]).outcome.expect(
      5, output: "fail-on-inconclusive: expected true or false, found 'ture'")
  }

  /// A gate without a report checked nothing, and a link may lead to what a later step may read.
  @Test func aReportThatIsMissingOrALinkIsNoPass() throws {
    let project = try Self.project()
    try run("gate", in: project, ["CODE": "0"]).outcome.expect(1)
    try project.writeProgram(
      "gate", "mkdir -p Reports/gate; ln -s /etc/passwd Reports/gate/gate.md")
    let (outcome, outputs) = try run("gate", in: project)
    outcome.expect(1)
    #expect(outputs["report"] == "" && !project.exists("Reports/gate/gate.md"))
  }

  @Test(arguments: [Int32(0), 2, 7, 130]) func theExitCodeIsThatOfTheGate(code: Int32) throws {
    let project = try Self.project()
    let (outcome, outputs) = try run(
      "gate", in: project, ["CODE": "\(code)", "REPORT": "## FAILED: `a` $(touch x)"])
    outcome.expect(code)
    #expect(
      outputs == [
        "exit-code": "\(code)", "verdict": "FAILED: `a` $(touch x)",
        "report": project.file("Reports/gate"),
      ])
    // The branch of the base may have changes of others, too.
    let base = try commit("HEAD^1", of: project)
    #expect(
      try project.read("words")
        == "gate\n--budget\n10\n--summary\nsummary.md\n--base\n\(base)\n")
    #expect(!project.exists("x"))
  }

  /// An error of the input writes no report, and leaves an earlier one.
  @Test func anEarlierReportIsNotTheGates() throws {
    let project = try Self.project()
    let file = try project.write("## PASSED", to: "Reports/gate/gate.md")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: file)
    let (outcome, outputs) = try run("gate", in: project, ["CODE": "64"])
    outcome.expect(64)
    #expect(outputs["report"] == "" && outputs["verdict"]?.contains("exit code 64") == true)
  }

  @Test func wordsReachTheGateAsTheyAreAndOnlyScenariosArePatterns() throws {
    let project = try Self.project()
    for name in ["--all.yaml", "a.yaml", "b c.yaml"] { try project.write("", to: name) }
    try run(
      "gate", in: project,
      [
        "CI_GATE_ARGUMENTS": "--exact-only\n--strategies *", "CI_GATE_BASE": "v1.0", "REPORT": "1",
        "CI_GATE_SCENARIOS": "*.yaml `touch_x` $(touch_x)", "CI_GATE_FAIL_ON_INCONCLUSIVE": "true",
      ]
    ).outcome.expect(0)
    let words = try project.read("words").split(separator: "\n").map(String.init)
    #expect(
      words.dropFirst(5) == [
        "--base", "v1.0", "--fail-on-inconclusive", "--exact-only", "--strategies", "*", "--",
        "--all.yaml", "a.yaml", "b c.yaml", "`touch_x`", "$(touch_x)",
      ])
    #expect(throws: Never.self) { try MapPressureTool.check(words) }
  }

  @Test(arguments: [
    "--baseline baseline.json", "--base=main", "--exact-only --base-binary before",
    "--base-release v1",
  ]) func aBaseAmongTheArgumentsCounts(arguments: String) throws {
    let project = try Self.project()
    try run("gate", in: project, ["CI_GATE_ARGUMENTS": arguments, "REPORT": "1"]).outcome.expect(0)
    let words = try project.read("words").split(separator: "\n").dropFirst(5)
    #expect(words.joined(separator: " ") == arguments)
  }

  /// An event without a base is never a pass.
  @Test(arguments: [
    ["GITHUB_EVENT_NAME": "schedule"],
    ["GITHUB_EVENT_NAME": "push", "CI_GATE_BEFORE": String(repeating: "0", count: 40)],
    ["GITHUB_SHA": String(repeating: "1", count: 40)],
  ]) func withoutABaseNothingIsCompared(environment: [String: String]) throws {
    let project = try Self.project()
    let (outcome, outputs) = try run("gate", in: project, environment)
    outcome.expect(5, output: "::error title=gate::expected ", "give 'base'")
    #expect(outputs["exit-code"] == "5" && outputs["report"] == "" && !project.exists("words"))
  }

  @Test func onlyTheProgramOfTheBaseIsKept() throws {
    let project = try Self.project()
    let base = try commit("HEAD~1", of: project)
    let folders = ["\(base.prefix(12))-01", "build", "source"]
    for name in folders + ["0123456789ab-02"] {
      try project.makeFolder(".build/mappressure-gate/\(name)")
    }
    try run("gate", in: project, ["GITHUB_EVENT_NAME": "push", "CI_GATE_BEFORE": base])
    #expect(try project.names(".build/mappressure-gate") == folders.sorted())
    #expect(try project.read("words").hasSuffix("--base\n\(base)\n"))
  }

  // MARK: - comment

  /// GitHub with a file for the comments that are there, and an answer to a new text.
  private static func comments() throws -> TemporaryFolder {
    let project = try TemporaryFolder()
    try project.writeProgram(
      "gh",
      #"""
      echo "$3 $4" >> calls
      case "$*" in *--paginate*) cat found; exit ;; esac
      for word; do case $word in body=@*) cp "${word#body=@}" body ;; esac; done
      [ -z "$FAILURE" ] || { echo "gh: $FAILURE" >&2; exit 1; }
      """#)
    try project.write("", to: "found")
    try project.write("## FAILED: `a`\n\n`touch x` $(touch x) $HOME \\n %s\n", to: "gate.md")
    return project
  }

  @Test func thereIsOneCommentWithTheTextOfTheReport() throws {
    let project = try Self.comments()
    let report = ["CI_GATE_REPORT": project.path]
    let issues = "repos/owner/app/issues"
    for (found, call) in [
      ("", "POST \(issues)/5/comments"), ("11\n12\n", "PATCH \(issues)/comments/11"),
    ] {
      try project.write(found, to: "found")
      try project.write("", to: "calls")
      try run("comment", in: project, report).outcome.expect(0)
      #expect(try project.read("calls").hasSuffix("\n\(call)\n"))
      let body = try project.read("body")
      #expect(body.hasPrefix("<!-- mappressure: gate -->\n" + (try project.read("gate.md")) + "\n"))
      #expect(body.hasSuffix("[log and files](https://github.com/owner/app/actions/runs/7)\n"))
    }
    #expect(!project.exists("x"))
  }

  @Test func aLongReportIsCutAndAMissingOneIsNamed() throws {
    let project = try Self.comments()
    try project.write(String(repeating: "ü\n", count: 40_000), to: "gate.md")
    try run("comment", in: project, ["CI_GATE_REPORT": project.path])
    let long = try project.read("body")
    #expect(long.utf8.count < 65_536 && long.contains("\nThe rest is in the artifact.\n"))
    try run("comment", in: project, ["CI_GATE_EXIT_CODE": "64"])
    let body = try project.read("body")
    #expect(body.contains("## The gate has no report\nExit code: 64."))
  }

  /// A pull request from a fork has no right to write.
  @Test(arguments: [
    ("Resource not accessible by integration (HTTP 403)", "::notice "),
    ("Validation Failed (HTTP 422)", "::warning "),
  ]) func aCommentThatIsRefusedFailsNothing(failure: String, line: String) throws {
    let project = try Self.comments()
    let environment = ["CI_GATE_REPORT": project.path, "FAILURE": failure]
    let outcome = try run("comment", in: project, environment).outcome
    outcome.expect(0, errors: failure)
    #expect(outcome.output.hasPrefix(line))
  }

  // MARK: - program

  /// A package with these executables, which `swift` builds.
  private static func package(_ executables: String) throws -> TemporaryFolder {
    let package = try TemporaryFolder()
    try package.write(".package(url: \"https://example.org/MapPressure\")", to: "Package.swift")
    try package.write(executables, to: "executables")
    try package.writeProgram(
      "swift",
      #"""
      case $1 in
        package) cat executables ;;
        build) echo "$*" > built; mkdir -p .build/release; cp "$0" .build/release/mine ;;
      esac
      """#)
    return package
  }

  @Test func theOnlyExecutableOfThePackageIsBuilt() throws {
    let package = try Self.package("mine\nmappressure (mappressure)\n")
    let (outcome, outputs) = try run("program", in: package, ["CI_GATE_PROGRAM": ""])
    outcome.expect(0)
    #expect(try package.read("built").hasPrefix("build -c release --product mine"))
    #expect(outputs["program"] == package.file(".build/release/mine"))
    #expect(outputs["key"] == "mappressure-gate-Linux-X64-")
    // The cache has what the tool keeps: the folders are those of KeptFolder and KeptBase.
    let kept = [package.file("cache/mappressure"), package.file(".build/mappressure-gate/*-*")]
    #expect(try package.read("outputs").contains("kept<<PATHS\n\(kept[0])\n\(kept[1])\nPATHS\n"))
  }

  @Test func theProgramOfAnArchiveIsTaken() throws {
    let folder = try TemporaryFolder()
    try folder.writeProgram("mappressure-1-linux-x86_64/bin/mappressure", "echo asked: $*")
    let script = "tar -czf archive.tar.gz mappressure-1-linux-x86_64"
    try folder.shell(script).expect(0)
    let environment = ["CI_GATE_PROGRAM": "", "CI_GATE_ARCHIVE": "archive.tar.gz"]
    let (outcome, outputs) = try run("program", in: folder, environment)
    outcome.expect(0, output: "asked: doctor")
    #expect(outputs["program"]?.hasSuffix("/mappressure-1-linux-x86_64/bin/mappressure") == true)
  }

  @Test(arguments: [
    (["CI_GATE_PROGRAM": "missing"], "expected a program at 'missing', found none"),
    (["CI_GATE_PROGRAM": ""], "expected one executable in Package.swift, found: mine other;"),
    (["CI_GATE_NAME": "a\n::b%0A"], "'-', found 'a ::b%250A'"),
  ]) func aMistakeIsNamed(environment: [String: String], words: String) throws {
    let package = try Self.package("mine\nother\n")
    let (outcome, outputs) = try run("program", in: package, environment)
    outcome.expect(1, output: "::error title=gate::", words)
    #expect(outputs.isEmpty)
  }

  // MARK: - action.yml

  /// In a script, an expression would be code of the person who names a branch or a file.
  @Test(arguments: ["action.yml", ".github/workflows/ci.yml"])
  func noTextOfAnEventIsInAScript(file: String) throws {
    let runs = try RepositoryFile.text(file).matches(of: /run: (?:>\n)?.*/)
    #expect(runs.count > 2)
    for run in runs {
      for word in ["inputs.", "github.event", "steps."] { #expect(!run.output.contains(word)) }
    }
  }

  @Test func eachScriptHasTheVariablesThatItReads() throws {
    let names = { (text: String) in
      Set(text.matches(of: /CI_GATE_[A-Z_]+/).map { String($0.output) })
    }
    let steps = try RepositoryFile.text("action.yml").components(separatedBy: "\n    - ")
    var count = 0
    for step in steps {
      guard let script = step.firstMatch(of: /Distribution\/action\/([a-z]+)/) else { continue }
      let text = try RepositoryFile.text("Distribution/action/\(script.output.1)")
      #expect(names(step) == names(text), "\(script.output.1)")
      count += 1
    }
    #expect(count == 4)
  }

  @Test func theGuideHasAllInputsAndOutputs() throws {
    let names = try RepositoryFile.text("action.yml").matches(of: /\n  ([a-z-]+): \{ description/)
      .map { String($0.output.1) }
    let rows = try RepositoryFile.text("Documentation/ContinuousIntegration.md")
      .matches(of: /\n\| `([a-z-]+)` \|/).map { String($0.output.1) }
    #expect(names.count > 10 && rows == names)
  }

  // MARK: - lint

  @Test func theCodeOfAnAppIsChecked() throws {
    let project = try Self.project()
    try project.writeProgram("mappressure-lint", "")
    try run("lint", in: project, ["CODE": "2", "CI_GATE_LINT": "My App"]).outcome.expect(2)
    #expect(
      try project.read("words")
        == "lint\n--strict\n--format\ngithub\n--lint-program\n\(project.file("mappressure-lint"))\n"
        + "--\nMy App\n")
  }

  /// An app without a package has only its code checked, by the program of the action.
  @Test func noProgramOfAGateIsNeeded() throws {
    let project = try TemporaryFolder()
    try project.writeProgram("make", "")
    try project.writeProgram("Lint/.build/release/mappressure-lint", #"echo "$*" > words; exit 2"#)
    let variables = [
      "CI_GATE_PROGRAM": "", "GITHUB_ACTION_PATH": project.path, "CI_GATE_LINT": "App",
    ]
    try run("lint", in: project, variables).outcome.expect(2)
    #expect(try project.read("words") == "check --strict --format github -- App\n")
  }
}
