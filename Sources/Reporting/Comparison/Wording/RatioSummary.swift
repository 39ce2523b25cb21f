import Verdicts

/// What the comparisons of ratios with a baseline's would have missed: with few trials, nearly all.
struct RatioSummary {
  private let count: Int
  private let minimumDetectableEffects: [Double]

  /// `nil` where no ratio was judged.
  init?(_ results: ComparisonResults) {
    let ratios = results.cases.flatMap(\.metrics).filter { verdict in
      guard case .samples = verdict.method else { return false }
      return verdict.metric.unit == .ratio && verdict.outcome.isJudged
    }
    guard !ratios.isEmpty else { return nil }
    count = ratios.count
    minimumDetectableEffects = ratios.compactMap(\.minimumDetectableEffect).filter(\.isFinite)
      .sorted()
  }

  /// `8 ratios judged; would have seen 96 % to 430 %, and 2 of them no change at all`.
  var text: String {
    let judged = "\(WordList.counted(count, "ratio")) judged"
    guard let least = minimumDetectableEffects.first, let most = minimumDetectableEffects.last
    else {
      return "\(judged); would have seen no change at all: take more --trials"
    }
    let ends = [least, most].map { ChangeFormat.share($0) }
    let seen = ends[0] == ends[1] ? ends[0] : ends.joined(separator: " to ")
    let blind = count - minimumDetectableEffects.count
    return "\(judged); would have seen \(seen)"
      + (blind == 0 ? "" : ", and \(blind) of them no change at all")
  }
}
