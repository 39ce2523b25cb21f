import LintRules
import Testing

struct AnnotationsMadeInBodyTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("annotations-made-in-body") }

  private func view(_ map: String, id: String = "let id = UUID()") -> String {
    """
    struct Pin: Identifiable { \(id); let coordinate: CLLocationCoordinate2D }
    struct Screen: View {
      let places: [Place]
      var body: some View { \(map) }
    }
    """
  }

  @Test(arguments: [
    "Map { ForEach(places.map { Pin(coordinate: $0.coordinate) }) { Marker(\"\", pin: $0) } }",
    "Map(coordinateRegion: $r, annotationItems: places.map { Pin(coordinate: $0.place) }) { "
      + "pin($0) }",
    "Map { ForEach(places.compactMap { p in Pin(coordinate: p.place) }) { pin in pin.marker } }",
  ])
  func pinsMadeInTheContentAreFound(map: String) {
    #expect(rule.lines(view(map)) == [4])
  }

  @Test(arguments: [
    "Map { ForEach(pins) { Marker(\"\", coordinate: $0.coordinate) } }",
    "Map { ForEach(places) { place in Marker(place.name, coordinate: place.coordinate) } }",
    "Map(coordinateRegion: $r, annotationItems: [Pin(coordinate: place)]) { pin($0) }",
    "List { ForEach(places.map { Pin(coordinate: $0.place) }) { Text($0.name) } }",
    "Map { /* ForEach(places.map { Pin(coordinate: $0) }) */ }",
  ])
  func pinsOfTheModelAreRight(map: String) {
    #expect(rule.lines(view(map)) == [])
  }

  @Test func anIdentifierThatStaysIsRight() {
    let map = "Map { ForEach(places.map { Pin(id: $0.id, coordinate: $0.place) }) { pin($0) } }"
    #expect(rule.lines(view(map, id: "let id: String")) == [])
  }

  @Test func aComputedPropertyIsFollowed() {
    let source =
      view("Map { ForEach(pins) { pin($0) } }") + """

        extension Screen {
          var pins: [Pin] { places.map { Pin(coordinate: $0.place) } }
        }
        """
    #expect(rule.lines(source) == [4])
  }

}

struct AnnotationsAddedAgainTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("annotations-added-again") }

  private func update(_ statements: String) -> String {
    """
    struct Screen: UIViewRepresentable {
      func updateUIView(_ view: MKMapView, context: Context) {
        \(statements)
      }
    }
    """
  }

  @Test(arguments: [
    "for p in places { let pin = MKPointAnnotation(); pin.coordinate = p; "
      + "view.addAnnotation(pin) }",
    "places.forEach { let pin = PlaceAnnotation($0); view.addAnnotation(pin) }",
    "let pin = MKPointAnnotation(); view.addAnnotation(pin)",
  ])
  func annotationsAddedAtEachUpdateAreFound(statements: String) {
    #expect(rule.lines(update(statements)) == [3])
  }

  @Test(arguments: [
    "view.removeAnnotations(old); let pin = MKPointAnnotation(); view.addAnnotation(pin)",
    "if isNew { let pin = MKPointAnnotation(); view.addAnnotation(pin) }",
    "guard view.annotations.isEmpty else { return }; view.addAnnotations(pins)",
  ])
  func annotationsAddedOnceAreRight(statements: String) {
    #expect(rule.lines(update(statements)) == [])
  }
}
