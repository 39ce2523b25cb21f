import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import RegionFamilies
import ScenarioModel
import TestSupport
import Testing
import Workloads

/// The scripts that are made of a camera's gestures and of what happens between them.
@Suite struct RegionScriptTests {
  private static let second: Int64 = 1_000_000_000
  private static let viewport = Viewport(width: 393, height: 852)

  private func script(
    seconds: Int = 60, seed: UInt64 = 3, location: Double = 1, data: Double = 0.2,
    commands: Double = 0.2, resizes: Double = 0.1,
    values: [ProfileParameter.Name: Double] = [:]
  ) -> RegionScript {
    let pins = PinGenerator.cities.pins(count: 100, seed: 42)
    let trace = CameraTraceGenerator.panAndZoom.trace(
      frames: seconds * 60 + 1, refresh: 60, seed: seed, pins: pins, viewport: Self.viewport,
      profile: .sample())
    let gestures = CameraGestures(
      visibleMapRects: trace.frames.map { Self.viewport.mapRectThatFits($0.region) },
      viewport: Self.viewport)
    let rates = RegionEventRates(
      location: location, data: data, commands: commands, resizes: resizes, seed: seed)
    return RegionScriptGenerator(
      viewport: Self.viewport, refresh: 60, rates: rates, seconds: seconds,
      profile: .sample(values)
    ).script(gestures: gestures, pins: pins)
  }

  private func count(_ script: RegionScript, _ isCounted: (RegionScript.Action) -> Bool) -> Int {
    script.events.count { isCounted($0.action) }
  }

  @Test("in order", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func order(_ seed: UInt64) {
    let script = script(seed: seed)
    #expect(script == self.script(seed: seed))
    #expect(script.duration == 60 * Self.second)
    let times = script.events.map(\.time)
    #expect(times == times.sorted())
    #expect(times.allSatisfy { (0..<script.duration).contains($0) })
  }

  /// A gesture begins, moves and ends; nothing that code wants comes in between, and whoever wanted
  /// something has a second and a half to see it.
  @Test("one after the other", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func gestures(_ seed: UInt64) {
    let script = script(seed: seed)
    var isMoving = false
    var movements = 0
    var latestCommand = -10 * Self.second
    var gestures = 0
    for event in script.events {
      switch event.action {
      case .gestureBegins:
        #expect(!isMoving)
        #expect(event.time - latestCommand >= 3 * Self.second / 2)
        isMoving = true
        movements = 0
      case .movement:
        #expect(isMoving)
        movements += 1
      case .gestureEnds:
        #expect(isMoving && movements > 0)
        isMoving = false
        gestures += 1
      case .command:
        #expect(!isMoving)
        #expect(event.time - latestCommand >= 3 * Self.second / 2)
        #expect(script.duration - event.time >= 3 * Self.second / 2)
        latestCommand = event.time
      case .location, .refresh, .resize: break
      }
    }
    #expect(!isMoving && gestures > 5)
  }

  @Test("as often as asked for")
  func rates() {
    let script = script(seconds: 600)
    // Gaps of half to one and a half of the mean: the count is near the mean.
    #expect((570...630).contains(count(script) { if case .location = $0 { true } else { false } }))
    #expect((108...132).contains(count(script) { if case .refresh = $0 { true } else { false } }))
    // Commands and resizes wait for a rest. Of this seed there are 109 and 64; at half the rates 63
    // and 42, at twice the rates 171 and 83.
    #expect((95...135).contains(count(script) { if case .command = $0 { true } else { false } }))
    #expect((52...76).contains(count(script) { if case .resize = $0 { true } else { false } }))
  }

  @Test func theProfileHasTheUse() {
    func times(
      _ script: RegionScript, _ isCounted: (RegionScript.Action) -> Bool
    ) -> [Int64] {
      script.events.filter { isCounted($0.action) }.map(\.time)
    }
    // Without a spread of the gaps, a position comes each second.
    let regular = times(script(values: [.eventGapSpread: 0])) {
      if case .location = $0 { true } else { false }
    }
    #expect(regular == (1..<60).map { $0 * Self.second })
    // A person who stands still.
    let still = script(values: [.walkStep: 0]).events.compactMap { event in
      if case .location(let location) = event.action { location } else { nil }
    }
    #expect(Set(still).count == 1)
    let quiet = script(values: [.quietEnding: 20e9])
    #expect(
      times(quiet) { if case .command = $0 { true } else { false } }.allSatisfy {
        $0 < 43 * Self.second
      })
    // Always the user's place, and never a closer view of it.
    let centering = script(values: [.commandUserShare: 1, .commandZoomShare: 0])
    for event in centering.events {
      guard case .command(let command, let reason) = event.action else { continue }
      guard case .show = command else {
        Issue.record("expected no closer view")
        continue
      }
      #expect(reason == "the user taps “center on me”")
    }
    let split = script(seconds: 600, values: [.splitWidth: 0.33, .keyboardHeight: 216])
    let sizes = Set(
      split.events.compactMap { event in
        if case .resize(let size, _) = event.action { size } else { nil }
      })
    #expect(sizes.contains(Viewport(width: 130, height: 852)))
    #expect(sizes.contains(Viewport(width: 393, height: 636)))
    // Longer looks leave time for fewer gestures.
    func gestures(_ script: RegionScript) -> Int {
      count(script) { if case .gestureBegins = $0 { true } else { false } }
    }
    #expect(gestures(script(values: [.commandLook: 6e9, .idleLook: 10e9])) < gestures(script()))
  }

  @Test func everyParameterMayBeAtAnEndOfItsSpan() {
    let parameters = PlatformProfile.sample().parameters.filter { $0.name.group == .regionUse }
    for parameter in parameters {
      for end in [parameter.low, parameter.high] {
        let script = script(values: [parameter.name: end * (parameter.scaled / parameter.value)])
        let times = script.events.map(\.time)
        #expect(!times.isEmpty && times == times.sorted(), "\(parameter.name.rawValue) \(end)")
        #expect(times.allSatisfy { $0 >= 0 })
      }
    }
  }

  @Test func nothingWhereNothingIsAskedFor() {
    let script = script(location: 0, data: 0, commands: 0, resizes: 0)
    #expect(count(script) { $0.isFingers } == script.events.count)
    #expect(!script.events.isEmpty)
  }

  /// Some come in the middle of a gesture; every other one is the way back.
  @Test func resizes() {
    let script = script(seconds: 600)
    var isMoving = false
    var duringGestures = 0
    var sizes: [Viewport] = []
    for event in script.events {
      switch event.action {
      case .gestureBegins: isMoving = true
      case .gestureEnds: isMoving = false
      case .resize(let size, _):
        sizes.append(size)
        if isMoving { duringGestures += 1 }
      default: break
      }
    }
    #expect(duringGestures > 0 && duringGestures < sizes.count)
    for (number, size) in sizes.enumerated() {
      #expect((size == Self.viewport) == !number.isMultiple(of: 2))
    }
    #expect(Set(sizes).count == 4)
  }

  @Test("positions and refreshes come while fingers move the map")
  func background() {
    var isMoving = false
    var during = 0
    for event in script().events {
      switch event.action {
      case .gestureBegins: isMoving = true
      case .gestureEnds: isMoving = false
      case .location, .refresh: during += isMoving ? 1 : 0
      default: break
      }
    }
    #expect(during > 0)
  }

  /// Every region that code asks for can be shown, and lies where a street or a town fits.
  @Test func commands() {
    var shown = 0
    var zoomed = 0
    for event in script(seconds: 600, commands: 1).events {
      guard case .command(let command, _) = event.action else { continue }
      switch command {
      case .show(let region):
        shown += 1
        #expect(region.isValid)
        #expect(region.span.longitudeDelta < 1)
      case .zoom(let span):
        zoomed += 1
        #expect(span.longitudeDelta > 0 && span.longitudeDelta < 0.25)
      }
    }
    #expect(shown > 100 && zoomed > 20)
  }

  /// Without gestures there is only what comes by itself, and what code wants.
  @Test func aCameraThatRests() {
    let rect = MapRect(
      center: MapPoint(x: 1e8, y: 1e8), size: MapSize(width: 39_300, height: 85_200))
    let gestures = CameraGestures(visibleMapRects: [rect], viewport: Self.viewport)
    let rates = RegionEventRates(location: 1, data: 0, commands: 0.5, resizes: 0.2, seed: 1)
    let script = RegionScriptGenerator(
      viewport: Self.viewport, refresh: 60, rates: rates, seconds: 30, profile: .sample()
    ).script(gestures: gestures, pins: PinGenerator.cities.pins(count: 5, seed: 1))
    #expect(count(script) { $0.isFingers } == 0)
    #expect(count(script) { if case .command = $0 { true } else { false } } > 3)
  }
}

extension RegionScript.Action {
  fileprivate var isFingers: Bool {
    switch self {
    case .gestureBegins, .movement, .gestureEnds: true
    case .location, .refresh, .command, .resize: false
    }
  }
}
