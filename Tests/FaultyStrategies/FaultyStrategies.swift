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
    StrategyEntry("slow", index: UselessIndex<Slow>.self, summary: "Computes 30 ms a frame."),
    StrategyEntry("sleeps", index: UselessIndex<Sleeps>.self, summary: "Waits 50 ms a frame."),
    StrategyEntry(
      "works-elsewhere", index: UselessIndex<WorksElsewhere>.self,
      summary: "Waits 30 ms a frame for another thread."),
    StrategyEntry(
      "slow-build", index: UselessIndex<SlowBuild>.self, summary: "Is built for two seconds."),
    StrategyEntry(
      "loses-pins", index: UselessIndex<LosesPins>.self, summary: "Loses one of 50 pins."),
    StrategyEntry(
      "displaced", index: UselessIndex<Displaced>.self, summary: "Shows pins half a degree off."),
    StrategyEntry(
      "shows-twice", index: UselessIndex<ShowsTwice>.self, summary: "Shows each group twice."),
    StrategyEntry(
      "one-cluster", index: UselessIndex<OneCluster>.self,
      summary: "Shows one cluster with all pins."),
    StrategyEntry("leaks", index: UselessIndex<Leaks>.self, summary: "Keeps a megabyte a frame."),
    StrategyEntry(
      "flickers", index: UselessIndex<Flickers>.self,
      summary: "Shows other groups in each second frame."),
    StrategyEntry(
      "zooms-at-random", index: UselessIndex<ZoomsAtRandom>.self,
      summary: "Shows other groups in each replay."),
    StrategyEntry(
      "overflows", index: UselessIndex<StackOverflow>.self, summary: "Overflows the stack."),
    StrategyEntry(
      "not-a-number", index: UselessIndex<NotANumber>.self,
      summary: "Shows its groups at no latitude."),
  ]
}

/// Does nothing at all.
final class Empty: AnnotationStrategy {
  init(pins: PinSet, context: StrategyContext) {}
  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
}
