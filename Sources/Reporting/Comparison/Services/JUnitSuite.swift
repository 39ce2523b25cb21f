/// A test suite of a JUnit document.
struct JUnitSuite {
  let name: String
  var tests: [JUnitTest]

  func lines(properties: [(name: String, value: String)]) -> [String] {
    ["  <testsuite name=\"\(JUnitTest.attribute(name))\" \(Self.counts(of: tests))>"]
      + ["    <properties>"]
      + properties.map {
        "      <property name=\"\($0.name)\" value=\"\(JUnitTest.attribute($0.value))\"/>"
      }
      + ["    </properties>"] + tests.flatMap(\.lines) + ["  </testsuite>"]
  }

  /// The attributes that count tests by their results.
  static func counts(of tests: [JUnitTest]) -> String {
    var failures = 0
    var errors = 0
    var skipped = 0
    for test in tests {
      switch test.result {
      case .passed: continue
      case .failure: failures += 1
      case .error: errors += 1
      case .skipped: skipped += 1
      }
    }
    return "tests=\"\(tests.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "skipped=\"\(skipped)\""
  }
}
