extension AnnotationDifference {
  /// Brings annotations that stand beside the old items in step with the new ones.
  ///
  /// Afterwards they are in the order of the new items, and what stays is the same object as before.
  /// What is answered is all that the map must be told. With MapKit, which this snippet needs and
  /// which is not there on Linux:
  ///
  ///     // `shown: [ClusterItem]` and `annotations: [ClusterAnnotation]`, a class that conforms to
  ///     // MKAnnotation and whose `coordinate` is `@objc dynamic var`, run side by side.
  ///     clusters.items(in: region, zoom: zoom, into: &wanted)
  ///     difference.update(from: shown, to: wanted)
  ///     let (removed, inserted) = difference.apply(
  ///       to: &annotations, inserting: { ClusterAnnotation(wanted[$0]) },
  ///       changing: { annotation, position in annotation.item = wanted[position] })
  ///     mapView.removeAnnotations(removed)
  ///     mapView.addAnnotations(inserted)
  ///     swap(&shown, &wanted)
  ///
  /// Complexity: O(old + new). Allocates the three lists that it makes.
  ///
  /// - Parameters:
  ///   - annotations: One for each of the old items, in their order.
  ///   - insert: Makes the annotation of the item at a position in the new ones. Called once for
  ///     each of ``insertions``, in ascending order.
  ///   - change: Moves an annotation to the item at a position in the new ones. Called once for
  ///     each of ``changes``, in their order, after all insertions.
  /// - Returns: The annotations that left the list and those that came, in the order of
  ///   ``removals`` and of ``insertions``.
  /// - Precondition: There are ``oldCount`` annotations.
  @inlinable
  public func apply<Annotation>(
    to annotations: inout [Annotation],
    inserting insert: (_ newPosition: Int) -> Annotation,
    changing change: (_ annotation: inout Annotation, _ newPosition: Int) -> Void
  ) -> (removed: [Annotation], inserted: [Annotation]) {
    // Inlinable, as not knowing the caller's type takes eight times as long.
    precondition(
      annotations.count == oldCount,
      "expected one annotation for each of the \(oldCount) old items, found \(annotations.count)")
    let removed = removals.map { annotations[$0] }
    annotations = (0..<newCount).map { position in
      oldPosition(ofNew: position).map { annotations[$0] } ?? insert(position)
    }
    for changed in changes {
      change(&annotations[changed.newPosition], changed.newPosition)
    }
    return (removed, insertions.map { annotations[$0] })
  }
}
