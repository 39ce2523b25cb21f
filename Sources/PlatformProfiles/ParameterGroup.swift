extension ProfileParameter.Name {
  /// The group and the dimension of each parameter.
  private var declaration: (group: ProfileParameter.Group, dimension: ProfileParameter.Dimension) {
    switch self {
    case .hangThreshold, .watchdog: (.app, .time)
    case .createMarkerView, .createImageView, .reuseMarkerView, .reuseImageView, .layoutMarkerView,
      .layoutImageView, .assignImage, .redrawArea, .viewForCall, .viewForClusterCall,
      .firstViewWarmUp, .addAnnotation,
      .removeAnnotation, .moveAnnotation, .nativeClusterCandidate, .examinePin, .clusterPin,
      .buildClustersPin, .indexPin, .storeRow, .queryDatabase, .readRow, .copyPin, .differenceItem,
      .differenceByIDItem:
      (.map, .time)
    case .mapHitchFloor, .visibleMargin: (.map, .fraction)
    case .collisionSize, .markerViewSize, .clusterViewSize: (.map, .length)
    case .markerViewMemory, .imageViewMemory, .annotationMemory, .indexPinMemory, .databaseMemory,
      .appBaseMemory, .mapBaseMemory:
      (.map, .memory)
    case .machineFactor: (.map, .ratio)
    case .createMapView, .firstMapView, .reuseMapView, .tileLoadMedian, .tileLoadP95,
      .snapshotMedian, .snapshotP95, .startSnapshot:
      (.mapInstances, .time)
    case .mapInstanceMemory, .tileLevelMemory, .tileCacheLimit, .foregroundMemoryLimit:
      (.mapInstances, .memory)
    case .mapMemoryKept: (.mapInstances, .fraction)
    case .snapshotsInParallel: (.mapInstances, .count)
    case .searchLatencyMedian, .searchLatencyP95, .completionLatencyMedian, .completionLatencyP95,
      .geocodingLatencyMedian, .geocodingLatencyP95, .directionsLatencyMedian,
      .directionsLatencyP95, .lookAroundLatencyMedian, .lookAroundLatencyP95, .completerDebounce,
      .throttleWindow:
      (.search, .time)
    case .throttleLimit, .resultLimit, .completionLimit, .querySuggestionLimit: (.search, .count)
    case .requestSize, .resultSize: (.search, .memory)
    case .throttledRequestsCounted, .lookAroundAreaShare, .lookAroundStreetShare:
      (.search, .fraction)
    case .geocodingDistance, .lookAroundAreaSize, .lookAroundStreetSize: (.search, .distance)
    case .locationFixMedian, .locationFixP95, .locationAlertAnimation: (.location, .time)
    case .automobileSpeed, .walkingSpeed, .cyclingSpeed, .transitSpeed: (.directions, .groundSpeed)
    case .automobileDetour, .walkingDetour, .cyclingDetour, .transitDetour: (.directions, .ratio)
    case .directionsDistanceLimit, .routePointDistance, .routeStepDistance:
      (.directions, .distance)
    case .routePointLimit: (.directions, .count)
    case .routePointSize, .routeStepSize: (.directions, .memory)
    case .addOverlay, .removeOverlay, .makeRenderer, .restyleRenderer, .copyOverlayPoint,
      .drawOverlayTile, .drawOverlayPoint, .fillOverlayArea, .overlayAppearance, .simplifyPoint:
      (.overlays, .time)
    case .circlePathPoints: (.overlays, .count)
    case .overlayMainShare: (.overlays, .fraction)
    case .overlayTileSize: (.overlays, .length)
    case .overlayMemory, .overlayPointMemory: (.overlays, .memory)
    case .rankNameBeginning, .rankWordsInName, .rankWordInName, .rankWordInStreet, .rankWordInCity,
      .rankWordInCategory, .rankInsideRegion, .rankRarerCorrection, .rankCorrectionLimit,
      .rankRarity, .correctionMinLength, .correctionCount:
      (.ranking, .count)
    case .searchNeighborhood: (.ranking, .ratio)
    case .pictureLatencyMedian, .pictureLatencyP95, .decodePixel, .downsamplePixel:
      (.pictures, .time)
    case .pictureConnections: (.pictures, .count)
    case .pictureSize: (.pictures, .memory)
    case .mapZoomLimit: (.opening, .zoom)
    case .tapUncoveredShare: (.opening, .fraction)
    case .tapPatience: (.opening, .count)
    case .cameraCallbackDelay: (.callbacks, .count)
    case .placeView: (.callbacks, .time)
    case .updatePass, .regionAnimation, .setCamera: (.updates, .time)
    case .fittingResidual: (.updates, .length)
    case .centerResidual: (.updates, .angle)
    case .regionEndsPerFling, .layoutPassConversions: (.updates, .count)
    case .regionChangeThreshold: (.updates, .mapLength)
    case .flingDecay, .overviewMargin, .flingSpeedSigma, .flingKeepsDirection:
      (.gestures, .fraction)
    case .flingRestingSpeed, .flingSpeedMedian, .flingSpeedMin, .flingSpeedMax,
      .returnFlingSpeedMin:
      (.gestures, .speed)
    case .stayZoomMin, .stayZoomMax, .stayZoomAboveOverview, .burstZoom, .hopZoomMin, .hopZoomMax,
      .flingZoom, .pinchLevels, .burstPinchLevels, .nudgeLevels:
      (.gestures, .zoom)
    case .flingTouchTime, .dragTime, .overviewDragTime, .pinchTime, .pinchLift, .burstPinchTime,
      .flightTime, .dwellBeforeZoom, .dwellAfterDrag, .dwellAfterFling, .dwellBetweenBursts,
      .dwellAfterHop, .dwellAtOverviewMin, .dwellAtOverviewMax, .dwellBetweenFlingsMin,
      .dwellBetweenFlingsMax, .nudgeTime, .dwellBetweenNudges:
      (.gestures, .time)
    case .dragDistanceMin, .dragDistanceMax, .overviewDragReach, .nudgeDistanceMax:
      (.gestures, .length)
    case .firstLook, .lastLook, .lookMin, .lookMax: (.looking, .time)
    case .lookShare: (.looking, .fraction)
    case .fetchLatencyMedian, .fetchLatencyP95: (.server, .time)
    case .fetchRequestSize, .fetchResultSize: (.server, .memory)
    case .serverAnswerLimit: (.server, .count)
    case .wiFiRoundTrip, .wiFiMegabyte, .fourGRoundTrip, .fourGMegabyte, .poorRoundTrip,
      .poorMegabyte, .serverTime, .decodeFeature:
      (.network, .time)
    case .connectionRoundTrips: (.network, .count)
    case .moverSpeed: (.changes, .mapSpeed)
    case .moverTurn: (.changes, .fraction)
    case .newcomerSpread: (.changes, .mapLength)
    case .locationRate, .dataRate, .commandRate, .resizeRate: (.regionUse, .rate)
    case .eventGapSpread, .idleLookShare, .resizeInGestureShare, .splitWidth, .commandQuickShare,
      .commandZoomShare, .commandUserShare:
      (.regionUse, .fraction)
    case .walkStep: (.regionUse, .angle)
    case .commandLook, .resizeLook, .idleLook, .quietEnding, .resizeDelay, .resizeBackMin,
      .resizeBackMax, .commandQuickDelayMin, .commandQuickDelayMax, .commandDelayMin,
      .commandDelayMax:
      (.regionUse, .time)
    case .keyboardHeight: (.regionUse, .length)
    case .commandZoomFactor, .commandNearReach: (.regionUse, .ratio)
    case .commandZoomMin: (.regionUse, .zoom)
    case .sharedStreetShare, .homeShare, .elsewhereShare, .wantsPointShare, .wantsAddressShare,
      .queryNameShare,
      .queryPartShare, .queryNameCityShare, .queryCategoryShare, .queryAddressShare,
      .queryAddressCityShare, .numberReversedShare, .partDropsLastShare, .partOfWordShare,
      .usualWordShare, .centredShare, .centredReach, .edgeShare, .edgeMin, .edgeMax,
      .submitShare, .keyIntervalSigma, .hesitationShare, .changedMindShare, .retypedShare,
      .mistakeRateMin, .mistakeRateMax, .mistakeCorrectedShare, .mistakeSwapShare,
      .mistakeOmissionShare, .mistakeDoubleShare, .lowerCaseMin, .plainLettersMin,
      .apostropheDroppedShare, .andWrittenShare:
      (.searching, .fraction)
    case .mapWidthMin, .mapWidthMax: (.searching, .distance)
    case .submitDelayMin, .submitDelayMax, .tapDelayMin, .tapDelayMax, .firstSearchMax, .pauseMin,
      .pauseMax, .burstPauseMin, .burstPauseMax, .keyIntervalMin, .keyIntervalMax,
      .keyIntervalFloor, .wordPauseMax, .hesitationMin, .hesitationMax, .thinkingMin,
      .thinkingMax, .correctionPauseMin, .correctionPauseMax, .deleteIntervalMin,
      .deleteIntervalMax, .deleteHoldPauseMin, .deleteHoldPauseMax, .deleteRepeatDelay,
      .deleteRepeatInterval, .reactionTime, .patience:
      (.searching, .time)
    case .burstMin, .burstMax, .mistakeNoticedKeys, .deleteHoldLetters, .rowsLookedAt:
      (.searching, .count)
    case .listRowsOnScreen, .listBurstMin, .listBurstMax: (.list, .count)
    case .listScrollRate: (.list, .rate)
    case .listRestMin, .listRestMax, .listLastLook, .placeLookMin, .placeLookMax, .placeSlipMin,
      .placeSlipMax, .lookAroundTapDelay:
      (.list, .time)
    case .listBackShare, .listDistinctShare, .placeOpenShare, .placeSlipShare,
      .lookAroundWishShare:
      (.list, .fraction)
    case .positionNoise: (.list, .distance)
    case .locationVisitsMin, .locationVisitsMax: (.locationUse, .count)
    case .mapOpenShare, .locatePressShare, .locationRestrictedShare, .locationOffShare,
      .serviceSessionShare:
      (.locationUse, .fraction)
    case .mapOpenDelayMin, .mapOpenDelayMax, .mapLookMin, .mapLookMax, .locatePressDelayMin,
      .locatePressDelayMax:
      (.locationUse, .time)
    case .alertAnswerMin, .alertAnswerMax, .explanationReadMin, .explanationReadMax,
      .settingsTripMin, .settingsTripMax, .locatePatience:
      (.locationAnswers, .time)
    case .explanationAcceptShare, .acceptAtLaunchShare, .acceptAtMapShare, .acceptOnPressShare,
      .acceptExplainedShare, .allowOnceShare, .reducedAccuracyShare, .settingsLinkShare,
      .settingsUnaidedShare, .settingsRevokeShare:
      (.locationAnswers, .fraction)
    case .mapListRowsOnScreen, .mapListBurstMin, .mapListBurstMax: (.mapList, .count)
    case .mapListScrollRate: (.mapList, .rate)
    case .listPersonSpeed: (.travelTimes, .groundSpeed)
    case .travelTimeTolerance: (.travelTimes, .time)
    case .glanceShare, .deselectShare, .unreachableShare: (.selecting, .fraction)
    case .glanceMin, .glanceMax, .routeReadMin, .routeReadMax, .deselectedTime:
      (.selecting, .time)
    case .selectionReach: (.selecting, .distance)
    case .runnerStep, .trackNoise, .roadPointDistance, .routeDistrict: (.lines, .distance)
    case .runnerTurn, .trackNoiseKept, .roadTurn, .roadTurnKept, .zoneWidth, .zoneRoughness:
      (.lines, .fraction)
    case .followZoom: (.lines, .zoom)
    case .trackLookInterval, .trackLook: (.lines, .time)
    case .routeSelectionRate: (.lines, .rate)
    }
  }

  /// The parameters that are needed together with this one.
  public var group: ProfileParameter.Group { declaration.group }

  var dimension: ProfileParameter.Dimension { declaration.dimension }

  /// The median of the same quantity, where the parameter is its 95th percentile.
  package var median: Self? {
    rawValue.hasSuffix("-p95") ? Self(rawValue: rawValue.dropLast(4) + "-median") : nil
  }

  /// The smallest and the largest of a quantity: for a name that ends with `-max`, the name that
  /// ends with `-min`.
  package var minimum: Self? {
    rawValue.hasSuffix("-max") ? Self(rawValue: rawValue.dropLast(4) + "-min") : nil
  }

  /// The values that the simulation can work with: up to a day or a petabyte, a length that can be
  /// divided by, a residual of at most a point or a degree that moves a map, a pinch that zooms, a
  /// fraction of at most 1, a fling that ends, and at least one of what the simulation needs.
  package func range(in unit: ProfileParameter.Unit) -> ClosedRange<Double> {
    switch dimension {
    case .time: (mustPass ? 1 / unit.scale : 0)...(8.64e13 / unit.scale)
    case .memory: 0...(1e15 / unit.scale)
    case .length: self == .fittingResidual ? 1e-4...1 : 1...1_000
    case .mapLength: 1e-12...1e8
    case .distance: 0.1 / unit.scale...4e7 / unit.scale
    case .angle: 1e-10...1
    case .zoom: (self == .pinchLevels || self == .burstPinchLevels ? 0.01 : 0)...20
    case .speed: 1...1e6
    case .mapSpeed: 0...1e6
    // Up to the speed of sound; a route that nobody moves on takes for ever.
    case .groundSpeed: (self == .listPersonSpeed ? 0 : 0.1)...1_200
    case .rate:
      (self == .listScrollRate || self == .mapListScrollRate ? 0.1 : 0)...1e3
    case .ratio: (isAtLeastOne ? 1 : 0)...1e6
    case .fraction: 0...(maxFraction / unit.scale)
    case .count: (mustBeSome ? 1 : 0)...1_000_000
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

  /// True for a ratio that is never below 1.
  private var isAtLeastOne: Bool {
    switch self {
    case .commandZoomFactor, .automobileDetour, .walkingDetour, .cyclingDetour, .transitDetour:
      true
    default: false
    }
  }

  /// True for a limit that lets nothing through if it is 0.
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

  /// True for a time that a processor works on the main thread; false for waiting and for limits.
  package var isMainThreadWork: Bool {
    switch self {
    case .updatePass, .setCamera, .createMapView, .firstMapView, .reuseMapView, .startSnapshot,
      .decodePixel, .downsamplePixel, .placeView:
      true
    case .overlayAppearance: false
    default: (group == .map || group == .overlays) && dimension == .time
    }
  }

  /// True where a time of 0 makes no sense: the simulation divides by it, or would never begin.
  private var mustPass: Bool {
    switch self {
    case .throttleWindow, .watchdog, .trackLookInterval: true
    default: rawValue.hasSuffix("-median")
    }
  }
}

extension ProfileParameter {
  /// The purposes of parameters: a profile has all parameters of a group or none.
  public enum Group: String, Hashable, Sendable, Codable, CaseIterable {
    /// An app's main thread, whatever the app does; every profile has this group.
    case app
    /// A map with its annotations and their views, and what an app computes for them.
    case map
    /// Several maps in one app: the making and the memory of each, snapshots, and the system's limit.
    case mapInstances = "map-instances"
    /// Requests to a service: search, completion, geocoding, directions, Look Around.
    case search
    /// The location of the device, and the system's request for the authorization to use it.
    case location
    /// The order of a search's results.
    case ranking
    /// Pictures that pins show: their loading and their decoding.
    case pictures
    /// People who open pins, and a map that is as close as it can be.
    case opening
    /// Callbacks of a moving camera.
    case callbacks
    /// Updates of a SwiftUI view that holds a map, and how the map's region changes with them.
    case updates
    /// The gestures of generated camera paths.
    case gestures
    /// The looks of a user at a map whose pins are on a server.
    case looking
    /// An app's own server.
    case server
    /// The network between a phone and an app's server, and the work of both for an answer.
    case network
    /// The changes of an app's data while its map is shown.
    case changes
    /// The events of a screen that keeps a map's region in its state.
    case regionUse = "region-use"
    /// People who type a search.
    case searching
    /// A list of visited places whose addresses are looked up.
    case list
    /// The first days of people with an app that shows their location on a map.
    case locationUse = "location-use"
    /// The answers of these people to what the app and the system ask them.
    case locationAnswers = "location-answers"
    /// A list with a map in each row.
    case mapList = "map-list"
    /// Travel times, routes and their steps.
    case directions
    /// Overlays of a map, and their drawing.
    case overlays
    /// A person who looks at a list of travel times.
    case travelTimes = "travel-times"
    /// People who select places on a map.
    case selecting
    /// Lines on a map: the track of a person, and routes along roads.
    case lines
  }
}

extension ProfileParameter.Group {
  /// The group's parameters, in the order of a profile.
  public var names: [ProfileParameter.Name] {
    ProfileParameter.Name.allCases.filter { $0.group == self }
  }

  /// True where every profile must have the group.
  var isRequired: Bool { self == .app }

  /// True for what people, servers and data do, which is not the platform's: a profile that does
  /// not have the group gets it from the environment that comes with MapPressure.
  package var isEnvironment: Bool {
    switch self {
    case .app, .map, .search, .location, .ranking, .updates, .mapInstances, .pictures, .opening,
      .callbacks, .directions, .overlays:
      false
    case .gestures, .looking, .server, .network, .changes, .regionUse, .searching, .list,
      .locationUse,
      .locationAnswers, .mapList, .travelTimes, .selecting, .lines:
      true
    }
  }

  /// True for what people and data do, which is the input of a replay as the number of pins is.
  ///
  /// With other gestures or another list a strategy has other work to do, so that a count of it may
  /// differ and is still no prediction. A server is no input: its latency and the limit of its
  /// answers model a platform, and a count that they move is modelled. The answers of people are no
  /// input either where a strategy decides what they are asked, and when.
  public var definesInput: Bool {
    switch self {
    case .app, .map, .search, .location, .ranking, .updates, .server, .network, .locationAnswers,
      .mapInstances, .pictures, .opening, .callbacks, .directions, .overlays:
      false
    case .gestures, .looking, .changes, .regionUse, .searching, .list, .locationUse, .mapList,
      .travelTimes, .selecting, .lines:
      true
    }
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
