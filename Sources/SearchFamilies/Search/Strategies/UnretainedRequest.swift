import SearchSimulation

/// The default request whose search nobody keeps: it is released, and so cancelled, before its
/// answer can come.
public final class UnretainedRequest: DefaultRequest {
  override func start(_ request: LocalSearch.Request) {
    LocalSearch(request: request, service: service).start { [screen] result in
      guard case .success(let response) = result else { return }
      screen.show(response)
    }
  }
}
