import MapGeometry

/// A line of a file of typed searches.
struct TypingEvent {
  enum Action {
    case begin(Region, wanted: WantedPlace?)
    case type(String)
    case end(TypedSearch.Ending)
  }

  struct WantedPlace {
    let name: String
    let coordinate: Coordinate
  }

  let person: Int
  /// Seconds of the person's day.
  let time: Double
  let action: Action
}

extension TypedSearch.Ending {
  /// The action of the event that ends a search so.
  var actionName: String {
    switch self {
    case .submit: "submit"
    case .selectCompletion: "select"
    }
  }
}
