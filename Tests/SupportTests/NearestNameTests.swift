import Support
import Testing

@Suite struct NearestNameTests {
  private static let known = ["all-pins", "all-pins-reused", "grid-clusters", "native-clusters"]

  @Test(
    arguments: [
      ("all-pin", known, "all-pins"), ("allpins", known, "all-pins"),
      ("ALL-PINS", known, "all-pins"), ("grid-cluster", known, "grid-clusters"),
      ("grid_clusters", known, "grid-clusters"), ("native-clsuters", known, "native-clusters"),
      ("all-pins-reuse", known, "all-pins-reused"),
      ("", known, nil), ("map", known, nil), ("hierarchical", known, nil),
      ("pins-all", known, nil), ("clusters", known, nil),
      // The first one of equally near names.
      ("bat", ["cat", "hat"], "cat"), ("bat", ["hat", "cat"], "hat"), ("bat", [], nil),
      // At most a third of the letters may differ.
      ("abcdefghixyz", ["abcdefghijkl"], "abcdefghijkl"), ("abcdefghwxyz", ["abcdefghijklm"], nil),
      ("abcdwx", ["abcdef"], "abcdef"), ("abcwxy", ["abcdef"], nil),
    ] as [(String, [String], String?)])
  func theNearestNameIsFound(name: String, known: [String], expected: String?) {
    #expect(NearestName.find(name, among: known) == expected)
  }

  @Test(arguments: [
    ("ten", "; did you mean 'ten-pins' or 'often-ten'? (known: ten-pins, often-ten)"),
    ("often-te", "; did you mean 'often-ten'? (known: ten-pins, often-ten)"),
    ("t", " (known: ten-pins, often-ten)"), ("map", " (known: ten-pins, often-ten)"),
  ])
  func aBeginningFindsItsNames(name: String, hint: String) {
    #expect(NearestName.hint(for: name, among: ["ten-pins", "often-ten"]) == hint)
  }

  /// A name in a file may be as long as the file.
  @Test func aVeryLongNameIsNearNone() {
    let name = String(repeating: "n", count: 500_000)
    let start = ContinuousClock.now
    #expect(NearestName.find(name, among: ["all-pins", "grid-clusters"]) == nil)
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
