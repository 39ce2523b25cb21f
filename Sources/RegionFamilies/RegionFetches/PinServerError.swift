/// Why a server did not answer.
public enum PinServerError: Error, Hashable, Sendable {
  /// The fetch failed on its way or at the server.
  case serverFailure
}
