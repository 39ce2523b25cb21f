/// One number of a platform profile, with where it comes from and how sure that is.
public struct ProfileParameter: Hashable, Sendable, Codable {
  /// What the simulation needs a number for.
  public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
    case createMarkerView = "create-marker-view"
    case createImageView = "create-image-view"
    case layoutMarkerView = "layout-marker-view"
    case layoutImageView = "layout-image-view"
    case redrawView = "redraw-view"
    case viewForCall = "view-for-call"
    case firstViewWarmUp = "first-view-warm-up"
    case addAnnotation = "add-annotation"
    case nativeClusterCandidate = "native-cluster-candidate"
    case examinePin = "examine-pin"
    case visibleMargin = "visible-margin"
    case collisionSize = "collision-size"
    case markerViewMemory = "marker-view-memory"
    case imageViewMemory = "image-view-memory"
    case annotationMemory = "annotation-memory"
    case appBaseMemory = "app-base-memory"
    case mapBaseMemory = "map-base-memory"
    case hangThreshold = "hang-threshold"
  }

  /// The units that a profile may use.
  public enum Unit: String, Hashable, Sendable, Codable, CaseIterable {
    case nanoseconds = "ns"
    case microseconds = "us"
    case milliseconds = "ms"
    case bytes = "B"
    case kilobytes = "KB"
    case megabytes = "MB"
    case points = "pt"
    case fraction = "fraction"

    /// What a value is multiplied with to give nanoseconds, bytes, points or a plain fraction.
    var scale: Double {
      switch self {
      case .nanoseconds, .bytes, .points, .fraction: 1
      case .microseconds, .kilobytes: 1_000
      case .milliseconds, .megabytes: 1_000_000
      }
    }

    var dimension: Dimension {
      switch self {
      case .nanoseconds, .microseconds, .milliseconds: .time
      case .bytes, .kilobytes, .megabytes: .memory
      case .points: .length
      case .fraction: .fraction
      }
    }
  }

  enum Dimension: String {
    case time = "a time (ns, us, ms)"
    case memory = "a memory size (B, KB, MB)"
    case length = "a length (pt)"
    case fraction = "a fraction"
  }

  /// How sure a value is.
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

  public let name: Name
  public let value: Double
  public let unit: Unit
  public let source: String
  public let confidence: Confidence

  /// The value in nanoseconds, bytes, points or as a fraction.
  public var scaled: Double { value * unit.scale }
}

extension ProfileParameter.Name {
  /// What the simulation can work with: an hour, a petabyte, a length that can be divided by, and
  /// a margin no larger than the screen itself.
  func range(in unit: ProfileParameter.Unit) -> ClosedRange<Double> {
    switch dimension {
    case .time: 0...(3.6e12 / unit.scale)
    case .memory: 0...(1e15 / unit.scale)
    case .length: 1...1_000
    case .fraction: 0...1
    }
  }

  var dimension: ProfileParameter.Dimension {
    switch self {
    case .createMarkerView, .createImageView, .redrawView, .layoutMarkerView, .layoutImageView,
      .viewForCall,
      .firstViewWarmUp, .addAnnotation, .nativeClusterCandidate, .examinePin, .hangThreshold:
      .time
    case .markerViewMemory, .imageViewMemory, .annotationMemory, .appBaseMemory, .mapBaseMemory:
      .memory
    case .collisionSize: .length
    case .visibleMargin: .fraction
    }
  }
}
