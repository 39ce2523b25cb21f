import MapGeometry
import SearchSimulation

/// Answers that a search screen keeps, so that the same question is not asked twice.
struct SearchCache {
  /// A screen is soon closed; more than it can ask in that time would be of no use.
  private static let greatestCount = 200

  private var answers: [LocalSearch.Request: LocalSearch.Response] = [:]
  private var completions: [CompletionKey: [LocalSearchCompletion]] = [:]

  /// Completions depend on what the map shows as much as on the text.
  struct CompletionKey: Hashable {
    let text: String
    let region: Region
  }

  subscript(request: LocalSearch.Request) -> LocalSearch.Response? {
    get { answers[request] }
    set {
      if answers.count >= Self.greatestCount { answers.removeAll() }
      answers[request] = newValue
    }
  }

  subscript(key: CompletionKey) -> [LocalSearchCompletion]? {
    get { completions[key] }
    set {
      if completions.count >= Self.greatestCount { completions.removeAll() }
      completions[key] = newValue
    }
  }
}
