import TestSupport
import Testing

/// A run's folder with foreign files.
@Suite(.blocking) struct ForeignFolderTests {
  @Test(arguments: [
    "small-200-all-pins.png", "notes.txt", "report.md", "journal.jsonl", "data/journal.jsonl",
    "data/notes.txt", "pictures", "recordings", "scenarios",
  ]) func aForeignFileIsLeftAlone(_ name: String) async throws {
    let project = try TemporaryFolder.small()
    try project.write("precious", to: "mine/\(name)")
    try await project.call("run small --out mine").expect(1, errors: "found '\(name)' in mine")
    #expect(try project.files("mine") == [name])
    #expect(try project.read("mine/\(name)") == "precious")
  }

  /// The names of its folders are taken; the files in them that are not its own stay.
  @Test func aFileInAFolderOfTheRunIsLeftAlone() async throws {
    let project = try SharedRun.small().copy()
    let own = ["pictures/holiday.png", "recordings/a.gz", "data/notes.txt", "scenarios/notes.txt"]
    for name in own { try project.write("precious", to: "Reports/small/\(name)") }
    try project.run("run small --overwrite --quiet").expect(0)
    try await project.call("report Reports/small").expect(0)
    for name in own { #expect(try project.read("Reports/small/\(name)") == "precious") }
  }

  /// Nothing is measured into a folder whose journal has no place.
  @Test(arguments: ["data", "data/journal.jsonl/keep.txt"])
  func whatIsInThePlaceOfTheJournalIsLeftAlone(_ name: String) async throws {
    let project = try TemporaryFolder.small()
    try project.write("precious", to: "mine/\(name)")
    let outcome = try await project.call("run small --out mine").expect(1)
    #expect(!outcome.errors.contains("trials"))
    #expect(try project.files("mine") == [name])
  }

  @Test func aFolderWithAPicturesNameIsLeftAlone() async throws {
    let project = try SharedRun.small().copy()
    let picture = "Reports/small/pictures/small-200-all-pins.png"
    try project.remove(picture)
    try project.write("precious", to: picture + "/keep.txt")
    // A finished run's own pictures are replaced; a folder is none of them.
    try await project.call("run small --overwrite").expect(1)
    #expect(try project.read(picture + "/keep.txt") == "precious")
  }

  @Test(.exhaustive) func aHiddenFileIsIgnored() throws {
    let project = try TemporaryFolder.small()
    _ = try project.makeFolder("mine")
    try project.write("", to: "mine/.gitkeep")
    try project.run("run small --out mine").expect(0)
    #expect(project.exists("mine/.gitkeep"))
  }

  /// Known before minutes are spent on measuring.
  @Test(arguments: [
    ["gate", "--baseline", "baseline.json"], ["baseline", "check", "baseline.json"],
  ]) func aComparisonLeavesForeignFilesAlone(_ command: [String]) async throws {
    let project = try TemporaryFolder.small()
    _ = try project.makeFolder("mine")
    try project.write("precious", to: "mine/gate.md")
    try project.write("precious", to: "file")
    for (folder, words) in [
      ("mine", "mine/gate.md was not written by a comparison"),
      ("file", "expected a folder, or none yet, at file"),
      ("file/there", "expected a folder, or none yet, at file/there"),
      ("/dev/null", "expected a folder, or none yet, at /dev/null"),
    ] {
      let outcome = try await project.call(command + ["--out", folder]).expect(1, errors: words)
      #expect(!outcome.errors.contains("NSCocoaErrorDomain"))
      #expect(!outcome.errors.contains("cases\n"), "nothing was measured")
    }
    #expect(try project.names("mine") == ["gate.md"])
    #expect(try project.read("mine/gate.md") == "precious")
    #expect(try project.read("file") == "precious")
  }
}
