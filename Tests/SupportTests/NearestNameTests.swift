import Support
import Testing

@Suite struct NearestNameTests {
  private let known = ["all-pins", "all-pins-reused", "grid-clusters", "native-clusters"]

  @Test(arguments: [
    ("all-pin", "all-pins"), ("allpins", "all-pins"), ("ALL-PINS", "all-pins"),
    ("grid-cluster", "grid-clusters"), ("grid_clusters", "grid-clusters"),
    ("native-clsuters", "native-clusters"), ("all-pins-reuse", "all-pins-reused"),
  ])
  func typingMistakesFindTheirName(mistake: String, name: String) {
    #expect(NearestName.find(mistake, among: known) == name)
  }

  @Test(arguments: ["", "map", "hierarchical", "pins-all", "clusters"])
  func farNamesFindNothing(_ name: String) {
    #expect(NearestName.find(name, among: known) == nil)
  }

  @Test(arguments: [
    ("ten", "; did you mean 'ten-pins' or 'often-ten'? (known: ten-pins, often-ten)"),
    ("often-te", "; did you mean 'often-ten'? (known: ten-pins, often-ten)"),
    ("t", " (known: ten-pins, often-ten)"), ("map", " (known: ten-pins, often-ten)"),
  ])
  func aBeginningFindsItsNames(name: String, hint: String) {
    #expect(NearestName.hint(for: name, among: ["ten-pins", "often-ten"]) == hint)
  }

  @Test func ofEquallyNearNamesTheFirstIsTaken() {
    #expect(NearestName.find("bat", among: ["cat", "hat"]) == "cat")
    #expect(NearestName.find("bat", among: ["hat", "cat"]) == "hat")
    #expect(NearestName.find("bat", among: []) == nil)
  }

  /// More than a third of the letters, and more than two, are too many.
  @Test func theLimitIsAThirdOfTheLetters() {
    #expect(NearestName.find("abcdefghixyz", among: ["abcdefghijkl"]) == "abcdefghijkl")
    #expect(NearestName.find("abcdefghwxyz", among: ["abcdefghijklm"]) == nil)
    #expect(NearestName.find("abcdwx", among: ["abcdef"]) == "abcdef")
    #expect(NearestName.find("abcwxy", among: ["abcdef"]) == nil)
  }
}

/// A name from a file may be as long as the file.
@Suite struct LongNameTests {
  @Test func aVeryLongNameIsNearNone() {
    let name = String(repeating: "n", count: 500_000)
    let start = ContinuousClock.now
    #expect(NearestName.find(name, among: ["all-pins", "grid-clusters"]) == nil)
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
