import LintRules
import Testing

struct AllRulesTests {
  @Test(arguments: Rule.all.map(\.summary))
  func aRuleSaysWhatPeopleNeed(rule: RuleSummary) {
    #expect(!rule.title.hasSuffix("."))
    #expect(rule.explanation.hasSuffix(".") && rule.remedy.hasSuffix("."))
    #expect(!rule.blindSpots.isEmpty && rule.blindSpots.allSatisfy { $0.hasSuffix(".") })
    #expect(rule.cost.map { !$0.naive.isEmpty && !$0.metric.isEmpty } ?? true)
  }

  @Test func identifiersAreUnique() {
    #expect(Set(Rule.all.map(\.identifier)).count == Rule.all.count)
  }

  @Test func testsAndPreviewsAreNotChecked() throws {
    let rule = try RuleFixture("location-without-request")
    let map = "Map { UserAnnotation() }"
    #expect(rule.lines("import XCTest\nfunc testMap() { _ = \(map) }") == [])
    #expect(rule.lines("#Preview { \(map) }") == [])
    #expect(
      rule.lines("struct P: PreviewProvider { static var previews: some View { \(map) } }") == [])
    #expect(rule.lines("struct S: View { var body: some View { \(map) } }") == [1])
  }
}
