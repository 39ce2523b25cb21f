import Foundation
import MapPressure

/// Strategies with one fault each.
enum FaultyStrategies {
  static let entries: [StrategyEntry<AnnotationStrategyFactory>] = [
    StrategyEntry("empty", Empty.self, summary: "Shows nothing and allocates nothing."),
    StrategyEntry(
      "quad-tree-clusters", index: QuadTreeClusters.self,
      summary: "The strategy of a new package, which is made from the same file."),
    StrategyEntry("traps", Traps.self, summary: "Traps in the fifth frame."),
    StrategyEntry(
      "traps-when-measured", TrapsWhenMeasured.self,
      summary: "Traps in the fifth frame of a trial, and never when it is inspected."),
    StrategyEntry("throws", Throws.self, summary: "Throws an error in the fifth frame."),
    StrategyEntry(
      "throws-markup", ThrowsMarkup.self,
      summary: "Throws an error whose text is a formula, a heading and a terminal's command."),
    StrategyEntry(
      "exits", Exits.self, summary: "Ends the process without a word, and with success."),
    StrategyEntry("loops", Loops.self, summary: "Never comes back from the fifth frame."),
    StrategyEntry(
      "waits", Waits.self, summary: "Loops in a trial until the working folder holds a file 'go'."),
    StrategyEntry("eats-memory", EatsMemory.self, summary: "Takes and touches memory without end."),
    StrategyEntry(
      "asks-for-too-much", AsksForTooMuch.self,
      summary: "Asks for more memory than there is in one piece."),
    StrategyEntry(
      "allocates", Allocates.self, summary: "Takes and frees one block of 1,000 bytes a frame."),
    StrategyEntry(
      "allocates-elsewhere", AllocatesElsewhere.self,
      summary: "Takes and frees blocks on another thread, which lives on."),
    StrategyEntry("prints", Prints.self, summary: "Prints to standard output in every frame."),
    StrategyEntry(
      "floods", Floods.self,
      summary: "Writes a megabyte to standard error that is neither text nor has a line break."),
    StrategyEntry(
      "changed", Changed.self,
      summary: "Does what the environment variable CHANGE says differently, or nothing."),
    StrategyEntry(
      "random", Random.self, summary: "Adds another number of annotations on every run."),
  ]
}

/// Does nothing at all.
final class Empty: AnnotationStrategy {
  init(pins: PinSet, context: StrategyContext) {}
  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
}
