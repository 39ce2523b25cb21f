/// The documented parameters of a simulated platform: what its operations cost.
///
/// A profile turns counted operations into modelled numbers. It is not a device: every parameter
/// says where it comes from and how sure that is.
public struct PlatformProfile: Hashable, Sendable {
  public let name: String
  public let title: String
  /// What a reader must know before they trust a modelled number.
  public let warning: String
  /// Every parameter of ``ProfileParameter/Name``, in that order.
  public let parameters: [ProfileParameter]

  private let scaledValues: [ProfileParameter.Name: Double]

  init(name: String, title: String, warning: String, parameters: [ProfileParameter]) {
    self.name = name
    self.title = title
    self.warning = warning
    self.parameters = parameters
    scaledValues = Dictionary(
      parameters.map { ($0.name, $0.scaled) }, uniquingKeysWith: { first, _ in first })
  }

  /// A parameter in nanoseconds, bytes, points or as a fraction.
  public subscript(name: ProfileParameter.Name) -> Double {
    // Reading a profile guarantees that every name is there.
    scaledValues[name, default: 0]
  }
}
