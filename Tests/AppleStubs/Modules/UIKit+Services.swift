@_exported import Dispatch

// The field of a search, the cells of a list, and the touches of a view.

@MainActor open class UISearchBar: UIView {
  open var text: String?
}

@MainActor @objc public protocol UISearchBarDelegate: NSObjectProtocol {
  @objc optional func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
  @objc optional func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
}

@MainActor open class UITableViewCell: UIView {}

@MainActor open class UIGestureRecognizer: NSObject {
  public enum State: Sendable {
    case possible, began, changed, ended, cancelled, failed
  }

  open var state: State { fatalError() }
  open weak var delegate: (any UIGestureRecognizerDelegate)?

  open func addTarget(_ target: Any, action: Selector) {}
}

open class UIPanGestureRecognizer: UIGestureRecognizer {}
open class UIPinchGestureRecognizer: UIGestureRecognizer {}
open class UIRotationGestureRecognizer: UIGestureRecognizer {}

@MainActor @objc public protocol UIGestureRecognizerDelegate {
  @objc optional func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}

extension UIView {
  public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {}
}

@MainActor open class UIApplication: NSObject {}

@MainActor @objc public protocol UIApplicationDelegate: NSObjectProtocol {
  @objc optional func applicationDidFinishLaunching(_ application: UIApplication)
}
