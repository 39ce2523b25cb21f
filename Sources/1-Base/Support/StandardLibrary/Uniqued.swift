extension Array where Element: Hashable {
  /// Returns each element once, at its first place.
  package func uniqued() -> [Element] {
    uniqued { $0 }
  }
}

extension Array {
  /// The first element with each `id`, in order.
  package func uniqued<ID: Hashable>(by id: (Element) -> ID) -> [Element] {
    var seen: Set<ID> = []
    return filter { seen.insert(id($0)).inserted }
  }
}
