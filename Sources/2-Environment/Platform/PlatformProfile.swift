import Support

/// The documented parameters of a simulated platform and of the environments on it: the costs of its
/// operations, the limits of its services, and what people and servers do.
///
/// A profile turns counted operations into modelled numbers. It is not a device: every parameter
/// says where it comes from, how sure that is, and what span the evidence leaves open.
public struct PlatformProfile: Hashable, Sendable {
  /// The identifier, as in scenario files.
  public let name: String
  /// The simulated platform in words.
  public let title: String
  /// The limits of the modelled numbers, which a report repeats.
  public let warning: String
  /// The slowness of the phone compared with the profile that this one was made from; `nil` if that
  /// is not known, and draws try the whole axis.
  public private(set) var slowness: Slowness?
  /// The parameters of every group that the profile has, in the order of
  /// ``ProfileParameter/Name``.
  public var parameters: [ProfileParameter] { own?.parameters ?? Self.builtInParameters }
  /// The groups of parameters that the profile has, each of them complete.
  public var groups: [ProfileParameter.Group] {
    own?.groups ?? ProfileParameter.Group.allCases
  }

  /// The parameters of a profile; `nil` for a profile that comes with MapPressure, whose parameters
  /// are parsed when they are read.
  var own: Contents?
  /// Notes what is read; `nil` for a profile that is only used.
  var reads: ParameterReads?

  struct Contents: Sendable {
    var parameters: [ProfileParameter]
    let groups: [ProfileParameter.Group]
    var scaledValues: [ProfileParameter.Name: Double]

    init(_ parameters: [ProfileParameter]) {
      self.parameters = parameters
      let names = Set(parameters.map(\.name))
      groups = ProfileParameter.Group.allCases.filter { names.isSuperset(of: $0.names) }
      scaledValues = Dictionary(
        parameters.map { ($0.name, $0.scaled) }, uniquingKeysWith: { first, _ in first })
    }
  }

  init(
    name: String, title: String, warning: String, parameters: [ProfileParameter],
    reads: ParameterReads? = nil
  ) {
    self.reads = reads
    self.name = name
    self.title = title
    self.warning = warning
    own = Contents(parameters)
  }

  /// The profile of a file that comes with MapPressure, with the environment.
  private init(_ file: BuiltInFile) {
    (name, title, warning) = (file.name, file.title, file.warning)
    own = nil
  }

  private static let builtInParameters = ProfileParameter.Name.allCases.map(\.builtIn)
  static let builtInContents = Contents(builtInParameters)

  /// The values in the units of the parameters, by their names.
  package var valuesByName: [String: Double] {
    Dictionary(uniqueKeysWithValues: parameters.map { ($0.name.rawValue, $0.value) })
  }

  /// The value of a parameter, which does not count as reading it; `nil` if the profile has none.
  func scaledValue(_ name: ProfileParameter.Name) -> Double? {
    guard let own else { return name.builtIn.scaled }
    return own.scaledValues[name]
  }

  /// Returns whether the profile has the parameters of a group.
  public func provides(_ group: ProfileParameter.Group) -> Bool {
    groups.contains(group)
  }

  /// A parameter in nanoseconds, bytes, points, map points, metres, degrees, zoom levels, per
  /// second, as a fraction, a factor or a count.
  ///
  /// - Precondition: the profile provides the parameter's group. Call
  ///   ``require(_:for:)`` before reading a profile for a purpose.
  public subscript(name: ProfileParameter.Name) -> Double {
    guard let value = scaledValue(name) else {
      preconditionFailure("the profile \(self.name) has no parameter \(name.rawValue)")
    }
    reads?.note(name)
    return value
  }

  /// Returns a number of operations or things times the cost of one. A cost that nothing has is not
  /// read.
  package func cost(of count: Double, _ name: ProfileParameter.Name) -> Double {
    count == 0 ? 0 : count * self[name]
  }

  /// Returns the range from one parameter to another. Where an analysis moves one of them beyond the
  /// other, both ends have the first one's value.
  package func range(
    _ min: ProfileParameter.Name, _ max: ProfileParameter.Name
  ) -> ClosedRange<Double> {
    self[min]...Swift.max(self[min], self[max])
  }

  /// Returns the one of two ways in which the platform is built.
  package func chooses(_ name: ProfileParameter.Name) -> Bool { self[name] >= 0.5 }

  /// Returns a parameter that is counted.
  package func count(_ name: ProfileParameter.Name) -> Int { Int(self[name].rounded()) }

  /// Returns the latency that has two parameters as its percentiles, in whole nanoseconds.
  package func latency(
    _ median: ProfileParameter.Name, _ percentile95: ProfileParameter.Name
  ) -> LatencyDistribution {
    LatencyDistribution(
      median: Int64(self[median].rounded()), percentile95: Int64(self[percentile95].rounded()))
  }

  /// Returns the range from one parameter that is counted to another, as ``range(_:_:)``.
  package func countRange(
    _ min: ProfileParameter.Name, _ max: ProfileParameter.Name
  ) -> ClosedRange<Int> {
    count(min)...Swift.max(count(min), count(max))
  }

  /// Throws unless the profile has the parameters of a group.
  ///
  /// - Parameter value: the profile's name in an input file, for the location of the error.
  /// - Throws: an ``InputError`` that names the parameters that are missing.
  package func require(_ group: ProfileParameter.Group, for value: YAMLValue) throws(InputError) {
    guard !provides(group) else { return }
    let names = group.names.map(\.rawValue).joined(separator: ", ")
    throw value.error(
      expected: "a profile with the parameters of \(group.noun): \(names); "
        + "the profile \(name) has none of them")
  }

  /// The names of the profiles that come with MapPressure.
  package static let builtInNames = ["iphone-simulator", "partly-measured-phone", "slow-device"]

  /// Returns the profile of a name that comes with MapPressure, or `nil` where there is none.
  public static func builtIn(_ name: String) throws(InputError) -> PlatformProfile? {
    switch name {
    case "iphone-simulator": simulator
    case "partly-measured-phone": try phone.get()
    case "slow-device": try slowDevice.get()
    default: nil
    }
  }

  // Each is read once in a process: an analysis makes thousands of workloads.
  /// The profile of most scenarios, `iphone-simulator`.
  package static let simulator = PlatformProfile(BuiltInFile.simulator)
  private static let phone = read(
    PackageResources.partly_measured_phone_yaml, "partly-measured-phone")
  private static let slowDevice = read(PackageResources.slow_device_yaml, "slow-device")

  private static func read(
    _ bytes: [UInt8], _ name: String
  ) -> Result<PlatformProfile, InputError> {
    Result { () throws(InputError) in
      try PlatformProfile(yaml: String(decoding: bytes, as: UTF8.self), file: "\(name).yaml")
    }
  }

  /// The profile with other parameters, which are only noted as read where `reads` says so.
  func replacing(
    _ parameters: [ProfileParameter], reads: ParameterReads? = nil
  ) -> PlatformProfile {
    var profile = self
    profile.own = Contents(parameters)
    profile.reads = reads
    return profile
  }

  /// The profile with a parameter that is known, in the unit of ``subscript(_:)``, and has no span.
  func fixing(_ name: ProfileParameter.Name, at scaled: Double) -> PlatformProfile {
    replacing(
      parameters.map { known in
        guard known.name == name else { return known }
        var parameter = known.withScaled(scaled)
        (parameter.low, parameter.high) = (parameter.value, parameter.value)
        return parameter
      }, reads: reads)
  }

  /// The profile of a phone on which the work of the main thread takes longer.
  package func slowed(by slowness: Slowness) -> PlatformProfile {
    var profile = PlatformProfile(
      name: "\(name), \(slowness)", title: title, warning: warning,
      parameters: parameters.map {
        $0.name.isMainThreadWork ? $0.multiplied(by: slowness.factor, upTo: 1) : $0
      })
    profile.slowness = slowness
    return profile
  }

  /// Reads a profile from a YAML text; `file` is the name that errors give.
  ///
  /// The text must have every parameter of the group ``ProfileParameter/Group/app``, and all or
  /// none of every other group of the platform. They may be in sections: a key of `parameters` that
  /// is the name of a group has parameters of that group. With `based-on: NAME` the text has the
  /// parameters of a profile that comes with MapPressure, and needs only the ones that differ.
  /// `main-thread-times: N` multiplies the base's times on the main thread, and
  /// `main-thread-times-up-to: N` only the upper ends of their spans. Parameters of the environment
  /// that are not in the text have the values that come with MapPressure.
  package init(yaml text: String, file: String) throws(InputError) {
    let root = try YAMLDocument(text: text, file: file).root
    let profile = try root.mapping(
      keys: [
        "profile", "title", "warning", "based-on", "main-thread-times", "main-thread-times-up-to",
        "parameters",
      ])
    let base =
      try Self.base(profile)?.parameters
      ?? BuiltInFile.environment.sections.flatMap(\.parameters)
    self.init(
      name: try profile.value("profile").text(),
      title: try profile.value("title").text(),
      warning: try profile.value("warning").text(),
      parameters: try Self.parameters(profile, base: base))
  }

  private static func base(_ profile: YAMLMapping) throws(InputError) -> PlatformProfile? {
    let factor = try Self.factor("main-thread-times", in: 0.01...100, of: profile)
    let highFactor = try Self.factor("main-thread-times-up-to", in: 1...100, of: profile)
    guard let value = profile["based-on"] else { return nil }
    let name = try value.text()
    guard let base = try builtIn(name) else {
      throw value.unknownName(name, what: "profile", known: builtInNames)
    }
    return base.replacing(
      base.parameters.map {
        $0.name.isMainThreadWork ? $0.multiplied(by: factor, upTo: highFactor) : $0
      })
  }

  private static func factor(
    _ key: String, in range: ClosedRange<Double>, of profile: YAMLMapping
  ) throws(InputError) -> Double {
    guard let value = profile[key] else { return 1 }
    guard profile["based-on"] != nil else {
      throw value.error(expected: "'based-on' together with '\(key)'")
    }
    return try value.number(in: range)
  }

  /// Reads the parameters of a text; those of the base need not be in it.
  private static func parameters(
    _ profile: YAMLMapping, base: [ProfileParameter]
  ) throws(InputError) -> [ProfileParameter] {
    // A profile that is based on another one may have no parameter of its own.
    if profile["based-on"] != nil, profile["parameters"] == nil { return base }
    let known = Dictionary(base.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let values = try profile.value("parameters").mapping()
    let entries = try ParameterEntry.all(in: values)
    let present = Set(entries.keys.map(\.group))
    var read: [ProfileParameter.Name: ProfileParameter] = [:]
    for name in ProfileParameter.Name.allCases {
      if let entry = entries[name] {
        if let section = entry.section, section != name.group {
          throw entry.error(
            expected: "the section '\(name.group.rawValue)'",
            found: "the section '\(section.rawValue)'")
        }
        read[name] = try ProfileParameter(name: name, yaml: entry.value, dimension: name.dimension)
      } else if let known = known[name] {
        read[name] = known
      } else if name.group.isRequired || present.contains(name.group) {
        _ = try (values[name.group.rawValue]?.mapping() ?? values).value(name.rawValue)
      }
    }
    for name in ProfileParameter.Name.allCases {
      guard let value = entries[name]?.value, let parameter = read[name],
        let lower = (name.median ?? name.minimum).flatMap({ read[$0] }),
        parameter.scaled < lower.scaled
      else { continue }
      throw try value.mapping().value("value").error(
        expected: "at least the \(lower.valueText) \(lower.unit.symbol) of \(lower.name.rawValue)")
    }
    return ProfileParameter.Name.allCases.compactMap { read[$0] }
  }
}

extension ProfileParameter {
  func withScaled(_ scaled: Double) -> ProfileParameter {
    var parameter = self
    if scaled != self.scaled { parameter.value = scaled / unit.scale }
    return parameter
  }

  /// The parameter as of a slower device.
  ///
  /// - Parameters:
  ///   - factor: multiplies the value and its span.
  ///   - highFactor: multiplies the upper end of the span once more.
  fileprivate func multiplied(by factor: Double, upTo highFactor: Double) -> ProfileParameter {
    guard factor != 1 || highFactor != 1 else { return self }
    var parameter = self
    parameter.value *= factor
    parameter.low *= factor
    parameter.high *= factor * highFactor
    parameter.source =
      (factor == 1 ? "as" : "\(Slowness.text(factor)) times that")
      + " on the profile that this one is based on: \(source)"
    parameter.confidence = .assumption
    return parameter
  }

  /// The value in the notation of a profile: without a fraction where it is whole.
  fileprivate var valueText: String { Int(exactly: value).map(String.init) ?? "\(value)" }
}

extension PlatformProfile {
  /// The profile with the parameters of some groups only.
  package func keeping(_ groups: [ProfileParameter.Group]) -> PlatformProfile {
    replacing(parameters.filter { groups.contains($0.name.group) })
  }

  /// The profile with the parameters that another part of it has, too.
  package func merging(_ other: PlatformProfile) -> PlatformProfile {
    let all = parameters + other.parameters.filter { !parameters.contains($0) }
    let order = ProfileParameter.Name.allCases
    return replacing(order.flatMap { name in all.filter { $0.name == name } })
  }

  /// Two profiles are equal if their contents are; it does not matter who reads them.
  public static func == (first: PlatformProfile, second: PlatformProfile) -> Bool {
    first.name == second.name && first.title == second.title && first.warning == second.warning
      && first.slowness == second.slowness && first.parameters == second.parameters
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(parameters)
  }
}

extension PlatformProfile: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, title, warning, slowness, parameters
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(title, forKey: .title)
    try values.encode(warning, forKey: .warning)
    try values.encodeIfPresent(slowness, forKey: .slowness)
    try values.encode(parameters, forKey: .parameters)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try values.decode(String.self, forKey: .name),
      title: try values.decode(String.self, forKey: .title),
      warning: try values.decode(String.self, forKey: .warning),
      parameters: try values.decode([ProfileParameter].self, forKey: .parameters))
    slowness = try values.decodeIfPresent(Slowness.self, forKey: .slowness)
  }
}
