/// A number of a platform profile, with its source and how sure it is.
public struct ProfileParameter: Hashable, Sendable, Codable {
  /// The units that a profile may use.
  public enum Unit: String, Hashable, Sendable, Codable, CaseIterable {
    /// Billionths of a second.
    case nanoseconds = "ns"
    /// Millionths of a second.
    case microseconds = "us"
    /// Thousandths of a second.
    case milliseconds = "ms"
    /// Seconds.
    case seconds = "s"
    /// Bytes.
    case bytes = "B"
    /// 1,000 bytes.
    case kilobytes = "KB"
    /// 1,000,000 bytes.
    case megabytes = "MB"
    /// Points of the screen.
    case points = "pt"
    /// Degrees of latitude or longitude.
    case degrees = "deg"
    /// A plain number, such as 0.5 for a half.
    case fraction = "fraction"
    /// Whole things: requests, results.
    case count = "count"

    /// The factor from a value to nanoseconds, bytes, points, degrees, a plain fraction or a count.
    var scale: Double {
      switch self {
      case .nanoseconds, .bytes, .points, .degrees, .fraction, .count: 1
      case .microseconds, .kilobytes: 1_000
      case .milliseconds, .megabytes: 1_000_000
      case .seconds: 1_000_000_000
      }
    }

    /// The sign behind a value in a report; empty for a count.
    public var symbol: String { self == .count ? "" : rawValue }

    var dimension: Dimension {
      switch self {
      case .nanoseconds, .microseconds, .milliseconds, .seconds: .time
      case .bytes, .kilobytes, .megabytes: .memory
      case .points: .length
      case .degrees: .angle
      case .fraction: .fraction
      case .count: .count
      }
    }
  }

  enum Dimension: String {
    case time = "a time (ns, us, ms, s)"
    case memory = "a memory size (B, KB, MB)"
    case length = "a length (pt)"
    case angle = "an angle (deg)"
    case fraction = "a fraction"
    case count = "a count"
  }

  /// The kinds of evidence for a value.
  public enum Confidence: String, Hashable, Sendable, Codable, CaseIterable {
    /// The platform's own documentation, or its engineers.
    case documented
    /// Measured by a third party with an instrument and a stated method.
    case measured
    /// Arithmetic on measured values.
    case derived
    /// Reported by developers, without a method.
    case reported
    /// No evidence was found; the model needs a number.
    case assumption
  }

  /// The number's purpose.
  public let name: Name
  /// The number in its unit.
  public let value: Double
  /// The unit of the value.
  public let unit: Unit
  /// The evidence for the value.
  public let source: String
  /// The kind of the evidence.
  public let confidence: Confidence

  /// The value in nanoseconds, bytes, points, degrees, as a fraction or as a count.
  public var scaled: Double { value * unit.scale }
}

extension ProfileParameter {
  /// The numbers that the simulation needs.
  public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
    // A map.
    /// The time to create a view with a marker.
    case createMarkerView = "create-marker-view"
    /// The time to create a view with an image.
    case createImageView = "create-image-view"
    /// The time to lay out a live view with a marker.
    case layoutMarkerView = "layout-marker-view"
    /// The time to lay out a live view with an image.
    case layoutImageView = "layout-image-view"
    /// The time to draw the image of an existing view again.
    case redrawView = "redraw-view"
    /// The time of a call of the delegate's `mapView(_:viewFor:)`.
    case viewForCall = "view-for-call"
    /// The additional time of the first view.
    case firstViewWarmUp = "first-view-warm-up"
    /// The time to add an annotation.
    case addAnnotation = "add-annotation"
    /// The time to move an annotation.
    case moveAnnotation = "move-annotation"
    /// The time that native clustering takes for each candidate.
    case nativeClusterCandidate = "native-cluster-candidate"
    /// The time to examine a pin in a search.
    case examinePin = "examine-pin"
    /// The margin around the visible region in which annotations have views.
    case visibleMargin = "visible-margin"
    /// The size within which two markers collide.
    case collisionSize = "collision-size"
    /// The memory of a view with a marker.
    case markerViewMemory = "marker-view-memory"
    /// The memory of a view with an image.
    case imageViewMemory = "image-view-memory"
    /// The memory of an annotation.
    case annotationMemory = "annotation-memory"
    /// The memory of an app before it shows a map.
    case appBaseMemory = "app-base-memory"
    /// The memory of a map without annotations.
    case mapBaseMemory = "map-base-memory"

    // An app.
    /// The time from which on a busy main thread is a hang.
    case hangThreshold = "hang-threshold"
    /// The time after which the system ends an app with a blocked main thread.
    case watchdog

    // A search.
    /// The median latency of a search.
    case searchLatencyMedian = "search-latency-median"
    /// The 95th percentile of the latency of a search.
    case searchLatencyP95 = "search-latency-p95"
    /// The median latency of a completion.
    case completionLatencyMedian = "completion-latency-median"
    /// The 95th percentile of the latency of a completion.
    case completionLatencyP95 = "completion-latency-p95"
    /// The median latency of a geocoding request.
    case geocodingLatencyMedian = "geocoding-latency-median"
    /// The 95th percentile of the latency of a geocoding request.
    case geocodingLatencyP95 = "geocoding-latency-p95"
    /// The median latency of a request for directions.
    case directionsLatencyMedian = "directions-latency-median"
    /// The 95th percentile of the latency of a request for directions.
    case directionsLatencyP95 = "directions-latency-p95"
    /// The time that a completer waits for a query to be stable.
    case completerDebounce = "completer-debounce"
    /// The length of the window in which requests are counted.
    case throttleWindow = "throttle-window"
    /// The maximum number of requests of a kind in a window.
    case throttleLimit = "throttle-limit"
    /// The maximum number of results of a search.
    case resultLimit = "result-limit"
    /// The maximum number of completions.
    case completionLimit = "completion-limit"
    /// The size of a request.
    case requestSize = "request-size"
    /// The size of a result without its texts.
    case resultSize = "result-size"

    // Updates of a view that holds a map.
    /// The time of an update of a view: its body and `updateUIView`.
    case updatePass = "update-pass"
    /// The time per element to compare two lists element by element.
    case differenceItem = "difference-item"
    /// The time per element to compare two lists by identifier.
    case differenceByIDItem = "difference-by-id-item"
    /// The time per pin to cluster pins.
    case clusterPin = "cluster-pin"
    /// The length of an animated change of the region.
    case regionAnimation = "region-animation"
    /// The deviation of a region that is read back from the one that was set.
    case fittingResidual = "fitting-residual"
    /// The deviation of a centre that is read back from the one that was set.
    case centerResidual = "center-residual"
    /// The median latency of a fetch from an app's server.
    case fetchLatencyMedian = "fetch-latency-median"
    /// The 95th percentile of the latency of a fetch from an app's server.
    case fetchLatencyP95 = "fetch-latency-p95"
    /// The size of a request to an app's server and of its answer without pins.
    case fetchRequestSize = "fetch-request-size"
    /// The size of a pin in a server's answer.
    case fetchResultSize = "fetch-result-size"
    /// The maximum number of ends of region changes of one fling.
    case regionEndsPerFling = "region-ends-per-fling"
  }
}

extension ProfileParameter.Name {
  /// The group and the dimension of each parameter.
  private var declaration: (group: ProfileParameter.Group, dimension: ProfileParameter.Dimension) {
    switch self {
    case .hangThreshold, .watchdog: (.app, .time)

    case .createMarkerView, .createImageView, .layoutMarkerView, .layoutImageView, .redrawView,
      .viewForCall, .firstViewWarmUp, .addAnnotation, .moveAnnotation, .nativeClusterCandidate,
      .examinePin:
      (.map, .time)
    case .markerViewMemory, .imageViewMemory, .annotationMemory, .appBaseMemory, .mapBaseMemory:
      (.map, .memory)
    case .visibleMargin: (.map, .fraction)
    case .collisionSize: (.map, .length)

    case .searchLatencyMedian, .searchLatencyP95, .completionLatencyMedian, .completionLatencyP95,
      .geocodingLatencyMedian, .geocodingLatencyP95, .directionsLatencyMedian,
      .directionsLatencyP95, .completerDebounce, .throttleWindow:
      (.search, .time)
    case .throttleLimit, .resultLimit, .completionLimit: (.search, .count)
    case .requestSize, .resultSize: (.search, .memory)

    case .updatePass, .differenceItem, .differenceByIDItem, .clusterPin, .regionAnimation,
      .fetchLatencyMedian, .fetchLatencyP95:
      (.updates, .time)
    case .fetchRequestSize, .fetchResultSize: (.updates, .memory)
    case .fittingResidual: (.updates, .length)
    case .centerResidual: (.updates, .angle)
    case .regionEndsPerFling: (.updates, .count)
    }
  }

  /// The parameters that are needed together with this one.
  public var group: ProfileParameter.Group { declaration.group }

  var dimension: ProfileParameter.Dimension { declaration.dimension }

  /// The median of the same quantity, where the parameter is its 95th percentile.
  package var median: Self? {
    rawValue.hasSuffix("-p95") ? Self(rawValue: rawValue.dropLast(4) + "-median") : nil
  }

  /// The values that the simulation can work with: up to an hour or a petabyte, a length that can
  /// be divided by, a residual of at most a point or a degree that moves a map, a margin no larger
  /// than the screen, and at least one of what is counted.
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

  /// True where a time of 0 makes no sense: the simulation divides by it, or would never begin.
  private var mustPass: Bool {
    self == .throttleWindow || self == .watchdog || rawValue.hasSuffix("-median")
  }
}

extension ProfileParameter {
  /// The purposes of parameters: a profile has all parameters of a group or none.
  public enum Group: String, Hashable, Sendable, Codable, CaseIterable {
    /// An app's main thread, whatever the app does; every profile has this group.
    case app
    /// A map with its annotations and their views.
    case map
    /// Requests to a service: search, completion, geocoding, directions.
    case search
    /// Updates of a SwiftUI view that holds a map, what they compute and fetch, and how the map's
    /// region changes with them.
    case updates
  }
}

extension ProfileParameter.Group {
  /// The group's parameters, in the order of a profile.
  public var names: [ProfileParameter.Name] {
    ProfileParameter.Name.allCases.filter { $0.group == self }
  }

  /// True where every profile must have the group.
  var isRequired: Bool { self == .app }

  /// The group in a sentence, with its article.
  var noun: String {
    switch self {
    case .app: "an app"
    case .map: "a map"
    case .search: "a search"
    case .updates: "view updates"
    }
  }
}
