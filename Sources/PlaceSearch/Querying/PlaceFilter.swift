import PinData

/// Which places a query's filters let pass.
struct PlaceFilter {
  /// By the number of the classification.
  private let allowed: [Bool]
  /// `nil` where all places pass.
  let condition: SearchPlan.Condition?

  /// `nil` where no place can pass.
  init?(kinds: Place.Kinds, categories: CategoryFilter, contents: IndexContents) {
    allowed = contents.classifications.map { classification in
      switch classification {
      case .address: kinds.contains(.address)
      case .pointOfInterest(let category):
        kinds.contains(.pointOfInterest) && categories.includes(category)
      case .physicalFeature: kinds.contains(.physicalFeature)
      }
    }
    let places = zip(allowed, contents.classificationCounts).reduce(0) {
      $0 + ($1.0 ? $1.1 : 0)
    }
    guard places > 0 else { return nil }
    if places == contents.placeCount {
      condition = nil
    } else {
      condition = MatchExpression.filter(kinds: kinds, categories: categories).map {
        SearchPlan.Condition(expression: $0, matches: places)
      }
    }
  }

  /// Whether a summary is long enough and of a classification that there is.
  func knows(_ summary: UnsafeRawBufferPointer) -> Bool {
    summary.count >= PlaceSummary.headerSize
      && allowed.indices.contains(PlaceSummary.classification(summary))
  }

  /// Whether places of a classification pass.
  func allows(_ classification: Int) -> Bool {
    allowed[classification]
  }
}
