@_exported import ObjectiveC

@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGRect
@_exported import struct Foundation.CGSize

@MainActor open class UIView: NSObject {
  open var bounds: CGRect

  public override init() {
    bounds = CGRect()
    super.init()
  }
}
