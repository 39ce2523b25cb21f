/// The data of a world as it is at a time, whatever a screen shows of it by then.
final class CurrentPins {
  let model: PinModel

  private let feed: DataFeed
  private let events: [WorldEvent]
  private let interval: Int64
  private var nextEvent = 0

  init(_ world: AnnotationUpdateWorld) {
    model = PinModel(points: world.points)
    feed = DataFeed(model: model, changes: world.changes)
    events = world.events
    interval = world.interval
  }

  /// Lets everything happen to the data that is due by a refresh, that time included.
  func run(untilRefresh refresh: Int) {
    let time = Int64(refresh) * interval
    while nextEvent < events.count, events[nextEvent].time <= time {
      switch events[nextEvent].kind {
      case .movement: feed.move()
      case .refresh: feed.refresh()
      case .tap, .location: break
      }
      nextEvent += 1
    }
    // Nobody asks, and the list of what moved is not to grow.
    _ = feed.takeChanges()
  }
}
