@_exported import ObjectiveC

@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGPoint
@_exported import struct Foundation.CGRect
@_exported import struct Foundation.CGSize

@MainActor open class UIView: NSObject {
  open var bounds = CGRect()
  open var center = CGPoint()
  open var isHidden = false
}
