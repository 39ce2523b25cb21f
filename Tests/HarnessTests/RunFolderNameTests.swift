import Harness
import TestSupport
import Testing

@Suite struct RunFolderNameTests {
  @Test func aFinishedRunKeepsItsFolder() throws {
    let folder = try TemporaryFolder()
    let name = folder.file("small")
    #expect(RunFolder.free(name) == name)
    #expect(RunFolder.latest(name) == name)
    _ = try folder.makeFolder("small")
    // An unfinished run is continued, not passed over.
    #expect(RunFolder.free(name) == name)
    try folder.write("{}", to: "small/" + RunFolder.resultsFile)
    #expect(RunFolder.free(name) == name + "-2")
    #expect(RunFolder.latest(name) == name)
    _ = try folder.makeFolder("small-2")
    #expect(RunFolder.latest(name) == name + "-2")
    // As an earlier version left it.
    try folder.write("{}", to: "small-2/results.json")
    #expect(RunFolder.free(name) == name + "-3")
  }
}
