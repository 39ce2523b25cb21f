import YAMLReading

/// The settings of the app that a scenario replays, each with each.
struct RegionAppSettings: Sendable {
  let deliveries: [StateDelivery.Mode]
  let animated: [Bool]

  private static let keys = ["delivery", "animated"]

  /// All of them.
  init() {
    deliveries = StateDelivery.Mode.allCases
    animated = [false, true]
  }

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    let all = RegionAppSettings()
    deliveries =
      try mapping["delivery"]?.choices { (value) throws(InputError) in
        try value.choice("delivery")
      } ?? all.deliveries
    animated =
      try mapping["animated"]?.choices { (value) throws(InputError) in try value.truth() }
      ?? all.animated
  }

  /// In the order of a report.
  var settings: [RegionAppSetting] {
    deliveries.flatMap { delivery in
      animated.map { RegionAppSetting(delivery: delivery, isAnimated: $0) }
    }
  }
}
