import MapGeometry

extension LiveClusters {
  /// Why pins cannot be inserted, moved or removed. Nothing is changed then, not even by the
  /// elements of a batch that were right.
  public enum UpdateError: Error, Hashable, Sendable {
    /// There is no pin of this index: it was never inserted, or was removed.
    case unknownPin(index: Int)
    /// There is a pin of this index already.
    case pinExists(index: Int)
    /// The index is below 0, or not below ``AnnotationID/maximumPinCount``.
    case indexOutOfRange(index: Int)
    /// The place at a position of the batch is not on the world: not finite, or off it as
    /// `MapPoint.invalid`.
    case pinOffTheWorld(position: Int, point: MapPoint)
    /// New pins would get indexes beyond ``AnnotationID/maximumPinCount``; so many were given.
    case tooManyPins(count: Int)
  }
}

extension LiveClusters.UpdateError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownPin(let index):
      return "expected the index of a pin that is there, found \(index); insert it first"
    case .pinExists(let index):
      return "expected the index of no pin, found \(index); move the pin that is there"
    case .indexOutOfRange(let index):
      return "expected an index in 0..<\(AnnotationID.maximumPinCount), found \(index)"
    case .pinOffTheWorld(let position, let point):
      let side = MapSize.world.width
      return """
        position \(position): expected x and y in 0...\(side), found (\(point.x), \(point.y)); \
        leave out pins whose coordinate is not valid
        """
    case .tooManyPins(let count):
      return """
        expected new indexes below \(AnnotationID.maximumPinCount), found \(count) new pins, which \
        need greater ones; insert at the indexes of removed pins
        """
    }
  }
}
