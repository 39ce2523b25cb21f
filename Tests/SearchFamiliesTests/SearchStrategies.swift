import MapGeometry
import ScenarioModel
import SearchFamilies
import SearchSimulation

/// Never asks for anything and shows nothing.
final class SilentSearch: SearchStrategy {
  init(screen: SearchScreen, service: SearchService) {}
  func searchTextDidChange(_ text: String) {}
  func searchButtonClicked(_ text: String) {}
}

/// Asks the same thing twice when the search key is pressed, and never empties the list.
final class AskingTwice: SearchStrategy {
  private let screen: SearchScreen
  private let service: SearchService
  private var searches: [LocalSearch] = []

  init(screen: SearchScreen, service: SearchService) {
    self.screen = screen
    self.service = service
  }

  func searchTextDidChange(_ text: String) {}

  func searchButtonClicked(_ text: String) {
    for _ in 0..<2 {
      let search = LocalSearch(
        request: LocalSearch.Request(naturalLanguageQuery: text), service: service)
      searches.append(search)
      search.start { [screen] result in
        if case .success(let response) = result { screen.show(response) }
      }
    }
  }
}

/// Keeps the main thread busy for a minute when it is asked for more than one word.
final class BusySearch: SearchStrategy {
  private let screen: SearchScreen
  private let service: SearchService
  private var search: LocalSearch?

  init(screen: SearchScreen, service: SearchService) {
    self.screen = screen
    self.service = service
  }

  func searchTextDidChange(_ text: String) {}

  func searchButtonClicked(_ text: String) {
    if text.contains(" ") { service.main.work(for: 60_000_000_000) }
    search = LocalSearch(
      request: LocalSearch.Request(naturalLanguageQuery: text), service: service)
    search?.start { [screen] result in
      if case .success(let response) = result { screen.show(response) }
    }
  }
}

/// Shows completions, and never searches.
final class CompletionsOnly: SearchStrategy, LocalSearchCompleterDelegate {
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

/// Asks for "luna" at every change of the text, holds the answers of all its searches back, and
/// shows them in an order of its own when the search key is pressed.
class HeldAnswers: SearchStrategy {
  private let screen: SearchScreen
  private let service: SearchService
  private var searches: [LocalSearch] = []
  private var answers: [Int: LocalSearch.Response] = [:]

  required init(screen: SearchScreen, service: SearchService) {
    self.screen = screen
    self.service = service
  }

  /// Which of so many answers are shown, one after the other.
  func order(of count: Int) -> [Int] { Array(0..<count) }

  func searchTextDidChange(_ text: String) {
    guard !text.isEmpty else { return screen.clear() }
    let search = LocalSearch(
      request: LocalSearch.Request(naturalLanguageQuery: "luna"), service: service)
    let index = searches.count
    searches.append(search)
    search.start { [weak self] result in self?.answers[index] = try? result.get() }
  }

  func searchButtonClicked(_ text: String) {
    for index in order(of: searches.count) {
      if let answer = answers[index] { screen.show(answer) }
    }
  }
}

final class HeldAnswersReversed: HeldAnswers {
  override func order(of count: Int) -> [Int] { (0..<count).reversed() }
}

/// The first, the last, and the last but one again, before the last stays.
final class HeldAnswersInterrupted: HeldAnswers {
  override func order(of count: Int) -> [Int] { [0, count - 1, count - 2, count - 1] }
}

final class HeldAnswersWithoutTheLast: HeldAnswers {
  override func order(of count: Int) -> [Int] { Array(0..<count - 1) }
}

extension SearchTrial {
  /// The strategies of the tests.
  static let testEntries: [StrategyEntry<SearchMake>] = [
    StrategyEntry("silent", SilentSearch.self, summary: "Nothing."),
    StrategyEntry("asking-twice", AskingTwice.self, summary: "Two requests."),
    StrategyEntry("busy", BusySearch.self, summary: "Hangs."),
    StrategyEntry("completions-only", CompletionsOnly.self, summary: "No search."),
    StrategyEntry("held", HeldAnswers.self, summary: "In order."),
    StrategyEntry("held-reversed", HeldAnswersReversed.self, summary: "Backwards."),
    StrategyEntry("held-interrupted", HeldAnswersInterrupted.self, summary: "Once late."),
    StrategyEntry(
      "held-without-the-last", HeldAnswersWithoutTheLast.self, summary: "Not the last."),
  ]
}
