import LintRules
import Testing

struct LocationWithoutRequestTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("location-without-request") }

  @Test(arguments: [
    "func setUp() { mapView.showsUserLocation = true }",
    "var body: some View { Map { UserAnnotation() } }",
    "var body: some View { Map(coordinateRegion: $region, showsUserLocation: true) }",
    "// manager.requestWhenInUseAuthorization()\nfunc f() { map.showsUserLocation = true }",
  ])
  func aLocationThatNothingAsksForIsFound(source: String) {
    #expect(rule.findings(source).count == 1)
  }

  @Test(arguments: [
    "manager.requestWhenInUseAuthorization()",
    "let s = CLServiceSession(authorization: .whenInUse)",
    "LocationButton(.currentLocation) { }", "manager.requestAlwaysAuthorization()",
  ])
  func aRequestInAnyFileIsRight(request: String) {
    let findings = rule.findings([
      "Map.swift": "var body: some View { Map { UserAnnotation() } }",
      "Ask.swift": "func ask() { \(request) }",
    ])
    #expect(findings.isEmpty)
  }

  @Test func aMapThatShowsItOnlyIfAskedToIsRight() {
    #expect(
      rule.lines("func f() { map.showsUserLocation = isAllowed; map.showsUserLocation = false }")
        == [])
  }
}

struct LookAroundUncheckedTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("look-around-unchecked") }

  private func view(_ body: String, type: String = "MKLookAroundScene?") -> String {
    """
    struct Preview: View {
      @State private var scene: \(type)
      var body: some View {
        \(body)
      }
    }
    """
  }

  @Test(arguments: [
    "LookAroundPreview(initialScene: scene, allowsNavigation: true)",
    "LookAroundPreview(scene: $scene)",
    "if isOpen { LookAroundPreview(initialScene: scene) }",
    "MKLookAroundViewController(scene: scene!)",
    "Task { let s = try! await MKLookAroundSceneRequest(coordinate: c).scene }",
  ])
  func anUncheckedSceneIsFound(body: String) {
    #expect(rule.lines(view(body)) == [4])
  }

  @Test(arguments: [
    "if let scene { LookAroundPreview(initialScene: scene) }",
    "if scene != nil && isOpen { LookAroundPreview(initialScene: scene) }",
    "if scene == nil { Text(\"none\") } else { LookAroundPreview(scene: $scene) }",
    "scene == nil ? AnyView(Text(\"none\")) : AnyView(LookAroundPreview(initialScene: scene))",
    "// LookAroundPreview(initialScene: scene)",
  ])
  func aCheckedSceneIsRight(body: String) {
    #expect(rule.lines(view(body)) == [])
  }

  @Test func aSceneThatIsNotOptionalIsRight() {
    let preview = "LookAroundPreview(initialScene: scene)"
    #expect(rule.lines(view(preview, type: "MKLookAroundScene")) == [])
    #expect(rule.lines("func show(scene: MKLookAroundScene) -> some View { \(preview) }") == [])
  }
}

struct OverlaysReplacedTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("overlays-replaced") }

  @Test(arguments: [
    "map.removeOverlays(map.overlays); map.addOverlay(line)",
    "if isRecording { map.removeOverlay(line); line = make(); map.addOverlay(line, level: "
      + ".aboveRoads) }",
    "map.removeOverlays(map.overlays); self.map.add(routePolyline)",
    "map.removeOverlay(line); map.addOverlayOnTop(line)",
  ])
  func aLineReplacedAtEachFixIsFound(code: String) {
    let fix =
      "func locationManager(_ m: CLLocationManager, didUpdateLocations l: [CLLocation]) { \(code) }"
    #expect(rule.findings(fix).map(\.sureness) == [.certain])
  }

  @Test func anUpdateOfAViewIsFound() {
    let source = """
      func updateUIView(_ view: MKMapView, context: Context) { draw(view) }
      func draw(_ map: MKMapView) {
        map.removeOverlays(map.overlays.filter { $0 is MKCircle })
        for zone in zones where zone.isOn { map.addOverlay(zone.circle) }
      }
      """
    #expect(rule.lines(source) == [3])
    #expect(rule.lines(source.replacing("draw(view)", with: "if new != old { draw(view) }")) == [])
  }

  @Test func aMapOfAnotherFileIsFollowedByItsType() {
    let screen = """
      final class Screen { var map: TrackMap
        func locationManager(_ m: CLLocationManager, didUpdateLocations l: [CLLocation]) {
          map.add(l) } }
      final class Session { func add(_ l: [CLLocation]) { points += l } }
      """
    let map = """
      final class TrackMap: MKMapView { func add(_ l: [CLLocation]) {
        removeOverlay(line); addOverlay(line) } }
      """
    let findings = rule.findings(["Screen.swift": screen, "Map.swift": map])
    #expect(findings.map(\.path) == ["Map.swift"])
  }

  @Test(arguments: [
    "func select() { map.removeOverlays(map.overlays); map.addOverlay(route) }",
    "func updateUIView(_ v: MKMapView, context: Context) { v.removeOverlays(v.overlays) }",
    "func updateUIView(_ v: MKMapView, context: Context) { if isNew { v.removeOverlays(o); "
      + "v.addOverlays(n) } }",
    "func locationManager(_ m: CLLocationManager, didFailWithError e: Error) { "
      + "m.removeOverlay(a); m.addOverlay(b) }",
  ])
  func otherChangesAreRight(source: String) {
    #expect(rule.lines(source) == [])
  }
}

struct MapInRowTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("map-in-row") }

  @Test(arguments: [
    "List(places) { place in Map(position: .constant(place.position)) }",
    "List { ForEach(places) { place in VStack { Text(place.name); Map(initialPosition: p) } } }",
    "ScrollView { LazyVStack { ForEach(places) { MapThumbnail(place: $0) } } }",
    "ForEach(places) { place in WrappedMap(place: place).frame(height: 80) }",
  ])
  func aMapInARowIsFound(body: String) {
    #expect(rule.lines("struct Screen: View { var body: some View { \(body) } }\n\(views)") == [1])
  }

  @Test(arguments: [
    "Map { ForEach(places) { Marker($0.name, coordinate: $0.coordinate) } }",
    "Form { Section { Map(position: $position) } }",
    "List { Text(\"\"); Map(position: $position) }",
    "ForEach(places) { place in NavigationLink(place.name) { MapThumbnail(place: place) } }",
    "ForEach(places) { place in NavigationLink(destination: MapThumbnail(place: place)) { "
      + "Text(\"\") } }",
    "ForEach(places) { place in Text(place.name).sheet(item: $shown) { MapThumbnail(place: $0) } }",
    "TabView { ForEach(places) { MapThumbnail(place: $0) } }",
    "ForEach(places) { place in Text(\"Map(position: p)\") }",
    "ForEach(places) { PlaceRow(place: $0) }",
  ])
  func aMapOnAScreenIsRight(body: String) {
    #expect(rule.lines("struct Screen: View { var body: some View { \(body) } }\n\(views)") == [])
  }

  private let views = """
    struct MapThumbnail: View { var body: some View { ZStack { Map(initialPosition: p) } } }
    struct WrappedMap: UIViewRepresentable {
      func makeUIView(context: Context) -> MKMapView { MKMapView() } }
    struct PlaceRow: View { var body: some View { Text(place.name) } }
    """

  @Test func aCellWithAMapIsFound() {
    let source = """
      final class PlaceCell: UITableViewCell {
        let title = UILabel()
        @IBOutlet weak var map: MKMapView!
        func show(_ place: Place) { let picture = MKMapView() }
      }
      class BaseCell: UICollectionViewCell { let map = MKMapView() }
      final class Header: UIView { let map = MKMapView() }
      """
    let findings = rule.findings(source)
    #expect(findings.map { $0.line - 1 } == [3, 4, 6])
    #expect(findings.map(\.sureness) == [.note, .likely, .note])
  }
}
