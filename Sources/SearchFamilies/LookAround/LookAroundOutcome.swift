/// The result of a visit to a list of places.
struct LookAroundOutcome: Hashable, Sendable {
  /// Places that were opened, the wrong ones among them.
  var opened = 0
  /// Places that were meant and have imagery.
  var openedWithImagery = 0
  /// Those of them that offered it while they were open.
  var offered = 0
  /// Those of them that did not.
  var offersMissed = 0
  /// Opened places without imagery that offered it.
  var emptyOffers = 0
  /// Taps on an offer.
  var taps = 0
  /// Taps that had shown nothing when the place closed.
  var deadEnds = 0
  /// Opened places that showed the scene of another place.
  var wrongScenes = 0
  /// Places with imagery where the person wanted to look around.
  var wishes = 0
  /// Those that showed their scene.
  var wishesMet = 0
  /// From the opening of a place to its offer, in nanoseconds.
  var timesToOffer: [Int64] = []
}
