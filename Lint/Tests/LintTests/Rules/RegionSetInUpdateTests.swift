import Testing

import LintRules

struct RegionSetInUpdateTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("region-set-in-update") }

  @Test(arguments: [
    "view.setRegion(region, animated: true)",
    "uiView.region = region",
    "context.coordinator.mapView?.setRegion(model.region, animated: false)",
  ])
  func anUnguardedRegionIsFound(statement: String) {
    let source = """
      struct MapScreen: UIViewRepresentable {
        func updateUIView(_ view: MKMapView, context: Context) {
          view.showsUserLocation = true
          \(statement)
        }
      }
      """
    #expect(rule.lines(source) == [4])
  }

  @Test(arguments: [
    "if view.region != region { view.setRegion(region, animated: true) }",
    "guard isNew else { return }; view.setRegion(region, animated: true)",
    "if isSame { return }; view.region = region",
    "DispatchQueue.main.async { view.setRegion(region, animated: true) }",
    "// view.setRegion(region, animated: true)",
    "print(\"view.setRegion(region, animated: true)\")",
    "region = view.region",
  ])
  func aGuardedRegionIsRight(statement: String) {
    let source = """
      struct MapScreen: UIViewRepresentable {
        func updateUIView(_ view: MKMapView, context: Context) { \(statement) }
      }
      """
    #expect(rule.lines(source) == [])
  }

  @Test func otherFunctionsMaySetTheRegion() {
    #expect(
      rule.lines("func makeUIView() -> MKMapView { view.setRegion(region, animated: true) }") == [])
  }
}
