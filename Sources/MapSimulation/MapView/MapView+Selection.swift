extension MapView {
  /// Selects an annotation, as `selectAnnotation(_:animated:)`; the one that was selected is
  /// deselected. O(1).
  ///
  /// Without effect where the annotation has no view on screen, as MapKit documents it: not even
  /// where it was added a moment ago, as its view is made by the next layout pass.
  public func selectAnnotation(_ annotation: Annotation) {
    guard view(for: annotation) != nil else { return }
    selectedAnnotation = annotation
  }

  /// Deselects an annotation, as `deselectAnnotation(_:animated:)`; one that is not selected is
  /// ignored. O(1).
  public func deselectAnnotation(_ annotation: Annotation) {
    if selectedAnnotation === annotation { selectedAnnotation = nil }
  }
}
