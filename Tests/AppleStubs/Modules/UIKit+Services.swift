@_exported import Dispatch

// The field of a search, the cells of a list, and the touches of a view.

@MainActor open class UISearchBar: UIView {
  open var text: String?
}

@MainActor open class UITableViewCell: UIView {}

@MainActor open class UIGestureRecognizer: NSObject {
  public enum State: Sendable {
    case possible, began, changed, ended, cancelled, failed
  }

  open var state: State { fatalError() }
}

extension UIView {
  public var subviews: [UIView] { fatalError() }
  public var gestureRecognizers: [UIGestureRecognizer]? { fatalError() }
}

@MainActor open class UIApplication: NSObject {}
