import LintRules
import Testing

struct CameraWrittenBackTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("camera-written-back") }

  private func view(_ map: String, change: String, rest: String = "") -> String {
    """
    struct Screen: View {
      @State private var position: MapCameraPosition = .automatic
      var body: some View {
        \(map)
          .mapStyle(.standard)
          .onMapCameraChange(frequency: .onEnd) { context in \(change) }
      }
      \(rest)
    }
    """
  }

  @Test(arguments: [
    ("Map(position: $position) { }", "position = .region(context.region)"),
    ("Map(position: $position)", "self.position = .camera(context.camera)"),
    ("Map(position: $model.position)", "model.position = .region(context.region)"),
    ("Map(position: $position)", "withAnimation { position = .rect(context.rect) }"),
    ("Map(position: $position)", "Task { @MainActor in position = .rect(context.rect) }"),
  ])
  func aWrittenPositionIsFound(map: String, change: String) {
    #expect(rule.lines(view(map, change: change)) == [6])
  }

  @Test(arguments: [
    ("Map(position: $position)", "visibleRegion = context.region"),
    ("Map(position: $position)", "model.position = context.camera"),
    ("Map(position: $position)", "if isGesture { position = .region(context.region) }"),
    ("Map(position: $position)", "let position = context.region"),
    ("Map(position: $position)", "print(position == .automatic)"),
    ("Map(initialPosition: position)", "position = .region(context.region)"),
    ("Map()", "// position = .region(context.region)"),
  ])
  func anotherStateIsRight(map: String, change: String) {
    #expect(rule.lines(view(map, change: change)) == [])
  }

  @Test func aMethodThatTheClosureCallsIsFollowed() {
    let method = "func keep(_ region: MKCoordinateRegion) { position = .region(region) }"
    let source = view("Map(position: $position)", change: "keep(context.region)", rest: method)
    #expect(rule.lines(source) == [8])
  }

  @Test func aMapInAPropertyIsFollowed() {
    let source = view(
      "map", change: "position = .region(context.region)",
      rest: "private var map: some View { Map(position: $position) { } }")
    #expect(rule.lines(source) == [6])
  }
}
