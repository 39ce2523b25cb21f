import Documents
import Testing

@Suite struct DocumentTests {
  /// A name from data is what it was in a terminal, whatever its characters mean in Markdown.
  @Test(arguments: [
    "grid-clusters", "a*b**c", "`a`", "a|b\\c", "<b>&amp;", "see https://a.b/_c_ and @team",
    "#12 [x](y)",
  ])
  func dataIsTheSameInATerminal(_ name: String) {
    let rows = [[name.escaped, "1"], [name.code, "2"]]
    let table = Table(["name"], numbers: ["count"], rows: rows)
    let lines = table.lines(width: 200)
    #expect(lines.dropFirst().map { $0.hasPrefix(name + "  ") } == [true, true])
  }

  @Test func whatIsEmptyIsLeftOut() {
    let document = Document {
      Heading(1, "Title")
      Paragraph("")
      BulletList([])
      Table(["a", .number("b")])
      for text in ["one", "two"] { Paragraph(text) }
      Table(["a"], rows: [["1", "2"]])
    }
    #expect(document.text == "# Title\n\none\n\ntwo\n\n| a |\n| --- |\n| 1 |\n")
  }

  @Test func aTerminalHasNoMarkdown() {
    let document = Document {
      Heading(1, "Take `grid`")
      Heading(2, "Why")
      Paragraph("**Words** that `wrap` at words")
      BulletList(["one\ntwo"])
      BulletList(["done", "open"], areDone: [true, false])
      CodeBlock("let a = 1\n\nlet b = 2")
      Table(["name", .number("count")], rows: [["x", "12"]])
      Table(["name", .number("count"), "a note"], rows: [["x", "12", "long enough"]])
    }
    #expect(
      document.terminalLines(width: 20) == [
        "Take grid", "", "WHY", "", "Words that wrap at", "  words", "", "- one", "  two", "",
        "✓ done", "- open", "", "    let a = 1", "", "    let b = 2", "", "name  count",
        "x        12", "", "x: count 12; a note", "    long enough",
      ])
    #expect(
      document.text.contains(
        "- one\n  <br>two\n\n- [x] done\n- [ ] open\n\n```swift\nlet a = 1\n\nlet b = 2\n```\n"))
  }
}
