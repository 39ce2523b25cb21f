/// What people search for, and how they type it, in the parameters of a profile.
struct TypingBehavior: Hashable, Sendable {
  let wishes: Wishes
  let queries: Queries
  let maps: Maps
  let day: Day
  let hand: Hand
  let spelling: Spelling

  /// - Precondition: the profile provides the group of people who search.
  init(profile: PlatformProfile) {
    wishes = Wishes(profile)
    queries = Queries(profile)
    maps = Maps(profile)
    day = Day(profile)
    hand = Hand(profile)
    spelling = Spelling(profile)
  }
}

extension TypingBehavior {
  /// The places that people want.
  struct Wishes: Hashable, Sendable {
    /// The fraction of the searches in the person's own city.
    let homeShare: Double
    /// Of the searches that name a city, the fraction whose map shows another place.
    let elsewhereShare: Double
    /// The fractions of points of interest and of addresses; the rest are physical features.
    let pointShare: Double
    let addressShare: Double

    fileprivate init(_ profile: PlatformProfile) {
      homeShare = profile[.homeShare]
      elsewhereShare = profile[.elsewhereShare]
      pointShare = profile[.wantsPointShare]
      addressShare = profile[.wantsAddressShare]
    }
  }

  /// The words of a query, before anything is mistyped.
  struct Queries: Hashable, Sendable {
    /// Of the points of interest the fractions that are named in full, in part, with the city, and
    /// by the category; the rest name category and city.
    let nameShare: Double
    let partShare: Double
    let nameAndCityShare: Double
    let categoryShare: Double
    /// Of the addresses the fractions with street and number, and with the city, too; the rest name
    /// only the street.
    let addressShare: Double
    let addressAndCityShare: Double
    /// The fraction of the addresses with number and street in the other order.
    let reversedNumberShare: Double
    /// The fraction of the parts of a name that lack its last word; the others lack the first.
    let dropsLastShare: Double
    /// The typed fraction of a name of one word.
    let partOfWord: Double
    /// The fraction of the categories with their usual word, besides an even draw of all words.
    let usualWordShare: Double

    fileprivate init(_ profile: PlatformProfile) {
      nameShare = profile[.queryNameShare]
      partShare = profile[.queryPartShare]
      nameAndCityShare = profile[.queryNameCityShare]
      categoryShare = profile[.queryCategoryShare]
      addressShare = profile[.queryAddressShare]
      addressAndCityShare = profile[.queryAddressCityShare]
      reversedNumberShare = profile[.numberReversedShare]
      dropsLastShare = profile[.partDropsLastShare]
      partOfWord = profile[.partOfWordShare]
      usualWordShare = profile[.usualWordShare]
    }
  }

  /// The map behind a search.
  struct Maps: Hashable, Sendable {
    /// Metres.
    let width: ClosedRange<Double>
    /// The fraction of the maps with the wanted place near the centre.
    let centredShare: Double
    /// The maximum distance of such a place from the centre, in widths along each axis.
    let centredReach: Double
    /// The fraction of the maps with the wanted place at an edge.
    let edgeShare: Double
    /// The distance of such a place from the centre, in widths.
    let edge: ClosedRange<Double>

    fileprivate init(_ profile: PlatformProfile) {
      width = profile.range(.mapWidthMin, .mapWidthMax)
      centredShare = profile[.centredShare]
      centredReach = profile[.centredReach]
      edgeShare = profile[.edgeShare]
      edge = profile.range(.edgeMin, .edgeMax)
    }
  }

  /// The times of a person's searches, in milliseconds.
  struct Day: Hashable, Sendable {
    let firstSearch: ClosedRange<Double>
    /// The number of searches in a row.
    let burst: ClosedRange<Int>
    /// Between two searches of a row.
    let pause: ClosedRange<Double>
    /// After a row.
    let burstPause: ClosedRange<Double>
    /// The fraction of the searches that end with the search key, the others with a tap on a row.
    let submitShare: Double
    /// From the last letter to the search key, and to a tap.
    let submitDelay: ClosedRange<Double>
    let tapDelay: ClosedRange<Double>

    fileprivate init(_ profile: PlatformProfile) {
      // The first second of a day is the app's.
      firstSearch = 1_000...max(1_000, profile.milliseconds(.firstSearchMax))
      burst = profile.countRange(.burstMin, .burstMax)
      pause = profile.milliseconds(.pauseMin, .pauseMax)
      burstPause = profile.milliseconds(.burstPauseMin, .burstPauseMax)
      submitShare = profile[.submitShare]
      submitDelay = profile.milliseconds(.submitDelayMin, .submitDelayMax)
      tapDelay = profile.milliseconds(.tapDelayMin, .tapDelayMax)
    }
  }

  /// The keys that a person presses; times in milliseconds.
  struct Hand: Hashable, Sendable {
    /// The usual times between two keys, of the fastest and the slowest person.
    let interval: ClosedRange<Double>
    /// The standard deviation of the logarithm of one person's times between keys.
    let intervalSigma: Double
    let shortestInterval: Int
    /// The longest additional time before and after a space.
    let maxWordPause: Double
    /// The fraction of the keys before which a person thinks, and for how long.
    let hesitationShare: Double
    let hesitation: ClosedRange<Double>
    /// Before the first key.
    let thinking: ClosedRange<Double>
    /// The fraction of the searches that begin with other words.
    let changedMindShare: Double
    /// The fraction of the searches whose last word is typed again.
    let retypedShare: Double
    /// The fractions of wrong keys, of the most and the least careful person.
    let mistakeRate: ClosedRange<Double>
    /// The fraction of the mistakes that are corrected.
    let correctedShare: Double
    /// The maximum number of keys until a mistake is seen.
    let maxKeysUntilNoticed: Int
    /// Of the mistakes the fractions of two keys in the wrong order, of a key not hit, and of a key
    /// hit twice; the rest are neighbouring keys.
    let swapShare: Double
    let omissionShare: Double
    let doubleShare: Double
    /// Before a correction.
    let correctionPause: ClosedRange<Double>
    /// Between two taps on the delete key.
    let deleteInterval: ClosedRange<Double>
    /// The number of letters above which people hold the delete key.
    let maxTappedDeletions: Int
    /// Before people hold the delete key.
    let holdPause: ClosedRange<Double>
    /// From the first deletion of a held key to the second, and between further ones.
    let repeatDelay: Int
    let repeatInterval: Int

    fileprivate init(_ profile: PlatformProfile) {
      interval = profile.milliseconds(.keyIntervalMin, .keyIntervalMax)
      intervalSigma = profile[.keyIntervalSigma]
      shortestInterval = Int(profile.milliseconds(.keyIntervalFloor))
      maxWordPause = profile.milliseconds(.wordPauseMax)
      hesitationShare = profile[.hesitationShare]
      hesitation = profile.milliseconds(.hesitationMin, .hesitationMax)
      thinking = profile.milliseconds(.thinkingMin, .thinkingMax)
      changedMindShare = profile[.changedMindShare]
      retypedShare = profile[.retypedShare]
      mistakeRate = profile.range(.mistakeRateMin, .mistakeRateMax)
      correctedShare = profile[.mistakeCorrectedShare]
      maxKeysUntilNoticed = profile.count(.mistakeNoticedKeys)
      swapShare = profile[.mistakeSwapShare]
      omissionShare = profile[.mistakeOmissionShare]
      doubleShare = profile[.mistakeDoubleShare]
      correctionPause = profile.milliseconds(.correctionPauseMin, .correctionPauseMax)
      deleteInterval = profile.milliseconds(.deleteIntervalMin, .deleteIntervalMax)
      maxTappedDeletions = profile.count(.deleteHoldLetters)
      holdPause = profile.milliseconds(.deleteHoldPauseMin, .deleteHoldPauseMax)
      repeatDelay = Int(profile.milliseconds(.deleteRepeatDelay))
      repeatInterval = Int(profile.milliseconds(.deleteRepeatInterval))
    }
  }

  /// The spelling of queries.
  struct Spelling: Hashable, Sendable {
    /// The fractions of one person's queries in lower case, and without accents.
    let lowerCaseShare: ClosedRange<Double>
    let plainShare: ClosedRange<Double>
    /// The fraction of the names that are typed without their apostrophe.
    let droppedApostropheShare: Double
    /// The fraction of the names that are typed with a word for &.
    let writtenAndShare: Double

    fileprivate init(_ profile: PlatformProfile) {
      lowerCaseShare = min(profile[.lowerCaseMin], 1)...1
      plainShare = min(profile[.plainLettersMin], 1)...1
      droppedApostropheShare = profile[.apostropheDroppedShare]
      writtenAndShare = profile[.andWrittenShare]
    }
  }
}

extension PlatformProfile {
  fileprivate func milliseconds(_ name: ProfileParameter.Name) -> Double {
    self[name] / 1_000_000
  }

  fileprivate func milliseconds(
    _ min: ProfileParameter.Name, _ max: ProfileParameter.Name
  ) -> ClosedRange<Double> {
    let range = range(min, max)
    return range.lowerBound / 1_000_000...range.upperBound / 1_000_000
  }
}
