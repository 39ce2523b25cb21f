// The root of Apple's classes.

@objc public protocol NSObjectProtocol {}

@objc open class NSObject: NSObjectProtocol {
  public init() {}
}

extension NSObject: Hashable {
  public static func == (one: NSObject, other: NSObject) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) {}
}

/// The value that the compiler makes of `#selector`.
public struct Selector: Sendable, ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {}
}
