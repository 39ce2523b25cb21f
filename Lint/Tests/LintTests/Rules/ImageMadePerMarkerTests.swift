import LintRules
import Testing

struct ImageMadePerMarkerTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("image-made-per-marker") }

  @Test(arguments: [
    "view.image = UIImage(contentsOfFile: path)",
    "view.image = UIImage(data: data)",
    "view.image = UIGraphicsImageRenderer(size: size).image { draw($0) }",
    "#if os(macOS)\nview.image = NSImage(contentsOf: url)\n#endif",
  ])
  func anImageMadeInViewForIsFound(statement: String) {
    let source = """
      func mapView(_ m: MKMapView, viewFor annotation: MKAnnotation) -> MKAnnotationView? {
        let view = m.dequeueReusableAnnotationView(withIdentifier: "pin", for: annotation)
        \(statement)
        return view
      }
      """
    #expect(rule.findings(source).count == 1)
  }

  @Test(arguments: [
    "view.image = UIImage(named: \"pin\")",
    "view.image = UIImage(systemName: \"star\")",
    "view.image = images[kind]",
    "view.image = cache.image(kind) ?? UIImage(data: data)",
    "// view.image = UIImage(data: data)",
  ])
  func aSharedImageIsRight(statement: String) {
    let source = """
      func mapView(_ m: MKMapView, viewFor annotation: MKAnnotation) -> MKAnnotationView? {
        \(statement)
      }
      """
    #expect(rule.lines(source) == [])
  }

  @Test func theViewOfAMarkerIsFollowed() {
    let source = """
      final class PinView: MKAnnotationView {
        static let shared = UIGraphicsImageRenderer(size: size).image { draw($0) }
        override var annotation: MKAnnotation? { didSet { image = dot() } }
      }
      extension PinView {
        func dot() -> UIImage { UIGraphicsImageRenderer(size: size).image { draw($0) } }
      }
      final class Chart: UIView {
        func dot() -> UIImage { UIGraphicsImageRenderer(size: size).image { draw($0) } }
      }
      """
    #expect(rule.lines(source) == [6])
  }
}
