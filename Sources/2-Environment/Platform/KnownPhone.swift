import Foundation

/// The factor by which a phone's main thread takes longer for its work than a profile says.
public struct Slowness: Hashable, Sendable, Codable {
  /// The factors of the axis that a phone can have.
  package static let axis = 0.25...16.0

  /// The best estimate.
  public let factor: Double
  /// The largest factor that a measurement leaves open; at least ``factor``.
  public let upTo: Double

  /// - Parameter upTo: `nil` for a factor that is known.
  package init(_ factor: Double, upTo: Double? = nil) {
    self.factor = factor
    self.upTo = max(factor, upTo ?? factor)
  }

  /// A factor with at most three digits.
  package static func text(_ factor: Double) -> String { String(format: "%.3g", factor) }
}

extension Slowness {
  /// The ends of the axis in words.
  package static var axisText: String { "\(text(axis.lowerBound)) to \(text(axis.upperBound))" }

  /// Factors over the axis in even steps on a logarithmic scale, six for each doubling.
  package static let factors = (-12...24).map { pow(2, Double($0) / 6) }
}

extension Slowness: CustomStringConvertible {
  /// `2.1 times as slow (up to 2.5)`.
  public var description: String {
    "\(Self.text(factor)) times as slow" + (upTo > factor ? " (up to \(Self.text(upTo)))" : "")
  }
}

/// The known facts about a phone besides the profile: its slowness and its memory.
public struct KnownPhone: Sendable {
  package let slowness: Slowness?
  /// Its memory in GB, one of ``memoryLimits``; `nil` where that is not known.
  package let memory: String?

  public init(slowness: Slowness? = nil, memory: String? = nil) {
    (self.slowness, self.memory) = (slowness, memory)
  }

  /// The memory in MB at which the system ends an app in the foreground, by the memory of the phone in
  /// GB. As it prints them (`EXC_RESOURCE`, jetsam reports): iPhone 4S 260, 5s 650, 6s and 6s Plus
  /// 1,450, 11 Pro and 14 2,098, 15 Pro Max and 16 Pro 3,376; 1,400 and 3,072 without the phone's name.
  package static let memoryLimits: KeyValuePairs = [
    "0.5": 260.0, "1": 650, "2": 1_450, "3": 1_400, "4": 2_098, "6": 3_072, "8": 3_376,
  ]

  /// The profile as it is on this phone.
  package func applied(to profile: PlatformProfile) -> PlatformProfile {
    let limit = Self.memoryLimits.first { $0.key == memory }?.value
    let limited =
      limit.map { profile.fixing(.foregroundMemoryLimit, at: $0 * 1e6) } ?? profile
    return slowness.map(limited.slowed) ?? limited
  }
}
