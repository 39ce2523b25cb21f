import Foundation

/// The programs that are built with the tests.
package enum BuiltProduct {
  // The package manager puts the products of one build into one folder: that of the test
  // executable on Linux, and that of the test bundle on Apple platforms.
  package static func path(_ name: String) -> String {
    let bundles = Bundle.allBundles + [.main]
    let tests = bundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent(name).path
  }
}
