import LintRules
import Testing

/// Sources that nest so deep that a recursion over them would overflow a usual stack.
struct DeepNestingTests {
  static let sources: [(name: String, open: String, middle: String, close: String)] = [
    ("parentheses", "(", "1", ")"), ("closures", "{ ", "1", " }"),
    ("members", "", "a", ".a"), ("calls", "", "a", "()"), ("operators", "", "1", " + 1"),
    ("prefixes", "!", "a", ""), ("tries", "try ", "a", ""), ("ternaries", "a ? a : ", "a", ""),
    ("conditions", "if a { } else ", "{ }", ""), ("blocks", "if a { ", "", "}"),
    ("types", "struct A { ", "", "}"), ("functions", "func f() { ", "", "}"),
    ("comments", "/* ", "", " */"), ("conditional code", "#if A\n", "a\n", "#endif\n"),
    ("generic types", "let a: A<", "A", ""), ("tuples of types", "let a: (", "A", ""),
    ("optionals", "", "a", "?"), ("casts", "", "a", " as A"), ("subscripts", "", "a", "[0]"),
    ("attributes", "@A ", "let a = 1", ""), ("strings", "\"\\(", "a", ")\""),
    ("casts of switches", "switch a { case 1: ", "", " }"), ("open braces", "{", "", ""),
    ("open functions", "f(", "", ""), ("regular expressions", "/(", "", ")/"),
    ("trailing closures", "a { ", "", " }"), ("key paths", "\\A", "", "?.a"),
    ("patterns", "let (", "a", ") = a"), ("function types", "let a: ", "A", " -> A"),
  ]

  @Test func deepSourcesAreCheckedOrRefused() throws {
    for depth in [20, 300] {
      let sources = Self.sources.map { name, open, middle, close in
        let text =
          "import MapKit\n" + String(repeating: open, count: depth) + middle
          + String(repeating: close, count: depth)
        return Linter.Source(path: name, bytes: Array(text.utf8))
      }
      let result = Linter(limit: .seconds(60)).check(sources)
      #expect(result.files + result.skipped.count { !$0.inPart } == sources.count)
    }
  }

  @Test func aSourceThatTakesTooLongIsNamed() {
    // Some seconds: a thread that is given up still runs.
    let nested =
      "import MapKit\n" + String(repeating: "[", count: 18) + String(repeating: "]", count: 18)
    let result = Linter(limit: .milliseconds(100)).check(
      ["a", "b", "c"].map { Linter.Source(path: $0, bytes: Array(nested.utf8)) }
        + [Linter.Source(path: "e", bytes: Array("let a = 1".utf8))])
    #expect(result.skipped.map(\.path) == ["a", "b", "c"])
    #expect(result.files == 1)
  }

  /// The parser's lookahead takes stack, without a level that it would count.
  @Test(arguments: ["[", "A<", "(", "{"])
  func aSourceWithTooManyOpenBracketsIsNamed(bracket: String) {
    let text = "let a: " + String(repeating: bracket, count: 300_000)
    let result = Linter().check([
      Linter.Source(path: "Open.swift", bytes: Array(text.utf8)),
      Linter.Source(path: "Other.swift", bytes: Array("let a = 1".utf8)),
    ])
    #expect(result.files == 1)
    #expect(
      result.skipped.map { "\($0.path): \($0.reason)" }
        == ["Open.swift: more than 20000 open brackets"])
  }

  @Test func aTreeThatIsTooDeepIsNamed() {
    let text = "import MapKit\nlet b = a" + String(repeating: ".a", count: 10_000)
    let result = Linter().check([Linter.Source(path: "Deep.swift", bytes: Array(text.utf8))])
    #expect(result.skipped.map(\.path) == ["Deep.swift"])
    #expect(result.skipped.first?.reason.contains("deep") == true)
  }
}
