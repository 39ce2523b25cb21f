/// What a gesture and the rest after it came to.
struct RegionFetchOutcome: Hashable, Sendable {
  enum Cause: Hashable, Sendable {
    case appearance
    case fling
    /// Any other gesture.
    case pinch
  }

  struct Rest: Hashable, Sendable {
    /// In nanoseconds.
    let duration: Int64
    /// Whether the user looked at the map.
    let isLook: Bool
    /// How long of it something visible was not loaded, in nanoseconds.
    let unloadedTime: Int64
    /// Whether everything visible was loaded when it ended.
    let isLoaded: Bool
  }

  /// What came before the rest.
  let cause: Cause
  /// How often the map said that its region had changed.
  let regionEnds: Int
  let fetches: FetchCounts
  /// How often older pins took the place of newer ones.
  let staleAnswers: Int
  let rest: Rest
}
