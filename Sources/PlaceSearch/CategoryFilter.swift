import PinData

/// Which categories of points of interest may be found, as `MKPointOfInterestFilter`.
public enum CategoryFilter: Hashable, Sendable {
  case all
  case including(Set<PointOfInterestCategory>)
  case excluding(Set<PointOfInterestCategory>)

  /// Whether points of interest of a category may be found.
  public func includes(_ category: PointOfInterestCategory) -> Bool {
    switch self {
    case .all: true
    case .including(let categories): categories.contains(category)
    case .excluding(let categories): !categories.contains(category)
    }
  }
}
