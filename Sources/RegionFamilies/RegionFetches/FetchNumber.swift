/// Which fetch of a session one is, from 1; a later one asks for a newer region.
public struct FetchNumber: Hashable, Sendable, Comparable {
  /// The first fetch is 1.
  public let value: Int

  init(_ value: Int) {
    self.value = value
  }

  public static func < (left: FetchNumber, right: FetchNumber) -> Bool {
    left.value < right.value
  }
}
