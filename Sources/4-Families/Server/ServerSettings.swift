import ScenarioModel
import Simulation
import Support

/// The keys of a scenario with a server: the user, the networks, and what the server does.
struct ServerSettings: MapSettings {
  enum Server: String, CaseIterable, Sendable {
    case inside
    /// Trials start the program of the server.
    case program
  }

  private(set) var user = MapUser()
  /// At least one; each is a variant.
  private(set) var networks = NetworkKind.allCases
  private(set) var updates = PinUpdates()
  private(set) var server = Server.inside

  static let keys: [Key<Self>] = [
    .group("user", \.user, "the user who moves the map"),
    .choices(
      "networks", \.networks, what: "network", required: true,
      "the networks between the phone and the server; each is a variant"),
    .group("updates", \.updates, absent: "none", "pins that move to the place of another pin"),
    .choice(
      "server", \.server, what: "server",
      "the service inside the replay's process or, in trials, the server's program"),
  ]

  /// One network is no variant.
  var variants: [String] { networks.count == 1 ? [""] : networks.map(\.rawValue) }

  /// The reader of a scene with one device.
  static var reader: SceneReader<MapScene<Self>> {
    let reader = SceneReader<MapScene<Self>>.map(
      Self.self, providing: [.app, .map, .looking, .server, .network],
      maxSize: PinSource.maxCount, pinsName: "pins on the server", refreshes: false)
    return SceneReader(keys: reader.keys) { (mapping, file, parameters) throws(InputError) in
      let scene = try reader.read(mapping, file, parameters)
      guard scene.map.devices.all.count == 1 else {
        throw try mapping.value("device").error(
          expected: "one refresh rate and one profile: the variants are the networks")
      }
      return scene
    }
  }
}

/// Pins that move to the place of another while the map is used.
struct PinUpdates: Settings {
  /// Pins a minute.
  private(set) var perMinute = 0
  /// Seconds between two builds of the server's clusters; without the key, as the server has it.
  private(set) var clusterInterval = 10
  /// Days since the app was built with pins in it; without the key, two weeks between releases.
  private(set) var releaseDays = 14
  private(set) var seed: UInt64 = 0

  static let keys: [Key<Self>] = [
    .integer(
      "per-minute", \.perMinute, in: 1...6_000_000, required: true, "pins that move per minute"),
    .integer(
      "clusters-every", \.clusterInterval, in: 1...86_400, unit: " s",
      "seconds between two builds of the server's clusters"),
    .integer(
      "release-days", \.releaseDays, in: 0...3_650, "the age in days of the app's pins"),
    // Where no pin moves, nothing is drawn.
    Key(
      ScenarioKey("seed", .integer(0 ... .max), standard: "0", "the seed of the pins that move"),
      read: { (yaml, updates) throws(InputError) in
        updates.seed = UInt64(try yaml.integer(in: 0 ... .max))
      },
      text: { "\($0.seed)" },
      seeds: { $0.perMinute > 0 ? [("seed", $0.seed)] : [] },
      reseed: { if $0.perMinute > 0 { $0.seed = $1 } }),
  ]

  /// The age of the pins in the app, in nanoseconds.
  var releaseAge: Int64 { Int64(releaseDays) * 86_400_000_000_000 }
}
