extension AnnotationUpdateStrategyEntry {
  /// The strategies that come with MapPressure, naive ones first.
  public static let standard: [AnnotationUpdateStrategyEntry] =
    inBody + onChanges + onCamera + onZoom

  private static let inBody: [AnnotationUpdateStrategyEntry] = [
    AnnotationUpdateStrategyEntry(
      "fresh-ids-in-body", FreshIDsInBody.self,
      summary: "Makes the annotations in the view's body, each with a new identity.",
      reasoning: "Identifiable wants an id, and UUID() is always unique."),
    AnnotationUpdateStrategyEntry(
      "rebuilt-in-body", RebuiltInBody.self,
      summary: "Makes the annotations in the view's body, with the identities of the data.",
      reasoning: "The identities are stable, so the difference finds that nothing changed."),
    AnnotationUpdateStrategyEntry(
      "guarded-representable", GuardedRepresentable.self,
      summary: "Wraps a UIKit map whose updateUIView compares when the data has changed, only.",
      reasoning: "updateUIView may be called at any time, so it must not do work each time."),
    AnnotationUpdateStrategyEntry(
      "map-in-own-view", MapInOwnView.self,
      summary: "Puts the map into a view whose body depends on the pins alone.",
      reasoning: "A view that does not read a state is not evaluated when it changes."),
  ]

  private static let onChanges: [AnnotationUpdateStrategyEntry] = [
    AnnotationUpdateStrategyEntry(
      "remove-all-add-all", RemoveAllAddAll.self,
      summary: "Replaces the whole array at every change of the data.",
      reasoning: "Replacing everything cannot leave the map in a wrong state."),
    AnnotationUpdateStrategyEntry(
      "remove-all-reselect", RemoveAllReselect.self,
      summary: "Replaces the whole array and selects again what was selected.",
      reasoning: "The selection is the only thing that replacing loses, and it can be put back."),
    AnnotationUpdateStrategyEntry(
      "difference-by-id", DifferenceByID.self,
      summary: "Compares by identity at every change, and changes on the map what differs.",
      reasoning: "What is still there need not be touched."),
    AnnotationUpdateStrategyEntry(
      "deltas", Deltas.self,
      summary: "Takes the changes from the data, and sets the coordinate of a pin that moved.",
      reasoning: "The source knows what changed; comparing everything finds out again."),
    AnnotationUpdateStrategyEntry(
      "live-clusters", LiveClustersUpdated.self,
      summary: "Updates a live clusterer by what changed and shows the clusters in view.",
      reasoning: "Only the cells that a pin leaves and enters change."),
  ]

  private static let onCamera: [AnnotationUpdateStrategyEntry] = [
    AnnotationUpdateStrategyEntry(
      "recluster-on-main", ReclusterOnMain.self,
      summary: "Groups the pins in view from scratch on main whenever the camera moves.",
      reasoning: "The clusters must always be right for what is on screen."),
    AnnotationUpdateStrategyEntry(
      "recluster-on-region-end", ReclusterOnRegionEnd.self,
      summary: "Groups the pins in view from scratch on main when a movement has ended.",
      reasoning: "Nobody reads the map while it moves."),
    AnnotationUpdateStrategyEntry(
      "recluster-off-main", ReclusterOffMain.self,
      summary: "Groups beside main, ten times a second at most, the latest camera only.",
      reasoning: "A tenth of a second late is seen by few, a missed frame by all."),
    AnnotationUpdateStrategyEntry(
      "hierarchical-query", HierarchicalQuery.self,
      summary: "Builds clusters for all zooms beside main and asks for those in view.",
      reasoning: "The data changes seldom and the camera always, so the work belongs to the data."),
  ]

  private static let onZoom: [AnnotationUpdateStrategyEntry] = [
    AnnotationUpdateStrategyEntry(
      "add-at-once", AddAtOnce.self,
      summary: "Adds all pins that come into view in the frame in which they come.",
      reasoning: "addAnnotations(_:) takes an array, so one call for all is best."),
    AnnotationUpdateStrategyEntry(
      "images-at-once", AddImagesAtOnce.self,
      summary: "Adds all pins that come into view at once, each drawn as one flat image.",
      reasoning: "A flat image is cheaper to make and to lay out than a marker's layers."),
    AnnotationUpdateStrategyEntry(
      "frame-budgeted", FrameBudgetedAdds.self,
      summary: "Adds a few pins a frame: fewer after a late frame, more after one in time.",
      reasoning: "Pins that come a few frames later disturb less than a frame that does not come."),
    AnnotationUpdateStrategyEntry(
      "frame-budgeted-images", FrameBudgetedImages.self,
      summary: "Adds a few pins a frame, each drawn as one flat image.",
      reasoning: "Cheap views and few at a time: no frame has too much to do."),
  ]
}
