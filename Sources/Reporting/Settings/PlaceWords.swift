/// Some of a matrix' places in words: `under residual and expanding; where animated under exact`.
struct PlaceWords {
  private let variants: [String]
  private let settings: [String]
  private let words: SettingWords

  init(_ matrix: SettingMatrix) {
    variants = matrix.variants
    settings = matrix.settings
    words = SettingWords(matrix.settings)
  }

  /// `nil` for all places.
  func text(_ places: [SettingMatrix.Place]) -> String? {
    var groups: [(settings: [String], variants: [String])] = []
    for variant in variants {
      let own = settings.filter { setting in
        places.contains { $0.variant == variant && $0.setting == setting }
      }
      guard !own.isEmpty else { continue }
      if let index = groups.firstIndex(where: { $0.settings == own }) {
        groups[index].variants.append(variant)
      } else {
        groups.append((own, [variant]))
      }
    }
    let parts = groups.map { group in
      [
        words.text(group.settings).map { "where \($0)" },
        group.variants == variants ? nil : "under \(WordList.and(group.variants))",
      ].compactMap(\.self).joined(separator: " ")
    }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
