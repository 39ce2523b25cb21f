import TestSupport
import Testing

@Suite(.blocking) struct CacheCommandTests {
  @Test func showsAndClearsTheFolder() throws {
    let project = try TemporaryFolder(scenarios: [])
    let environment = ["XDG_CACHE_HOME": project.file("caches")]
    try project.run("cache", environment: environment).expect(
      0, words: "/caches/mappressure: 0 results, 0 B of at most 268 MB")
    let digits = String(repeating: "0123456789abcdef", count: 4)
    try project.write("part", to: "caches/mappressure/01/\(digits)")
    try project.write("mine", to: "caches/mappressure/mine.txt")
    let shown = try project.run("cache --json", environment: environment)
    let content = try shown.expect(0).json()
    #expect(content.entries == 1 && content.bytes == 4 && content.limit == 268_435_456)
    try project.run("cache --clear", environment: environment).expect(0)
    #expect(try project.files("caches") == ["mappressure/mine.txt"])
  }

  @Test func withoutAHomeThereIsNone() throws {
    let environment = ["XDG_CACHE_HOME": "here", "HOME": ""]
    try TemporaryFolder().run("cache", environment: environment).expect(
      1, errors: "expected an absolute path in XDG_CACHE_HOME or HOME, found none")
  }
}
