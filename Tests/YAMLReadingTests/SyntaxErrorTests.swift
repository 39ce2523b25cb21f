import TestSupport
import Testing
import YAMLReading

/// What is no YAML is an error with the place where the reader stopped.
@Suite struct SyntaxErrorTests {
  private func error(reading text: String) -> InputError? {
    do {
      _ = try YAMLDocument(text: text, file: "test.yaml")
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "an empty file",
    arguments: ["", "\n", "   \n\n", "# only a comment", "\n# one\n# two\n"])
  func emptyFile(_ text: String) {
    #expect(
      error(reading: text)
        == InputError(
          .syntax(reason: "the file is empty"),
          at: SourceLocation(file: "test.yaml", line: 1, column: 1)))
  }

  @Test(
    "malformed text",
    arguments: [
      // A flow sequence is open when the next key begins.
      "one: [1, 2\ntwo§: 3\n",
      // A tab may not indent.
      "one:\n§\ttwo: 3\n",
      // The quotation never ends.
      "one: 1\ntwo: \"never ends\n§",
      "one: 1\n two§: 2\n",
      "one: §*unknown\n",
      "one: §@reserved\n",
      "one: 1\n§}\n",
      "one: 1\n§---\ntwo: 2\n",
    ].map(MarkedText.init))
  func malformed(_ marked: MarkedText) throws {
    let found = try #require(error(reading: marked.text))
    guard case .syntax(let reason) = found.problem else {
      Issue.record("expected a syntax error, found \(found)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(found.location.line == marked.line)
    #expect(found.location.column == marked.column)
    #expect(found.location.file == "test.yaml")
  }

  @Test func unknownAliasesAreFoundWhereTheyStand() {
    let marked = MarkedText("one: 1\ntwo: §*one\n")
    #expect(
      error(reading: marked.text)
        == InputError(.syntax(reason: "found undefined alias"), at: marked))
  }

  @Test func aKeyThatStandsTwiceIsNamed() throws {
    let text = "first: 1\nsize: 2\nlast: 3\nsize: 4\n"
    let found = try #require(error(reading: text))
    guard case .syntax(let reason) = found.problem else {
      Issue.record("expected a syntax error, found \(found)")
      return
    }
    #expect(reason.contains("'size'"))
    #expect(found.location.line == 2, "where it stands first")
    #expect(found.location.column == 1)
  }

  @Test func aNestedKeyThatStandsTwiceIsFoundInItsMapping() throws {
    let text = "size: 1\ndata:\n  pins: 2\n  pins: 3\nsecond: { size: 4 }\n"
    let found = try #require(error(reading: text))
    #expect("\(found)".contains("'pins'"))
    #expect(found.location.line == 3)
    #expect(found.location.column == 3)
  }

  @Test func sameKeysInDifferentMappingsAreNoDuplicates() throws {
    let text = "a: { size: 1 }\nb: { size: 2 }\nsize: 3\n"
    #expect(try value("size", of: text).integer() == 3)
  }

  @Test func aSecondDocumentIsRefused() throws {
    let found = try #require(error(reading: "one: 1\n---\ntwo: 2\n"))
    #expect(found.location.line == 2)
    #expect(found.location.column == 1)
  }
}
