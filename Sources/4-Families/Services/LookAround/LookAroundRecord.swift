import ScenarioModel

/// The result of a visit to a list of places.
struct LookAroundRecord: Hashable, Sendable {
  /// Places that were opened, the wrong ones among them.
  var opened = 0
  /// Places that were meant and have imagery.
  var openedWithImagery = 0
  /// Places with imagery that offered it while they were open.
  var offered = 0
  /// Places with imagery that did not offer it.
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

extension LookAroundRecord {
  static let table = MetricTable<ServiceRecord<LookAroundRecord>>(
    [
      .sum(
        "places-opened", \.opened,
        "Places that people open, including those opened by mistake.", .counted, .neutral),
      .fraction(
        "imagery-offered", \.offered, of: \.openedWithImagery, orWhy: "no opened place has imagery",
        "Of the opened places with imagery, the fraction that offered it while they were open.",
        effect: "{} of the places with imagery offer it"),
      .sum("offers-missed", \.offersMissed, "Places that did not offer their imagery when opened."),
      .sum(
        "empty-offers", \.emptyOffers,
        "How many opened places offered Look Around without imagery."),
      .fraction(
        "dead-ends", \.deadEnds, of: \.taps, orWhy: "no person tapped an offer",
        "Of the taps on an offer, the fraction that showed nothing before the place was closed.",
        effect: "{} of the taps to look around show nothing",
        .lowerIsBetter),
      .sum(
        "wrong-scenes", \.wrongScenes, "How many opened places showed another place's scene.",
        effect: "{} places show another place's scene"),
      .fraction(
        "scenes-shown", \.wishesMet, of: \.wishes,
        orWhy: "no person wanted to look around at a place with imagery",
        "Of the wishes to look around at places with imagery, the fraction that were met."),
      .requestsSent,
      .requestsThrottled,
      .requestsCancelled,
    ]
      + MetricTable.Entry.percentiles(
        "time-to-offer", [.p50, .p95], .modelled,
        "The time from the opening of a place with imagery to its offer, 0 if the offer was "
          + "already there; the median.",
        of: "places", orWhy: "no place offered imagery"
      ) { $0.times(\.timesToOffer) } + [.serviceBytes])
}
