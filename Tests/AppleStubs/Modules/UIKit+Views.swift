@_exported import struct Foundation.UUID
@_exported import func Glibc.cos
@_exported import func Glibc.exp2
@_exported import func Glibc.sin

// Views, screens, pictures, and what is of Foundation and QuartzCore.

extension UIView {
  public func addSubview(_ view: UIView) {}
  public func removeFromSuperview() {}
  public func setNeedsDisplay() {}
}

@MainActor open class UIViewController: NSObject {
  open var view: UIView { fatalError() }
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
}

public final class UIImage: NSObject, Sendable {
  public init?(named name: String) {}
  public init?(contentsOfFile path: String) {}
  public var size: CGSize { fatalError() }
  public func preparingThumbnail(of size: CGSize) -> UIImage? { nil }
  nonisolated(nonsending) public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
    nil
  }
}

@MainActor open class UIImageView: UIView {
  open var image: UIImage?
}

public final class UIColor: NSObject, Sendable {
  public static let systemBlue = UIColor()
  public static let systemGray = UIColor()
}

open class CADisplayLink: NSObject {
  open var timestamp: Double { fatalError() }
  open var targetTimestamp: Double { fatalError() }
  open var duration: Double { fatalError() }
}

public final class NSNumber: NSObject, Sendable {
  public init(value: Int) {}
}

public final class NSString: NSObject, Sendable {
  public init(string: String) {}
}

open class NSCache<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
  public override init() {}
  open var totalCostLimit = 0
  open func object(forKey key: KeyType) -> ObjectType? { nil }
  open func setObject(_ obj: ObjectType, forKey key: KeyType, cost: Int) {}
}
