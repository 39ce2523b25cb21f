import MapGeometry
import ScenarioModel
import YAMLReading

/// The visits to a map screen: how often it is opened, and how often the camera goes along its path
/// on each visit.
struct ScreenVisits: Hashable, Sendable {
  /// The items of successive visits.
  enum Items: String, Hashable, Sendable, CaseIterable {
    /// The same items on each visit, as of a screen that is opened again.
    case same
    /// Other items at the same places on each visit, as of the screens of several searches.
    case other
  }

  let count: Int
  let loops: Int
  /// At least one; each is a variant.
  let items: [Items]

  private static let keys = ["visits", "loops", "items"]

  init(_ yaml: YAMLValue?) throws(InputError) {
    guard let yaml else {
      (count, loops, items) = (5, 4, [.same])
      return
    }
    let mapping = try yaml.mapping(keys: Self.keys)
    count = try mapping["visits"]?.integer(in: 1...1_000) ?? 5
    loops = try mapping["loops"]?.integer(in: 1...1_000) ?? 4
    var items: [Items] = []
    for value in try mapping["items"]?.oneOrMore() ?? [] {
      let name = try value.text()
      guard let found = Items(rawValue: name) else {
        throw value.unknownName(
          name, what: "kind of items", known: Items.allCases.map(\.rawValue))
      }
      guard !items.contains(found) else { throw value.error(expected: "every kind of items once") }
      items.append(found)
    }
    self.items = items.isEmpty ? [.same] : items
  }

  /// The number of the first item of a visit.
  func firstItem(ofVisit visit: Int, itemCount: Int, _ items: Items) -> Int {
    items == .same ? 0 : visit * itemCount
  }

  var description: String {
    "\(count) of \(loops) loops each, the camera's path out and back"
  }
}

/// The camera's path of a visit: out along the scenario's path and back, so that each loop ends
/// exactly where it began.
struct CameraLoop: Hashable, Sendable {
  /// The rectangle as the screen opens, and at the end of each loop.
  let start: MapRect
  /// The rectangles of a loop, frame by frame, the last one ``start``; at least one.
  let rects: [MapRect]

  /// - Parameter path: at least one rectangle.
  init(outAndBack path: [MapRect]) {
    start = path[0]
    rects = path.count == 1 ? path : Array(path.dropFirst() + path.dropLast().reversed())
  }
}

/// The order of the frames of all visits: one of the app before its first screen, then for each
/// visit its opening, its loops and its end.
struct VisitFrames: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    /// The app shows no map.
    case rest
    case opens
    case moves(loop: Int, position: Int)
    case closes
  }

  let visits: Int
  let loops: Int
  /// The frames of a loop.
  let loopLength: Int

  private var visitLength: Int { loops * loopLength + 2 }
  var count: Int { 1 + visits * visitLength }

  func visit(of frame: Int) -> Int { max(0, frame - 1) / visitLength }

  func step(_ frame: Int) -> Step {
    guard frame > 0 else { return .rest }
    let position = (frame - 1) % visitLength
    if position == 0 { return .opens }
    if position == visitLength - 1 { return .closes }
    return .moves(loop: (position - 1) / loopLength, position: (position - 1) % loopLength)
  }

  /// The first frame of a visit: its opening.
  func opening(of visit: Int) -> Int { 1 + visit * visitLength }
  /// The frame in which a visit's screen closes.
  func closing(of visit: Int) -> Int { opening(of: visit) + visitLength - 1 }
  /// The last frame of a loop, in which the camera is where the visit began.
  func end(ofLoop loop: Int, of visit: Int) -> Int {
    opening(of: visit) + (loop + 1) * loopLength
  }

  /// Indicates whether the memory of a frame is compared with that of others.
  func isCheckpoint(_ frame: Int) -> Bool {
    switch step(frame) {
    case .rest, .closes: true
    case .opens: false
    case .moves(_, let position): position == loopLength - 1
    }
  }
}
