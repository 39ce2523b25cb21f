import PinData

/// Everything that the searches of a case have in common, whatever the strategy.
struct SearchWorld: Sendable {
  let trace: TypingTrace
  /// Each person's searches, as a range of the trace's.
  let people: [Range<Int>]
  /// The kinds of places that people look for.
  let purpose: Place.Kinds
  let judge: RelevanceJudge
  let platform: PlatformSource

  init(
    places: PlaceSet, trace: TypingTrace, purpose: Place.Kinds, platform: PlatformSource
  ) {
    self.purpose = purpose
    self.trace = trace
    self.platform = platform
    judge = RelevanceJudge(places: places)
    var people: [Range<Int>] = []
    for (index, search) in trace.searches.enumerated() {
      if let last = people.last, trace.searches[last.lowerBound].person == search.person {
        people[people.count - 1] = last.lowerBound..<index + 1
      } else {
        people.append(index..<index + 1)
      }
    }
    self.people = people
  }
}
