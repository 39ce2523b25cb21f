/// Who watches a build: is told how far it is, and can end it.
struct BuildObserver: Sendable {
  /// Gets the share of the zoom levels that are done; answers whether to go on.
  let goesOn: @Sendable (_ progress: Double) -> Bool

  /// Does not look.
  static let none = BuildObserver { _ in true }

  func report(_ done: Int, of total: Int) throws(ClusteringError) {
    guard goesOn(Double(done) / Double(total)) else { throw .cancelled }
  }
}
