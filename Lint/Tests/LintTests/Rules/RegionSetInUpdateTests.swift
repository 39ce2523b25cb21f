import LintRules
import Testing

struct RegionSetInUpdateTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("region-set-in-update") }

  private func view(_ statement: String, delegate: String = "") -> String {
    """
    struct MapScreen: UIViewRepresentable {
      let region: MKCoordinateRegion
      func updateUIView(_ view: MKMapView, context: Context) {
        view.showsUserLocation = true
        \(statement)
      }
      \(delegate)
    }
    """
  }

  @Test(arguments: [
    "view.setRegion(region, animated: true)",
    "view.region = region",
    "context.coordinator.mapView?.setRegion(model.region, animated: false)",
    "view.setCamera(camera, animated: true)",
    "view.setVisibleMapRect(rect, edgePadding: .zero, animated: true)",
    "if let region { view.setRegion(region, animated: true) }",
    "guard let region = model.region else { return }; view.setRegion(region, animated: true)",
    "if !pins.isEmpty { view.setCenter(pins[0].coordinate, animated: true) }",
    "DispatchQueue.main.async { view.setRegion(region, animated: true) }",
    "withAnimation { view.region = region }",
    "if #available(iOS 17, *) { view.region = region }",
    "search.start { answer, _ in view.region = answer!.boundingRegion }",
  ])
  func anUnguardedRegionIsFound(statement: String) {
    #expect(rule.lines(view(statement)) == [5])
  }

  @Test(arguments: [
    "if view.region != region { view.setRegion(region, animated: true) }",
    "if let region, region != view.region { view.setRegion(region, animated: true) }",
    "guard isNew else { return }; view.setRegion(region, animated: true)",
    "if isSame { return }; view.region = region",
    "if let command, command.id != context.coordinator.shown { view.region = command.region }",
    "switch command { case .show(let region): view.region = region; case .none: break }",
    "// view.setRegion(region, animated: true)",
    "print(\"view.setRegion(region, animated: true)\")",
    "context.coordinator.region = view.region",
    "request.region = region",
  ])
  func aGuardedRegionIsRight(statement: String) {
    #expect(rule.lines(view(statement)) == [])
  }

  @Test func aFunctionThatTheUpdateCallsIsFollowed() {
    let source = """
      final class Screen: NSViewRepresentable {
        func updateNSView(_ nsView: MKMapView, context: Context) { configure(nsView) }
        private func configure(_ map: MKMapView) {
          if let region { map.setRegion(region, animated: true) }
        }
        func guarded(_ map: MKMapView) { map.setRegion(region, animated: true) }
      }
      """
    #expect(rule.lines(source) == [4])
    let guarded = source.replacing(
      "{ configure(nsView) }", with: "{ if isNew { configure(nsView) } }")
    #expect(rule.lines(guarded) == [])
  }

  @Test func anOptionalThatIsClearedIsACommand() {
    let set = view("if let command { view.setRegion(command, animated: true) }")
    #expect(rule.findings(set).map(\.sureness) == [.note])
    let clear = "func reduce(_ state: inout State) { state.command = nil }"
    #expect(rule.findings(["View.swift": set, "Reducer.swift": clear]).isEmpty)
  }

  @Test func aDelegateInAnotherFileIsFollowed() {
    let view = """
      struct Screen: UIViewRepresentable {
        func updateUIView(_ view: MKMapView, context: Context) {
          context.coordinator.center(view)
        }
      }
      """
    let coordinator = """
      extension Screen.Coordinator {
        func center(_ map: MKMapView) { map.setRegion(region, animated: true) }
      }
      """
    let findings = rule.findings(["View.swift": view, "Coordinator.swift": coordinator])
    #expect(findings.map(\.path) == ["Coordinator.swift"])
    #expect(findings.map(\.line) == [3])
  }

  @Test func aRegionThatTheDelegateWritesBackIsCertain() {
    let delegate = """
      func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {
        parent.region = mapView.region
      }
      """
    let set = "view.setRegion(region, animated: true)"
    #expect(rule.findings(view(set)).map(\.sureness) == [.likely])
    #expect(rule.findings(view(set, delegate: delegate)).map(\.sureness) == [.certain])
  }

  @Test func otherFunctionsAndStillMapsMaySetTheRegion() {
    #expect(rule.lines("func makeUIView() { mapView.setRegion(region, animated: true) }") == [])
    let still = "view.isUserInteractionEnabled = false; view.region = region"
    #expect(rule.lines(view(still)) == [])
  }
}
