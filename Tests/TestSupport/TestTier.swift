import Foundation
import Testing

/// The two tiers of the tests: `make test` runs each contract once, and `make test-all` also what is
/// exhaustive.
package enum TestTier {
  /// `true` in `make test-all`.
  package static let isExhaustive =
    ProcessInfo.processInfo.environment["MAPPRESSURE_TEST_ALL"] != nil

  /// Returns the first value in `make test`, and the second in `make test-all`.
  package static func select<Value>(_ quick: Value, exhaustive: Value) -> Value {
    isExhaustive ? exhaustive : quick
  }

  /// Returns all arguments of a test in `make test-all`, and a number of them in `make test`, evenly
  /// spread.
  package static func sample<Argument>(_ arguments: [Argument], _ count: Int) -> [Argument] {
    guard !isExhaustive, count < arguments.count else { return arguments }
    return (0..<count).map { arguments[$0 * arguments.count / count] }
  }
}

extension Trait where Self == ConditionTrait {
  /// A test or a suite that only `make test-all` runs.
  package static var exhaustive: Self {
    .enabled(if: TestTier.isExhaustive, "exhaustive: 'make test-all' runs it")
  }

  /// A test that needs a small disk.
  package static var withTinyDisk: Self {
    .enabled("a small disk can be mounted here, which only root may on most machines") {
      TinyDisk.isAvailable
    }
  }
}
