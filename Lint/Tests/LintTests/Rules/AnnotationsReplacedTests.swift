import LintRules
import Testing

struct AnnotationsReplacedTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("annotations-replaced") }

  @Test(arguments: [
    "func refresh() { mapView.removeAnnotations(mapView.annotations); "
      + "mapView.addAnnotations(pins) }",
    "var pins: [Pin] = [] { didSet { map.removeAnnotations(map.annotations); "
      + "map.addAnnotations(pins) } }",
    """
    func refresh() { mapView.removeAnnotations(mapView.annotations.filter { $0 is Pin })
      DispatchQueue.main.async { self.mapView.addAnnotations(self.pins) } }
    """,
    "func refresh() { map.removeAnnotations(map.annotations); for p in pins { "
      + "map.addAnnotation(p) } }",
    "func refresh() { map.removeAnnotations(shown); map.addAnnotations(new); shown = new }",
    "final class M: MKMapView { func f() { removeAnnotations(annotations); "
      + "addAnnotations(pins) } }",
  ])
  func replacedAnnotationsAreFound(source: String) {
    #expect(rule.lines(source) == [1])
  }

  @Test(arguments: [
    "func clear() { mapView.removeAnnotations(mapView.annotations) }",
    "func one() { mapView.removeAnnotations(mapView.annotations); mapView.addAnnotation(pin) }",
    "func two() { mapView.removeAnnotations(mapView.annotations); mapView.addAnnotations([pin]) }",
    "func diff() { mapView.removeAnnotations(obsolete); mapView.addAnnotations(new) }",
    "func views() { mapView.removeAnnotations(shown); mapView.addAnnotations(shown) }",
    "func either() { if a { map.removeAnnotations(map.annotations) } else { "
      + "map.addAnnotations(p) } }",
    "func order() { mapView.addAnnotations(pins); mapView.removeAnnotations(mapView.annotations) }",
    "override func viewDidLoad() { map.removeAnnotations(map.annotations); "
      + "map.addAnnotations(pins) }",
    "func s() { print(\"map.removeAnnotations(map.annotations)\"); map.addAnnotations(pins) }",
  ])
  func differencesAndSinglePinsAreRight(source: String) {
    #expect(rule.lines(source) == [])
  }
}
