import MapGeometry

/// Which part of the map an app has loaded.
struct RegionCoverage {
  /// The answer that is shown.
  private var loaded: PinAnswer?

  /// Whether all that a screen could show is there.
  ///
  /// Of a rectangle with more pins than an answer holds only the best are loaded; a part of it would
  /// have others.
  func hasLoaded(_ visible: MapRect) -> Bool {
    guard let loaded else { return false }
    return loaded.isComplete ? loaded.rect.covers(visible) : loaded.rect == visible
  }

  /// What to ask for: more than is visible, unless an answer would not hold that many pins, if they
  /// lie as close together as the latest ones.
  func rect(toAskFor visible: MapRect, padding: Double) -> MapRect {
    let padded = visible.padded(by: padding)
    guard let loaded, !loaded.rect.isEmpty else { return padded }
    let share = (padded.width / loaded.rect.width) * (padded.height / loaded.rect.height)
    return Double(loaded.totalCount) * share < Double(PinServer.answerLimit) ? padded : visible
  }

  mutating func didLoad(_ answer: PinAnswer) {
    loaded = answer
  }
}
