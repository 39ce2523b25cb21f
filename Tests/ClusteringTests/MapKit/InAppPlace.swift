/// A place in an app for the code of a strategy: the comment before it, up to the next such
/// comment.
///
/// There are no others. Members go into a type that the app has, state included; code that has to
/// be in a file of its own is whole.
enum InAppPlace: String, CaseIterable {
  case imports = "// At the top of the file."
  case file = "// In a file of its own."
  case model = "// In the app's model, a @MainActor class."
  case appDelegate = "// In the app delegate."
  case viewDidLoad = "// In the view controller's viewDidLoad()."
  case controller = "// In the view controller."
  case list = "// In the list's view controller."
  case mapDelegate = "// In the view controller, which is the map view's delegate."
  case searchDelegate = "// In the view controller, which is the search bar's delegate."
  case completerDelegate =
    "// In the view controller, the delegate of the search bar and of the completer."
  case representable = "// In the UIViewRepresentable."
  case coordinator = "// In its Coordinator, which is the map view's delegate."
  case gestureCoordinator =
    "// In its Coordinator, the delegate of the map view and of the gestures."

  /// The beginnings of the declarations around code in this place, the outer ones first.
  ///
  /// - Parameter next: the place of the next part; `viewDidLoad()` is a method of that.
  func scopes(before next: InAppPlace?) -> [String] {
    switch self {
    case .imports, .file: []
    case .model: ["final class Model: AppModel {"]
    case .appDelegate: ["final class Delegate: NSObject, UIApplicationDelegate {"]
    case .viewDidLoad: (next?.scopes(before: nil) ?? []) + ["func load() {"]
    case .controller, .list: ["final class Screen: StoreScreen {"]
    case .mapDelegate: ["final class Screen: StoreScreen, MKMapViewDelegate {"]
    case .searchDelegate: ["final class Screen: StoreScreen, UISearchBarDelegate {"]
    case .completerDelegate:
      [
        "final class Screen: StoreScreen, UISearchBarDelegate, "
          + "@preconcurrency MKLocalSearchCompleterDelegate {"
      ]
    case .representable: ["struct Screen: UIViewRepresentable { let model: MapModel"]
    case .coordinator: coordinator("MKMapViewDelegate")
    case .gestureCoordinator: coordinator("MKMapViewDelegate, UIGestureRecognizerDelegate")
    }
  }

  private func coordinator(_ protocols: String) -> [String] {
    InAppPlace.representable.scopes(before: nil) + [
      "func makeCoordinator() -> Coordinator { Coordinator(model) }; "
        + "final class Coordinator: NSObject, \(protocols) { let model: MapModel; "
        + "init(_ model: MapModel) { self.model = model }"
    ]
  }
}
