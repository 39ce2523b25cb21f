// The root of Apple's classes.

@objc public protocol NSObjectProtocol {}

@objc open class NSObject: NSObjectProtocol {
  public init() {}
}
