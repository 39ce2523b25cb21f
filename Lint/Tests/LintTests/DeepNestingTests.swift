import LintRules
import Testing

/// Sources that nest so deep that a recursion over them would overflow a usual stack.
struct DeepNestingTests {
  static let sources: [(name: String, open: String, middle: String, close: String)] = [
    ("parentheses", "(", "1", ")"), ("arrays", "[", "1", "]"), ("closures", "{ ", "1", " }"),
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

  @Test(arguments: sources.map(\.name))
  func aDeepSourceIsCheckedOrRefused(name: String) throws {
    let source = try #require(Self.sources.first { $0.name == name })
    for depth in [300, 20_000] {
      let text =
        "import MapKit\n" + String(repeating: source.open, count: depth) + source.middle
        + String(repeating: source.close, count: depth)
      let result = Linter().check([Linter.Source(path: "Deep.swift", bytes: Array(text.utf8))])
      #expect(result.files + result.skipped.count == 1)
    }
  }

  @Test func aTreeThatIsTooDeepIsNamed() {
    let text = "let b = a" + String(repeating: ".a", count: 10_000)
    let result = Linter().check([Linter.Source(path: "Deep.swift", bytes: Array(text.utf8))])
    #expect(result.skipped.map(\.path) == ["Deep.swift"])
    #expect(result.skipped.first?.reason.contains("deep") == true)
  }
}
