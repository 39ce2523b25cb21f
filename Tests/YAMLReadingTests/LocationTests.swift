import TestSupport
import Testing
import YAMLReading

/// Lines and columns count from 1, as in editors, and point at the first letter of a value.
@Suite struct LocationTests {
  @Test(
    "the place of a value",
    arguments: [
      "key: §5",
      "\n\n# a comment\nkey:   §five",
      "other: 1\r\nkey: §2\r\n",
      "other: [1, 2]\nkey: §[3, 4]",
      "key: §{ a: 1 }",
      "key:\n  §nested: 1\n",
      "key:\n  §- first\n  - second",
      "{ öäü: 1, key: §2 }",
      "key: §\"quoted\"",
      "key: §>-\n  folded\n  text\n",
      "---\nkey: §value\n...\n",
    ].map(MarkedText.init))
  func placeOfValue(_ marked: MarkedText) throws {
    let location = try value(of: marked.text).location
    #expect(
      location == SourceLocation(file: "test.yaml", line: marked.line, column: marked.column))
  }

  @Test func placesOfKeysAreTheirOwn() throws {
    let root = try YAMLDocument(text: "# one\nfirst: 1\nsecond:\n  third: 3\n", file: "f").root
    let entries = try root.mapping().entries
    #expect(entries.map(\.key) == ["first", "second"])
    #expect(
      entries.map(\.location) == [
        SourceLocation(file: "f", line: 2, column: 1),
        SourceLocation(file: "f", line: 3, column: 1),
      ])
    let nested = try #require(try entries[1].value.mapping().entries.first)
    #expect(nested.location == SourceLocation(file: "f", line: 4, column: 3))
    #expect(nested.value.location == SourceLocation(file: "f", line: 4, column: 10))
  }

  @Test func placesOfElementsAreTheirOwn() throws {
    let elements = try value(of: "key:\n  - one\n  - [two]\n  -   three\n").elements()
    #expect(elements.map(\.location.line) == [2, 3, 4])
    #expect(elements.map(\.location.column) == [5, 5, 7])
    #expect(elements.map(\.name) == ["key", "key", "key"])
  }

  @Test func locationsReadAsEditorsAndCompilersWriteThem() {
    #expect("\(SourceLocation(file: "a/b.yaml", line: 3, column: 14))" == "a/b.yaml:3:14")
  }
}
