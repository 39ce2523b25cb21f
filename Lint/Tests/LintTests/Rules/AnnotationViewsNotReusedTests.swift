import LintRules
import Testing

struct AnnotationViewsNotReusedTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("annotation-views-not-reused") }

  private func delegate(_ body: String) -> String {
    """
    final class PinView: MKAnnotationView {}
    extension Screen: MKMapViewDelegate {
      func mapView(_ map: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView? {
        if annotation is MKUserLocation { return nil }
        \(body)
      }
    }
    """
  }

  @Test(arguments: [
    "return MKMarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)",
    "let view = MKPinAnnotationView(annotation: annotation, reuseIdentifier: \"pin\"); return view",
    "return PinView(annotation: annotation, reuseIdentifier: id, width: 70)",
    "let view = MKMarkerAnnotationView(); view.annotation = annotation; return view",
    "// map.dequeueReusableAnnotationView\nreturn PinView(annotation: annotation, "
      + "reuseIdentifier: id)",
  ])
  func aNewViewForEachIsFound(body: String) {
    #expect(rule.findings(delegate(body)).count == 1)
  }

  @Test(arguments: [
    "return map.dequeueReusableAnnotationView(withIdentifier: \"pin\", for: annotation)",
    """
    var view = map.dequeueReusableAnnotationView(withIdentifier: id)
    if view == nil { view = PinView(annotation: annotation, reuseIdentifier: id) }
    return view
    """,
    """
    if let free = map.dequeueReusableAnnotationView(withIdentifier: id) as? PinView { return free }
    else { return PinView(annotation: annotation, reuseIdentifier: id) }
    """,
    """
    if let free = map.dequeueReusableAnnotationView(withIdentifier: id) { return free }
    return PinView(annotation: annotation, reuseIdentifier: id)
    """,
    """
    return map.dequeueReusableAnnotationView(withIdentifier: id)
      ?? PinView(annotation: annotation, reuseIdentifier: id)
    """,
    """
    guard let free = map.dequeueReusableAnnotationView(withIdentifier: id) else {
      return PinView(annotation: annotation, reuseIdentifier: id)
    }
    return free
    """,
    "return MKAnnotationView()",
    "return makeView(annotation, on: map)",
    "return \"MKPinAnnotationView(annotation: annotation, reuseIdentifier: nil)\".view",
  ])
  func aViewOfTheQueueIsRight(body: String) {
    #expect(rule.lines(delegate(body)) == [])
  }

  @Test func aBranchThatDoesNotAskIsFound() {
    let body = """
      var view: MKAnnotationView?
      if annotation is Draft {
        view = MKMarkerAnnotationView(annotation: annotation, reuseIdentifier: "draft")
      } else {
        view = map.dequeueReusableAnnotationView(withIdentifier: id)
        if view == nil { view = PinView(annotation: annotation, reuseIdentifier: id) }
      }
      return view
      """
    #expect(rule.findings(delegate(body)).map(\.snippet).allSatisfy { $0.contains("draft") })
    #expect(rule.findings(delegate(body)).count == 1)
  }

  @Test func otherFunctionsMayMakeViews() {
    #expect(
      rule.lines("func view() { PinAnnotationView(annotation: a, reuseIdentifier: nil) }") == [])
  }
}
