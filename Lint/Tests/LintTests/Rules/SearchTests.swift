import LintRules
import Testing

struct SearchRequestTests {
  @Test(arguments: [
    ("let r = MKLocalSearch.Request(); r.naturalLanguageQuery = text", true),
    ("let r = MKLocalSearch.Request(); r.region = map.region", false),
    ("let r = MKLocalSearch.Request(); if let region { r.region = region }", false),
    ("let r = MKLocalSearch.Request(); r.resultTypes = .pointOfInterest", true),
    (
      "let r = MKLocalSearch.Request(); r.pointOfInterestFilter = filter; r.region = x", false
    ),
    ("let r = MKLocalSearch.Request(naturalLanguageQuery: text, region: region)", false),
    ("let r = MKLocalSearchRequest(); r.naturalLanguageQuery = text", true),
    ("let r = MKLocalSearch.Request(completion: chosen)", false),
    ("let r = MKLocalSearch.Request(); configure(r)", false),
    ("let r = MKLocalSearch.Request(); r.naturalLanguageQuery = text; return r", false),
    ("let r = MKDirections.Request(); r.source = here", false),
    ("// let r = MKLocalSearch.Request()", false),
    ("let other = x; other.region = y; let r = MKLocalSearch.Request()", true),
  ])
  func aRequestIsFoundByWhatItLacks(code: String, lacksRegion: Bool) throws {
    let region = try RuleFixture("search-without-region")
    let source = "func search(text: String) async throws { \(code)\nMKLocalSearch(request: r) }"
    #expect(region.lines(source) == (lacksRegion ? [1] : []))
  }

  @Test func anotherFunctionMaySetTheRegionOfAPropertyAlone() throws {
    let region = try RuleFixture("search-without-region")
    let source = """
      final class Model {
        private let request = MKLocalSearch.Request()
        func move(_ map: MKMapView) { request.region = map.region }
        func search() { MKLocalSearch(request: request).start { _, _ in } }
      }
      """
    #expect(region.lines(source) == [])
    #expect(region.lines(source.replacing("request.region =", with: "_ =")) == [2])
  }
}

struct SearchPerKeystrokeTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("search-per-keystroke") }

  @Test(arguments: [
    "func updateSearchResults(for controller: UISearchController) { BODY }",
    "func searchBar(_ bar: UISearchBar, textDidChange text: String) { BODY }",
    "func searchBar(_ bar: UISearchBar, textDidChange text: String) { if !text.isEmpty { BODY } }",
    "func updateSearchResults(for c: UISearchController) { find(c.text) }\nfunc find(_ t: "
      + "String) { BODY }",
    "var body: some View { list.searchable(text: $text).onChange(of: text) { find() } "
      + "}\nfunc find() { BODY }",
    "var body: some View { TextField(\"\", text: $text).onChange(of: text) { _, _ in BODY } }",
  ])
  func aSearchForEachKeystrokeIsFound(source: String) {
    let search = "MKLocalSearch(request: request).start { r, _ in self.show(r) }"
    #expect(rule.findings(source.replacing("BODY", with: search)).count == 1)
  }

  @Test(arguments: [
    "func searchBarSearchButtonClicked(_ bar: UISearchBar) { BODY }",
    "func updateSearchResults(for c: UISearchController) { completer.queryFragment = c.text "
      + "}\nfunc f() { BODY }",
    "func updateSearchResults(for c: UISearchController) { timer = Timer.scheduled { BODY } }",
    "func updateSearchResults(for c: UISearchController) { debouncer.call { self.find() } "
      + "}\nfunc find() { BODY }",
    "func textField(_ f: UITextField, shouldChangeCharactersIn r: NSRange, s: String) "
      + "{ if s == \"\\n\" { BODY } }",
    "var body: some View { list.searchable(text: $text).onSubmit(of: .search) { BODY } }",
    "var body: some View { list.searchable(text: $text).onChange(of: place) { BODY } }",
    "var b: some View { l.searchable(text: $t).onChange(of: t) { Task { await sleep(); BODY } } }",
  ])
  func aSearchThatWaitsIsRight(source: String) {
    let search = "MKLocalSearch(request: request).start { r, _ in self.show(r) }"
    #expect(rule.lines(source.replacing("BODY", with: search)) == [])
  }
}

struct CompleterPerQueryTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("completer-per-query") }

  @Test func aNewCompleterForEachQueryIsFound() {
    let local = """
      func type(_ text: String) {
        let completer = MKLocalSearchCompleter()
        completer.delegate = self
        completer.queryFragment = text
      }
      """
    #expect(rule.lines(local) == [2])
    #expect(rule.findings(local).allSatisfy { $0.message.contains("does not keep") })
    let kept = local.replacing("let completer", with: "self.completer")
      .replacing("completer.queryFragment", with: "self.completer.queryFragment")
    #expect(rule.lines(kept) == [2])
    #expect(rule.findings(kept).allSatisfy { !$0.message.contains("does not keep") })
  }

  @Test(arguments: [
    "let completer = MKLocalSearchCompleter()\nfunc type(_ t: String) { "
      + "completer.queryFragment = t }",
    "init() { completer = MKLocalSearchCompleter(); completer.delegate = self }",
    "lazy var c: MKLocalSearchCompleter = { let c = MKLocalSearchCompleter(); return c }()",
    "func appear() { completer = MKLocalSearchCompleter(); completer?.region = region }",
    "// let c = MKLocalSearchCompleter(); c.queryFragment = text",
  ])
  func oneCompleterIsRight(source: String) {
    #expect(rule.lines("final class Model { \(source) }") == [])
  }
}
