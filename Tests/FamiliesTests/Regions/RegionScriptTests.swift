import Clustering
import Families
import PinData
import Platform
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The scripts that are made of a camera's gestures and of what happens between them.
@Suite struct RegionScriptTests {
  private static let second: Int64 = 1_000_000_000
  private static let viewport = Viewport(width: 393, height: 852)

  private func script(
    seconds: Int = 60, seed: UInt64 = 3, location: Double = 1, data: Double = 0.2,
    commands: Double = 0.2, resizes: Double = 0.1, isResting: Bool = false,
    values: [ProfileParameter.Name: Double] = [:]
  ) -> RegionScript {
    let pins = PinGenerator.cities.pins(count: 100, seed: 42)
    let trace = CameraTraceGenerator.panAndZoom.trace(
      frames: seconds * 60 + 1, refresh: 60, seed: seed, pins: pins, viewport: Self.viewport,
      profile: .sample())
    let rects = trace.frames.map { Self.viewport.mapRectThatFits($0.region) }
    return RegionScript(
      gestures: CameraGestures(
        visibleMapRects: isResting ? [rects[0]] : rects, viewport: Self.viewport),
      pins: pins, viewport: Self.viewport, refresh: 60,
      rates: (location, data, commands, resizes, seed), seconds: seconds, profile: .sample(values))
  }

  private func events(of script: RegionScript) -> ScriptEvents {
    let events = ScriptEvents(script)
    let times = script.events.map(\.time)
    #expect(times == times.sorted() && times.allSatisfy { $0 >= 0 })
    return events
  }

  /// A gesture begins, moves and ends; no command comes in between, and each command is seen for a
  /// second and a half.
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func oneAfterTheOther(_ seed: UInt64) {
    let script = script(seed: seed)
    #expect(script == self.script(seed: seed))
    #expect(script.duration == 60 * Self.second)
    let events = events(of: script)
    #expect(script.events.allSatisfy { $0.time < script.duration })
    #expect(events.gestures.count > 5 && events.gestures.allSatisfy { $0.movements > 0 })
    #expect(!events.commands.contains { $0.isInGesture })
    let times = events.commands.map(\.time) + [script.duration]
    for (time, next) in zip(times, times.dropFirst()) {
      #expect(next - time >= 3 * Self.second / 2)
      let gesture = events.gestures.first { $0.time >= time }
      #expect(gesture.map { $0.time - time >= 3 * Self.second / 2 } ?? true)
    }
  }

  /// Some resizes come in the middle of a gesture; every other one is the way back.
  @Test func asOftenAsAskedFor() {
    let events = events(of: script(seconds: 600))
    // Gaps of half to one and a half of the mean: the count is near the mean.
    #expect((570...630).contains(events.locations.count))
    #expect((108...132).contains(events.refreshes.count))
    // Commands and resizes wait for a rest. Of this seed there are 109 and 64; at half the rates 63
    // and 42, at twice the rates 171 and 83.
    #expect((95...135).contains(events.commands.count))
    #expect((52...76).contains(events.resizes.count))
    #expect((events.locations.map(\.isInGesture) + events.refreshes).contains(true))
    #expect(Set(events.resizes.map(\.isInGesture)).count == 2)
    let sizes = events.resizes.map(\.value)
    #expect(sizes.map { $0 == Self.viewport } == sizes.indices.map { !$0.isMultiple(of: 2) })
    #expect(Set(sizes).count == 4)
  }

  @Test func theProfileHasTheUse() {
    func events(
      seconds: Int = 60, _ values: [ProfileParameter.Name: Double] = [:]
    ) -> ScriptEvents {
      self.events(of: script(seconds: seconds, values: values))
    }
    // Without a spread of the gaps, a position comes each second.
    let regular = events([.eventGapSpread: 0]).locations.map(\.time)
    #expect(regular == (1..<60).map { $0 * Self.second })
    // A person who stands still.
    #expect(Set(events([.walkStep: 0]).locations.map(\.value)).count == 1)
    let quiet = events([.quietEnding: 20e9]).commands
    #expect(!quiet.isEmpty && quiet.allSatisfy { $0.time < 43 * Self.second })
    // Always the user's place, and never a closer view of it.
    let centring = events([.commandUserShare: 1, .commandZoomShare: 0]).commands
    #expect(!centring.isEmpty)
    for command in centring {
      #expect(command.value.region != nil)
      #expect(command.value.reason == "the user taps “center on me”")
    }
    let split = events(seconds: 600, [.splitWidth: 0.33, .keyboardHeight: 216])
    let sizes = [Viewport(width: 130, height: 852), Viewport(width: 393, height: 636)]
    #expect(Set(sizes).isSubset(of: split.resizes.map(\.value)))
    // Longer looks leave time for fewer gestures.
    let long = events([.commandLook: 6e9, .idleLook: 10e9])
    #expect(long.gestures.count < events().gestures.count)
  }

  @Test func everyParameterMayBeAtAnEndOfItsSpan() {
    let parameters = PlatformProfile.sample().parameters.filter { $0.name.group == .regionUse }
    for parameter in parameters {
      for end in [parameter.low, parameter.high] {
        let value = end * (parameter.scaled / parameter.value)
        let events = events(of: script(values: [parameter.name: value]))
        #expect(!events.isEmpty, "\(parameter.name.rawValue) \(end)")
      }
    }
  }

  /// Every region that code asks for can be shown, and lies where a street or a town fits.
  @Test func commands() {
    let commands = events(of: script(seconds: 600, commands: 1)).commands.map(\.value)
    let shown = commands.compactMap(\.region)
    #expect(shown.count > 100 && shown.allSatisfy { $0.isValid && $0.span.longitudeDelta < 1 })
    let zoomed = commands.compactMap(\.span).map(\.longitudeDelta)
    #expect(zoomed.count > 20 && zoomed.allSatisfy { $0 > 0 && $0 < 0.25 })
  }

  /// Nothing but gestures where nothing else is asked for, and without gestures only what comes by
  /// itself, and what code wants.
  @Test func aCameraThatRests() {
    let fingers = events(of: script(location: 0, data: 0, commands: 0, resizes: 0))
    #expect(fingers.isFingersOnly && !fingers.isEmpty)
    let resting = events(
      of: script(seconds: 30, seed: 1, data: 0, commands: 0.5, resizes: 0.2, isResting: true))
    #expect(resting.gestures.isEmpty && resting.commands.count > 3)
  }
}

/// The events of a script by their kinds.
private struct ScriptEvents {
  /// An event that may come while fingers move the map.
  typealias Event<Value> = (time: Int64, isInGesture: Bool, value: Value)
  /// Code that shows a region or zooms to a span.
  struct Command {
    var region: Region?
    var span: CoordinateSpan?
    let reason: String
  }

  private(set) var gestures: [(time: Int64, movements: Int)] = []
  private(set) var locations: [Event<Coordinate>] = []
  /// Indicates whether each is in a gesture.
  private(set) var refreshes: [Bool] = []
  private(set) var commands: [Event<Command>] = []
  private(set) var resizes: [Event<Viewport>] = []

  init(_ script: RegionScript) {
    var isMoving = false
    for event in script.events {
      switch event.action {
      case .gestureBegins:
        #expect(!isMoving)
        isMoving = true
        gestures.append((event.time, 0))
      case .movement:
        #expect(isMoving)
        gestures[gestures.count - 1].movements += 1
      case .gestureEnds:
        #expect(isMoving)
        isMoving = false
      case .location(let place): locations.append((event.time, isMoving, place))
      case .refresh: refreshes.append(isMoving)
      case .command(.show(let region), let reason):
        commands.append((event.time, isMoving, Command(region: region, reason: reason)))
      case .command(.zoom(let span), let reason):
        commands.append((event.time, isMoving, Command(span: span, reason: reason)))
      case .resize(let size, _): resizes.append((event.time, isMoving, size))
      }
    }
    #expect(!isMoving)
  }

  var isFingersOnly: Bool {
    locations.isEmpty && refreshes.isEmpty && commands.isEmpty && resizes.isEmpty
  }
  var isEmpty: Bool { isFingersOnly && gestures.isEmpty }
}
