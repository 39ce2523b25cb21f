extension ProfileParameter.Name {
  /// The parameters that are needed together with this one.
  public var group: ProfileParameter.Group { builtInGroup }

  var dimension: ProfileParameter.Dimension { builtIn.unit.dimension }

  /// The median of the same quantity, where the parameter is its 95th percentile.
  package var median: Self? {
    rawValue.hasSuffix("-p95") ? Self(rawValue: rawValue.dropLast(4) + "-median") : nil
  }

  /// The smallest and the largest of a quantity: for a name that ends with `-max`, the name that
  /// ends with `-min`.
  package var minimum: Self? {
    rawValue.hasSuffix("-max") ? Self(rawValue: rawValue.dropLast(4) + "-min") : nil
  }

  /// The percentiles and the largest numbers, with the median or the smallest number of each.
  static let lowerBounds: [(name: Self, lower: Self)] = allCases.compactMap { name in
    (name.median ?? name.minimum).map { (name, $0) }
  }

  /// The values that the simulation can work with: up to a day or a petabyte, a length that can be
  /// divided by, a residual of at most a point or a degree that moves a map, a pinch that zooms, a
  /// fraction of at most 1, a fling that ends, and at least one of what the simulation needs.
  package func range(in unit: ProfileParameter.Unit) -> ClosedRange<Double> {
    switch unit.dimension {
    case .time: (mustPass ? 1 / unit.scale : 0)...(8.64e13 / unit.scale)
    case .memory: 0...(1e15 / unit.scale)
    case .length: self == .fittingResidual ? 1e-4...1 : 1...1_000
    case .mapLength: 1e-12...1e8
    case .distance: 0.1 / unit.scale...4e7 / unit.scale
    case .angle: 1e-10...1
    case .zoom: (self == .pinchLevels || self == .burstPinchLevels ? 0.01 : 0)...20
    case .speed: 1...1e6
    case .mapSpeed: 0...1e6
    // Up to the speed of sound; at speed 0 a route would never end.
    case .groundSpeed: (self == .listPersonSpeed ? 0 : 0.1)...1_200
    case .rate: (self == .listScrollRate || self == .mapListScrollRate ? 0.1 : 0)...1e3
    case .ratio: (isAtLeastOne ? 1 : 0)...1e6
    case .fraction: 0...(maxFraction / unit.scale)
    case .count: (mustBeSome ? 1 : 0)...1_000_000
    case .choice: 0...1
    }
  }

  /// The largest fraction that the simulation ends with: a list in which people mostly scroll back
  /// has no end, and a fling that does not slow down either.
  private var maxFraction: Double {
    switch self {
    case .listBackShare: 0.5
    case .flingDecay: 0.9999
    default: 1
    }
  }

  /// Indicates whether this is a ratio that is never below 1.
  private var isAtLeastOne: Bool {
    [.commandZoomFactor, .roadDetour, .transitDetour]
      .contains(self)
  }

  /// Indicates whether this is a limit that lets nothing through if it is 0.
  private var mustBeSome: Bool {
    switch self {
    case .throttleLimit, .resultLimit, .completionLimit, .regionEndsPerFling, .serverAnswerLimit,
      .burstMin, .burstMax, .rowsLookedAt, .listRowsOnScreen, .listBurstMin, .listBurstMax,
      .correctionMinLength, .correctionCount, .locationVisitsMin, .locationVisitsMax,
      .snapshotsInParallel, .mapListRowsOnScreen, .mapListBurstMin, .mapListBurstMax,
      .pictureConnections, .tapPatience, .routePointLimit:
      true
    default: false
    }
  }

  /// Indicates whether this is a time that a processor works on the main thread; false for waiting
  /// and for limits.
  package var isMainThreadWork: Bool {
    switch self {
    case .updatePass, .setCamera, .createMapView, .firstMapView, .reuseMapView, .startSnapshot,
      .decodePixel, .downsamplePixel, .placeView:
      true
    case .overlayAppearance: false
    default: (group == .map || group == .overlays) && dimension == .time
    }
  }

  /// The two ways in which a platform may be built, and a test in an app that shows which; `nil`
  /// for a quantity.
  package var choice: (off: String, on: String, test: String)? {
    switch self {
    case .clustersBeforeViews:
      (
        "MapKit asks for the view of each pin and then clusters",
        "MapKit clusters pins and then asks for the views of pins that stay alone",
        "count the calls of mapView(_:viewFor:) while many pins come into view"
      )
    case .clustersAtRest:
      (
        "a moving map tests all pins in view for collisions in each frame",
        "a moving map tests only the pins that come into view",
        "record a pan over many clusters with Instruments"
      )
    default: nil
    }
  }

  /// Indicates whether a time of 0 makes no sense: the simulation divides by it, or would never
  /// begin.
  private var mustPass: Bool {
    switch self {
    case .throttleWindow, .watchdog, .trackLookInterval: true
    default: rawValue.hasSuffix("-median")
    }
  }
}

extension ProfileParameter {
  /// The purposes of parameters: a profile has all parameters of a group or none. The comments of the
  /// built-in profiles say what each is for.
  public enum Group: String, Hashable, Sendable, Codable, CaseIterable {
    case app, map
    case mapInstances = "map-instances"
    case search, location, ranking, pictures, opening, callbacks, updates, gestures, looking, server
    case network, changes
    case regionUse = "region-use"
    case searching, list
    case locationUse = "location-use"
    case locationAnswers = "location-answers"
    case mapList = "map-list"
    case directions, overlays
    case travelTimes = "travel-times"
    case selecting, lines
  }
}

extension ProfileParameter.Group {
  // An analysis makes thousands of profiles, and each asks for the names of every group.
  private static let members = Dictionary(grouping: ProfileParameter.Name.allCases, by: \.group)

  /// The group's parameters, in the order of a profile.
  public var names: [ProfileParameter.Name] { Self.members[self, default: []] }

  /// Indicates whether every profile must have the group.
  var isRequired: Bool { self == .app }

  /// Indicates whether this is what people, servers and data do, which is not the platform's: a
  /// profile that does not have the group gets it from the environment that comes with MapPressure.
  package var isEnvironment: Bool {
    BuiltInFile.environment.sections.contains { $0.group == self }
  }

  /// Indicates whether this is what people and data do, which is the input of a replay as the
  /// number of pins is.
  ///
  /// With other gestures or another list a strategy has other work to do, so that a count of it may
  /// differ and is still no prediction. A server is no input: its latency and the limit of its
  /// answers model a platform, and a count that they move is modelled. The answers of people are no
  /// input either where a strategy decides what they are asked, and when.
  public var definesInput: Bool {
    isEnvironment && ![.server, .network, .locationAnswers].contains(self)
  }

  /// The group in a sentence, with its article.
  package var noun: String {
    switch self {
    case .app: "an app"
    case .map: "a map"
    case .mapInstances: "several maps in one app"
    case .search: "a search"
    case .location: "a location"
    case .ranking: "a search's ranking"
    case .pictures: "pictures of pins"
    case .opening: "pins that people open"
    case .callbacks: "callbacks of a camera"
    case .updates: "view updates"
    case .gestures: "gestures"
    case .looking: "a user who looks"
    case .server: "an app's server"
    case .network: "a network to a server"
    case .changes: "changing data"
    case .regionUse: "a region's use"
    case .searching: "people who search"
    case .list: "a list"
    case .locationUse: "people with a location"
    case .locationAnswers: "answers about a location"
    case .mapList: "a list of maps"
    case .directions: "directions"
    case .overlays: "overlays"
    case .travelTimes: "travel times"
    case .selecting: "people who select places"
    case .lines: "lines on a map"
    }
  }
}
