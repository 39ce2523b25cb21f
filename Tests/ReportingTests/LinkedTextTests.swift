import Reporting
import ScenarioModel
import TestSupport
import Testing

/// Text from data that GitHub would turn into links.
@Suite struct LinkedTextTests {
  /// A title's heading in a report.
  private static func heading(_ title: String) throws -> String {
    let text = try ReportFixture(title: title).results().report
    let line = try #require(text.split(separator: "\n").first)
    return String(try #require(line.split(separator: "# MapPressure report: ").first))
  }

  /// The text as it is rendered, outside of code.
  private static func renderedOutsideOfCode(_ markdown: String) -> String {
    var result = ""
    var isCode = false
    var isEscaped = false
    for scalar in markdown.unicodeScalars {
      if isEscaped {
        result.unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\", !isCode {
        isEscaped = true
      } else if scalar == "`" {
        isCode.toggle()
        // Two texts do not become one over the code between them.
        result += " "
      } else if !isCode {
        result.unicodeScalars.append(scalar)
      }
    }
    #expect(!isCode, "\(markdown)")
    return result.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
  }

  @Test(arguments: [
    ("see https://a.b/c?d=e&f=_g_.", "see `https://a.b/c?d=e&f=_g_`."),
    ("(http://a.b)", "(`http://a.b`)"), ("www.a.b", "`www.a.b`"), ("FTP://a.b", "`FTP://a.b`"),
    ("a@b.cd, mailto:a@b.cd", "`a@b.cd`, `mailto:a@b.cd`"), ("xmpp:a@b.cd", "`xmpp:a@b.cd`"),
    ("ask @team now", "ask `@team` now"), ("@org/team", "`@org/team`"),
    ("x (@team)", "x (`@team`)"),
    ("#12 and a/b#3", "`#12` and `a/b#3`"), ("GH-4, gh-5", "`GH-4`, `gh-5`"),
    ("by 254fbe4", "by `254fbe4`"), ("a/b@254fbe4d", "`a/b@254fbe4d`"),
    ("`@team`", "\\``@team`\\`"), ("<https://a.b>", "&lt;`https://a.b`&gt;"),
    ("[a](https://b.c)", "\\[`a](https://b.c`)"),
    // GitHub's parser takes what follows for the name of a host.
    ("www.|x", "`www.`\\|x"), ("https://\u{301}", "`https://\u{301}`"),
    // Nothing that is linked.
    ("1e-7 at 5 @ 3, # 4, 1234567 ns, defaced", "1e-7 at 5 @ 3, \\# 4, 1234567 ns, defaced"),
  ]) func wordsThatWouldBeLinkedAreCode(_ text: String, _ markdown: String) throws {
    #expect(try Self.heading(text) == markdown)
  }

  @Test func nothingInRandomTextIsLinked() throws {
    var generator = SeededGenerator(seed: 11)
    let pieces = [
      "https://", "www.", "a.b", "@", "#", "1", "GH-", "254fbe4", "mailto:", " ", "`", "|", "\\",
      "<", ">", "&", "*", "_", "[", "]", "(", ")", "!", "x", "\u{301}", "\n", "\u{200B}", ":",
      "/", "//",
    ]
    let linked = [
      /:\/\//, /(?i)www\.\w/, /@[A-Za-z0-9]/, /#[0-9]/, /(?i)gh-[0-9]/, /\b254fbe4\b/,
    ]
    var linkedTexts = 0
    for _ in 0..<15 {
      let texts = (0..<40).map { _ in
        (0..<Int.random(in: 1...10, using: &generator))
          .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      }
      linkedTexts += texts.count { text in linked.contains { text.contains($0) } }
      let text = texts.joined(separator: " ; ")
      let rendered = Self.renderedOutsideOfCode(try Self.heading("x \(text) y"))
      for pattern in linked { #expect(!rendered.contains(pattern), "\(text) -> \(rendered)") }
    }
    #expect(linkedTexts > 100, "the random texts hold what they are to hold")
  }
}
