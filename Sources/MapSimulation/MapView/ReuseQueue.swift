/// Views that left the screen and wait to be used again, a queue for each identifier.
///
/// Unbounded, because MapKit documents no bound and developers report that it gives none back.
struct ReuseQueue {
  private var waiting: [String: [AnnotationView]] = [:]

  mutating func enqueue(_ view: AnnotationView) {
    guard let identifier = view.reuseIdentifier else { return }
    waiting[identifier, default: []].append(view)
  }

  mutating func dequeue(_ identifier: String) -> AnnotationView? {
    waiting[identifier]?.popLast()
  }

  /// How many views wait, of all identifiers.
  var count: Int { waiting.values.reduce(0) { $0 + $1.count } }
}
