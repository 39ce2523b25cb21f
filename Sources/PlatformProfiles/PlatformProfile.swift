/// The documented parameters of a simulated platform: what its operations cost.
///
/// A profile turns counted operations into modelled numbers. It is not a device: every parameter
/// says where it comes from and how sure that is.
public struct PlatformProfile: Hashable, Sendable {
  public let name: String
  public let title: String
  /// What a reader must know before they trust a modelled number.
  public let warning: String
  /// The parameters of every group that the profile has, in the order of
  /// ``ProfileParameter/Name``.
  public let parameters: [ProfileParameter]
  /// The groups of parameters that the profile has, each of them complete.
  public let groups: [ProfileParameter.Group]

  private let scaledValues: [ProfileParameter.Name: Double]

  init(name: String, title: String, warning: String, parameters: [ProfileParameter]) {
    self.name = name
    self.title = title
    self.warning = warning
    self.parameters = parameters
    let names = Set(parameters.map(\.name))
    groups = ProfileParameter.Group.allCases.filter { names.isSuperset(of: $0.names) }
    scaledValues = Dictionary(
      parameters.map { ($0.name, $0.scaled) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the profile has the parameters of a group.
  public func provides(_ group: ProfileParameter.Group) -> Bool {
    groups.contains(group)
  }

  /// A parameter in nanoseconds, bytes, points, degrees, as a fraction or as a count.
  ///
  /// - Precondition: the profile provides the parameter's group. Whoever reads a profile for a
  ///   purpose asks for the group with ``require(_:for:)`` first.
  public subscript(name: ProfileParameter.Name) -> Double {
    guard let value = scaledValues[name] else {
      preconditionFailure("the profile \(self.name) has no parameter \(name.rawValue)")
    }
    return value
  }
}

extension PlatformProfile {
  /// The profile with the parameters of some groups only.
  package func keeping(_ groups: [ProfileParameter.Group]) -> PlatformProfile {
    PlatformProfile(
      name: name, title: title, warning: warning,
      parameters: parameters.filter { groups.contains($0.name.group) })
  }
}

extension PlatformProfile {
  /// The profile with the parameters that another part of it has, too.
  package func merging(_ other: PlatformProfile) -> PlatformProfile {
    let all = parameters + other.parameters.filter { !parameters.contains($0) }
    let order = ProfileParameter.Name.allCases
    return PlatformProfile(
      name: name, title: title, warning: warning,
      parameters: order.flatMap { name in all.filter { $0.name == name } })
  }
}

extension PlatformProfile: Codable {
  private enum CodingKeys: String, CodingKey {
    case name
    case title
    case warning
    case parameters
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try values.decode(String.self, forKey: .name),
      title: try values.decode(String.self, forKey: .title),
      warning: try values.decode(String.self, forKey: .warning),
      parameters: try values.decode([ProfileParameter].self, forKey: .parameters))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(title, forKey: .title)
    try values.encode(warning, forKey: .warning)
    try values.encode(parameters, forKey: .parameters)
  }
}
