import Families
import ScenarioModel
import Simulation

extension StrategyEntry where Make == SearchMake {
  /// Strategies whose faults are known.
  static var ofTests: [StrategyEntry] {
    [
      StrategyEntry("silent", summary: "Never asks for anything and shows nothing.") { _, _ in
        SearchFunctions()
      },
      asking("asking-twice", times: 2),
      // Keeps the main thread busy for a minute when it is asked for more than one word.
      asking("busy") { text, service in
        if text.contains(" ") { service.main.work(for: 60_000_000_000) }
      },
      StrategyEntry("completions-only", summary: "Shows completions, and never searches.") {
        CompletionsOnly(screen: $0, service: $1)
      },
      held("held") { (0..<$0).map(\.self) }, held("held-reversed") { (0..<$0).reversed() },
      // The first, the last, and the last but one again, before the last stays.
      held("held-interrupted") { [0, $0 - 1, $0 - 2, $0 - 1] },
      held("held-without-the-last") { (0..<$0 - 1).map(\.self) },
    ]
  }

  /// Asks when the search key is pressed, possibly several times for the same thing, and never
  /// empties the list.
  private static func asking(
    _ name: String, times: Int = 1,
    first work: @escaping @Sendable (String, SearchService) -> Void = { _, _ in }
  ) -> StrategyEntry {
    StrategyEntry(name, summary: "Asks when the search key is pressed.") { screen, service in
      var searches: [LocalSearch] = []
      return SearchFunctions(didSubmit: { text in
        work(text, service)
        for _ in 0..<times {
          let search = LocalSearch(
            request: LocalSearch.Request(naturalLanguageQuery: text), service: service)
          searches.append(search)
          search.start { result in
            if let response = try? result.get() { screen.show(response) }
          }
        }
      })
    }
  }

  /// Asks for "luna" at every change of the text, holds the answers of all its searches back, and
  /// shows them in an order of its own when the search key is pressed.
  ///
  /// - Parameter order: which of so many answers are shown, one after the other.
  private static func held(
    _ name: String, order: @escaping @Sendable (Int) -> [Int]
  ) -> StrategyEntry {
    StrategyEntry(name, summary: "Shows answers in an order of its own.") { screen, service in
      var searches: [LocalSearch] = []
      var answers: [Int: LocalSearch.Response] = [:]
      return SearchFunctions(
        didType: { text in
          guard !text.isEmpty else { return screen.clear() }
          let search = LocalSearch(
            request: LocalSearch.Request(naturalLanguageQuery: "luna"), service: service)
          let index = searches.count
          searches.append(search)
          search.start { result in answers[index] = try? result.get() }
        },
        didSubmit: { _ in
          for index in order(searches.count) {
            if let answer = answers[index] { screen.show(answer) }
          }
        })
    }
  }
}

/// A view model of functions.
final class SearchFunctions: SearchCallbacks {
  private let didType: (String) -> Void
  private let didSubmit: (String) -> Void
  private let didSelect: (SearchRow) -> Void
  private let token: Token?

  init(
    didType: @escaping (String) -> Void = { _ in },
    didSubmit: @escaping (String) -> Void = { _ in },
    didSelect: @escaping (SearchRow) -> Void = { _ in }, token: Token? = nil
  ) {
    self.didType = didType
    self.didSubmit = didSubmit
    self.didSelect = didSelect
    self.token = token
  }

  func searchTextDidChange(_ text: String) { didType(text) }
  func searchButtonClicked(_ text: String) { didSubmit(text) }
  func didSelectRow(_ row: SearchRow) { didSelect(row) }
}

private final class CompletionsOnly: SearchCallbacks, LocalSearchCompleterDelegate {
  private let screen: SearchScreen
  private let completer: LocalSearchCompleter

  init(screen: SearchScreen, service: SearchService) {
    self.screen = screen
    completer = LocalSearchCompleter(service: service)
    completer.delegate = self
  }

  func searchTextDidChange(_ text: String) {
    if text.isEmpty { screen.clear() }
    completer.queryFragment = text
  }

  func searchButtonClicked(_ text: String) {}

  func completerDidUpdateResults(_ completer: LocalSearchCompleter) {
    screen.show(completer.results)
  }

  func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError) {}
}
