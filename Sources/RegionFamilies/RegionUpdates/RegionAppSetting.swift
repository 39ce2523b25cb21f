/// What an app chooses besides its strategy: when the delegate writes state, and whether changes
/// from code are animated.
package struct RegionAppSetting: Hashable, Sendable {
  package let delivery: StateDelivery.Mode
  package let isAnimated: Bool

  package init(delivery: StateDelivery.Mode, isAnimated: Bool) {
    self.delivery = delivery
    self.isAnimated = isAnimated
  }

  /// `asynchronous, animated`
  var name: String { "\(delivery.rawValue), \(isAnimated ? "animated" : "not animated")" }
}
