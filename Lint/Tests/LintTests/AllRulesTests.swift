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
    #expect(rule.findings("import XCTest\nfunc testMap() { _ = \(map) }").isEmpty)
    #expect(rule.findings("#Preview { \(map) }").isEmpty)
    #expect(
      rule.findings("struct P: PreviewProvider { static var previews: some View { \(map) } }")
        .isEmpty)
    #expect(rule.findings("struct S: View { var body: some View { \(map) } }").map(\.line) == [2])
  }
}
