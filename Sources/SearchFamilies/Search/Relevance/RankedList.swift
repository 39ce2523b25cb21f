/// The grades of the first ten rows that a person saw, and of the best ten that there could be.
struct RankedList {
  static let depth = 10

  /// The grades of the rows that were shown, first row first; at most ten.
  let shown: [RelevanceGrade]
  /// The grades of the best possible list.
  let best: [RelevanceGrade]

  /// The share of the rows that are relevant at all; 0 where there are none.
  var precision: Double {
    shown.isEmpty ? 0 : Double(shown.count { $0 > .none }) / Double(shown.count)
  }

  /// Normalised discounted cumulative gain (Järvelin and Kekäläinen, 2002).
  var normalizedGain: Double {
    let ideal = Self.discountedGain(of: best)
    return ideal == 0 ? 0 : Self.discountedGain(of: shown) / ideal
  }

  /// 1 / the row of the wanted place; 0 where it is not there.
  var reciprocalRank: Double {
    shown.firstIndex(of: .wanted).map { 1 / Double($0 + 1) } ?? 0
  }

  private static func discountedGain(of grades: [RelevanceGrade]) -> Double {
    zip(grades, discounts).reduce(0) { $0 + $1.0.gain * $1.1 }
  }

  /// 1 / log2(rank + 1) for the ranks 1 to 10, written out: a logarithm's last digit differs
  /// between C libraries.
  private static let discounts = [
    1, 0.630_929_753_571_457_4, 0.5, 0.430_676_558_073_393_06, 0.386_852_807_234_541_6,
    0.356_207_187_108_022_2, 0.333_333_333_333_333_3, 0.315_464_876_785_728_7,
    0.301_029_995_663_981_2, 0.289_064_826_317_887_9,
  ]
}
