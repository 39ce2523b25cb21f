import Foundation
import MapPressure

/// Strategies with one fault each.
enum FaultyStrategies {
  static let entries = [
    AnnotationStrategyEntry("empty", Empty.self, summary: "Shows nothing and allocates nothing."),
    AnnotationStrategyEntry("traps", Traps.self, summary: "Traps in the fifth frame."),
    AnnotationStrategyEntry(
      "traps-when-measured", TrapsWhenMeasured.self,
      summary: "Traps in the fifth frame of a trial, and never when it is inspected."),
    AnnotationStrategyEntry("throws", Throws.self, summary: "Throws an error in the fifth frame."),
    AnnotationStrategyEntry(
      "throws-markup", ThrowsMarkup.self,
      summary: "Throws an error whose text is a formula, a heading and a terminal's command."),
    AnnotationStrategyEntry(
      "exits", Exits.self, summary: "Ends the process without a word, and with success."),
    AnnotationStrategyEntry(
      "loops", Loops.self, summary: "Never comes back from the fifth frame."),
    AnnotationStrategyEntry(
      "waits", Waits.self, summary: "Loops in a trial until the working folder holds a file 'go'."),
    AnnotationStrategyEntry(
      "eats-memory", EatsMemory.self, summary: "Takes and touches memory without end."),
    AnnotationStrategyEntry(
      "asks-for-too-much", AsksForTooMuch.self,
      summary: "Asks for more memory than there is in one piece."),
    AnnotationStrategyEntry(
      "allocates", Allocates.self, summary: "Takes and frees one block of 1,000 bytes a frame."),
    AnnotationStrategyEntry(
      "allocates-elsewhere", AllocatesElsewhere.self,
      summary: "Takes and frees blocks on another thread, which lives on."),
    AnnotationStrategyEntry(
      "prints", Prints.self, summary: "Prints to standard output in every frame."),
    AnnotationStrategyEntry(
      "floods", Floods.self,
      summary: "Writes a megabyte to standard error that is neither text nor has a line break."),
    AnnotationStrategyEntry(
      "changed", Changed.self,
      summary: "Does what the environment variable CHANGE says differently, or nothing."),
    AnnotationStrategyEntry(
      "random", Random.self, summary: "Examines another number of pins on every run."),
  ]
}

/// Does nothing at all.
final class Empty: AnnotationStrategy {
  init(pins: PinSet, context: StrategyContext) {}
  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
}
