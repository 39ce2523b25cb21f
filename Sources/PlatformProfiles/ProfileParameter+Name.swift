extension ProfileParameter {
  /// What the simulation needs a number for.
  public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
    // A map.
    case createMarkerView = "create-marker-view"
    case createImageView = "create-image-view"
    case layoutMarkerView = "layout-marker-view"
    case layoutImageView = "layout-image-view"
    case redrawView = "redraw-view"
    case viewForCall = "view-for-call"
    case firstViewWarmUp = "first-view-warm-up"
    case addAnnotation = "add-annotation"
    case moveAnnotation = "move-annotation"
    case nativeClusterCandidate = "native-cluster-candidate"
    case examinePin = "examine-pin"
    case visibleMargin = "visible-margin"
    case collisionSize = "collision-size"
    case markerViewMemory = "marker-view-memory"
    case imageViewMemory = "image-view-memory"
    case annotationMemory = "annotation-memory"
    case appBaseMemory = "app-base-memory"
    case mapBaseMemory = "map-base-memory"

    // An app, whatever it does.
    case hangThreshold = "hang-threshold"
    case watchdog

    // A search.
    case searchLatencyMedian = "search-latency-median"
    case searchLatencyP95 = "search-latency-p95"
    case completionLatencyMedian = "completion-latency-median"
    case completionLatencyP95 = "completion-latency-p95"
    case geocodingLatencyMedian = "geocoding-latency-median"
    case geocodingLatencyP95 = "geocoding-latency-p95"
    case directionsLatencyMedian = "directions-latency-median"
    case directionsLatencyP95 = "directions-latency-p95"
    case completerDebounce = "completer-debounce"
    case throttleWindow = "throttle-window"
    case throttleLimit = "throttle-limit"
    case resultLimit = "result-limit"
    case completionLimit = "completion-limit"
    case requestSize = "request-size"
    case resultSize = "result-size"

    // Updates of a view, and a map's answers to them.
    case updatePass = "update-pass"
    case differenceItem = "difference-item"
    case differenceByIDItem = "difference-by-id-item"
    case clusterPin = "cluster-pin"
    case regionAnimation = "region-animation"
    case fittingResidual = "fitting-residual"
    case centerResidual = "center-residual"
    case fetchLatencyMedian = "fetch-latency-median"
    case fetchLatencyP95 = "fetch-latency-p95"
    case fetchRequestSize = "fetch-request-size"
    case fetchResultSize = "fetch-result-size"
    case regionEndsPerFling = "region-ends-per-fling"
  }
}

extension ProfileParameter.Name {
  /// What the parameter is needed for.
  public var group: ProfileParameter.Group {
    switch self {
    case .hangThreshold, .watchdog: .app
    case .createMarkerView, .createImageView, .layoutMarkerView, .layoutImageView, .redrawView,
      .viewForCall, .firstViewWarmUp, .addAnnotation, .moveAnnotation, .nativeClusterCandidate,
      .examinePin, .visibleMargin, .collisionSize, .markerViewMemory, .imageViewMemory,
      .annotationMemory,
      .appBaseMemory, .mapBaseMemory:
      .map
    case .searchLatencyMedian, .searchLatencyP95, .completionLatencyMedian, .completionLatencyP95,
      .geocodingLatencyMedian, .geocodingLatencyP95, .directionsLatencyMedian,
      .directionsLatencyP95, .completerDebounce, .throttleWindow, .throttleLimit, .resultLimit,
      .completionLimit, .requestSize, .resultSize:
      .search
    case .updatePass, .differenceItem, .differenceByIDItem, .clusterPin, .regionAnimation,
      .fittingResidual,
      .centerResidual, .fetchLatencyMedian, .fetchLatencyP95, .fetchRequestSize, .fetchResultSize,
      .regionEndsPerFling:
      .updates
    }
  }

  /// The median of the same quantity, where the parameter is its 95th percentile.
  public var median: Self? {
    switch self {
    case .searchLatencyP95: .searchLatencyMedian
    case .completionLatencyP95: .completionLatencyMedian
    case .geocodingLatencyP95: .geocodingLatencyMedian
    case .directionsLatencyP95: .directionsLatencyMedian
    case .fetchLatencyP95: .fetchLatencyMedian
    default: nil
    }
  }

  /// What the simulation can work with: an hour, a petabyte, a length that can be divided by, a
  /// residual that is no more than a point or a degree and moves a map by more than nothing, a
  /// margin no larger than the screen itself, and at least one of what is counted.
  func range(in unit: ProfileParameter.Unit) -> ClosedRange<Double> {
    switch dimension {
    case .time: (mustPass ? 1 / unit.scale : 0)...(3.6e12 / unit.scale)
    case .memory: 0...(1e15 / unit.scale)
    case .length: self == .fittingResidual ? 1e-4...1 : 1...1_000
    case .angle: 1e-10...1
    case .fraction: 0...1
    case .count: 1...1_000_000
    }
  }

  /// Whether a time of 0 makes no sense: the simulation divides by it, or would never begin.
  private var mustPass: Bool {
    self == .throttleWindow || self == .watchdog || Self.allCases.contains { $0.median == self }
  }

  var dimension: ProfileParameter.Dimension {
    switch self {
    case .createMarkerView, .createImageView, .redrawView, .layoutMarkerView, .layoutImageView,
      .viewForCall, .firstViewWarmUp, .addAnnotation, .moveAnnotation, .nativeClusterCandidate,
      .examinePin, .hangThreshold, .watchdog, .searchLatencyMedian, .searchLatencyP95,
      .completionLatencyMedian, .completionLatencyP95, .geocodingLatencyMedian,
      .geocodingLatencyP95, .directionsLatencyMedian, .directionsLatencyP95, .completerDebounce,
      .throttleWindow, .updatePass, .differenceItem, .differenceByIDItem, .clusterPin,
      .regionAnimation,
      .fetchLatencyMedian, .fetchLatencyP95:
      .time
    case .markerViewMemory, .imageViewMemory, .annotationMemory, .appBaseMemory, .mapBaseMemory,
      .requestSize, .resultSize, .fetchRequestSize, .fetchResultSize:
      .memory
    case .collisionSize, .fittingResidual: .length
    case .centerResidual: .angle
    case .visibleMargin: .fraction
    case .throttleLimit, .resultLimit, .completionLimit, .regionEndsPerFling: .count
    }
  }
}
