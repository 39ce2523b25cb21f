import ScenarioModel
import Support

/// The needs of an app for its map, as `advise` asks for them.
package struct AppFacts: Hashable, Sendable {
  /// The changes of the annotations while the map is shown.
  package enum Changes: String, Hashable, Sendable, CaseIterable {
    /// They are loaded once.
    case none
    /// They are loaded again every few seconds, and some differ.
    case reloads
    /// Some of them move several times a second.
    case moving
  }

  /// The overlays of the map, besides annotations.
  package enum Overlays: String, Hashable, Sendable, CaseIterable {
    case none
    /// Circles, polygons, polylines.
    case shapes
    /// Subclasses of `MKOverlayRenderer` that the app draws itself.
    case ownRenderers = "own-renderers"
  }

  /// The lowest version of iOS that the app supports.
  package var ios = 17
  /// The number of annotations; those of the data file if there is one.
  package var annotations = 100
  /// The path of a file with the annotations; `nil` for generated ones.
  package var data: String?
  package var changes = Changes.none
  package var overlays = Overlays.none
  package var tileOverlays = false
  package var delegateControl = false
  package var viewAnimations = false
  /// Indicates whether close annotations become clusters; `nil` if either will do.
  package var clustering: Bool?
  package var selection = false
  package var camera = true
  package var userLocation = false
  /// The facts that were not given, and have their defaults.
  package private(set) var assumed = Set(Fact.allCases)

  /// The facts of an app that is not known.
  package init() {}

  /// One fact: its key in a file, which is also its option, and its question.
  package enum Fact: String, Hashable, Sendable, CaseIterable {
    case ios, data, annotations, changes, overlays
    case tileOverlays = "tile-overlays"
    case delegateControl = "delegate-control"
    case viewAnimations = "view-animations"
    case clustering, selection, camera
    case userLocation = "user-location"

    /// The question, without its default.
    package var question: String {
      switch self {
      case .ios: "What is the lowest version of iOS that the app supports?"
      case .annotations: "How many annotations are there?"
      case .data:
        "Is there a file with the annotations (GeoJSON, CSV, SQLite)? Give its path or nothing."
      case .changes: "How do annotations change while the map is shown: none, reloads, moving?"
      case .overlays: "Which overlays does the map have: none, shapes, own-renderers?"
      case .tileOverlays: "Does the map show tiles of your own or of OpenStreetMap?"
      case .delegateControl:
        "Must code react to the delegate's calls, such as the start and the end of loading?"
      case .viewAnimations: "Do annotation views have animations that SwiftUI cannot do?"
      case .clustering: "Should nearby annotations become clusters?"
      case .selection: "Can people select annotations?"
      case .camera: "Does code move the camera?"
      case .userLocation: "Does the map show the user's location?"
      }
    }

    /// The reason of the question, or the meaning of its answers.
    package var explanation: String {
      switch self {
      case .ios: "SwiftUI's Map has overlays, a camera and a selection from iOS 17 on."
      case .annotations: "The replay has this many: code fit for 100 can freeze with 10,000."
      case .data: "The places of annotations decide how many are in view, and how many overlap."
      case .changes:
        "reloads: some differ every few seconds. moving: some move several times a second."
      case .overlays: "shapes: circles, polygons, polylines. own-renderers: MKOverlayRenderers."
      case .tileOverlays: "SwiftUI's Map shows only Apple's tiles. MKTileOverlay shows others."
      case .delegateControl: "SwiftUI's Map reports only changes of the camera."
      case .viewAnimations: "Views of MKMapView can have any animation of Core Animation."
      case .clustering: "SwiftUI's Map has no clusters of its own. either: whichever is better."
      case .selection: "If so, the replay has taps that select pins."
      case .camera: "yes if code sets the region or the camera, for example after a search."
      case .userLocation: "If so, the replay has a dot that moves."
      }
    }

    /// The words that answer a question of names; none for another question.
    package var choices: [String] {
      switch self {
      case .ios, .annotations, .data: []
      case .changes: AppFacts.Changes.allCases.map(\.rawValue)
      case .overlays: AppFacts.Overlays.allCases.map(\.rawValue)
      case .clustering: ["yes", "no", "either"]
      default: ["yes", "no"]
      }
    }

    /// The form of an answer, for an error.
    package var expectation: String {
      switch self {
      case .ios: "a whole number from 7 to 99"
      case .annotations: "a whole number from 1 to 1000000"
      case .data: "the path of a file"
      case .changes, .overlays: choices.joined(separator: ", ")
      case .clustering: "yes, no or either"
      default: "yes or no"
      }
    }
  }

  /// Returns the value of a fact as a text that ``set(_:to:)`` takes.
  package func text(of fact: Fact) -> String {
    func flag(_ value: Bool) -> String { value ? "yes" : "no" }
    return switch fact {
    case .ios: String(ios)
    case .annotations: String(annotations)
    case .data: data ?? ""
    case .changes: changes.rawValue
    case .overlays: overlays.rawValue
    case .tileOverlays: flag(tileOverlays)
    case .delegateControl: flag(delegateControl)
    case .viewAnimations: flag(viewAnimations)
    case .clustering: clustering.map(flag) ?? "either"
    case .selection: flag(selection)
    case .camera: flag(camera)
    case .userLocation: flag(userLocation)
    }
  }

  /// Sets a fact from a text.
  ///
  /// - Returns: `false` if the text is no answer; then nothing changes.
  package mutating func set(_ fact: Fact, to text: String) -> Bool {
    func number(_ range: ClosedRange<Int>) -> Int? {
      Int(text.filter { $0 != "_" && $0 != "," }).flatMap { range.contains($0) ? $0 : nil }
    }
    func flag() -> Bool? {
      switch text.lowercased() {
      case "yes", "y", "true": true
      case "no", "n", "false": false
      default: nil
      }
    }
    func store<Value>(_ value: Value?, at path: WritableKeyPath<AppFacts, Value>) -> Bool {
      guard let value else { return false }
      self[keyPath: path] = value
      return true
    }
    let isSet =
      switch fact {
      case .ios: store(number(7...99), at: \.ios)
      case .annotations: store(number(1...1_000_000), at: \.annotations)
      case .data: store(text.isEmpty ? .some(nil) : text, at: \.data)
      case .changes: store(Changes(rawValue: text), at: \.changes)
      case .overlays: store(Overlays(rawValue: text), at: \.overlays)
      case .tileOverlays: store(flag(), at: \.tileOverlays)
      case .delegateControl: store(flag(), at: \.delegateControl)
      case .viewAnimations: store(flag(), at: \.viewAnimations)
      case .clustering:
        store(text == "either" ? .some(nil) : flag().map(Optional.some), at: \.clustering)
      case .selection: store(flag(), at: \.selection)
      case .camera: store(flag(), at: \.camera)
      case .userLocation: store(flag(), at: \.userLocation)
      }
    if isSet { assumed.remove(fact) }
    return isSet
  }

  /// Takes the facts of a YAML file, which are keys of one mapping.
  package mutating func read(_ text: String, file: String) throws(InputError) {
    let root = try YAMLDocument(text: text, file: file).root
    let mapping = try root.mapping(keys: Fact.allCases.map(\.rawValue))
    if mapping[Fact.data.rawValue] != nil, let number = mapping[Fact.annotations.rawValue] {
      throw number.error(expected: "either 'annotations' or 'data'")
    }
    for fact in Fact.allCases {
      guard let value = mapping[fact.rawValue] else { continue }
      let text = try value.text()
      let isSet = set(fact, to: fact == .data ? FilePath.resolve(text, relativeTo: file) : text)
      guard isSet else { throw value.error(expected: fact.expectation) }
    }
  }
}
