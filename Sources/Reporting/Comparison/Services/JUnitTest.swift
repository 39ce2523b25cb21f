/// A test of a JUnit document.
struct JUnitTest {
  enum Result {
    case passed
    case failure(type: String, message: String, details: String)
    case error(type: String, message: String, details: String)
    case skipped(message: String)
  }

  let className: String
  let name: String
  let result: Result

  /// Its lines of XML.
  var lines: [String] {
    let head =
      "    <testcase classname=\"\(Self.attribute(className))\" "
      + "name=\"\(Self.attribute(name))\""
    switch result {
    case .passed: return [head + "/>"]
    case .failure(let type, let message, let details):
      return Self.element("failure", type: type, message: message, details: details, in: head)
    case .error(let type, let message, let details):
      return Self.element("error", type: type, message: message, details: details, in: head)
    case .skipped(let message):
      return [
        head + ">", "      <skipped message=\"\(Self.attribute(message))\"/>", "    </testcase>",
      ]
    }
  }

  private static func element(
    _ name: String, type: String, message: String, details: String, in head: String
  ) -> [String] {
    // Some services show the message, some the text: each says what happened.
    let text = ([message] + details.split(separator: "\n").map(String.init))
      .map { XMLText.escaped(PlainText.line($0)) }.joined(separator: "\n")
    return [
      head + ">",
      "      <\(name) type=\"\(attribute(type))\" message=\"\(attribute(message))\">\(text)</\(name)>",
      "    </testcase>",
    ]
  }

  static func attribute(_ text: String) -> String { XMLText.escaped(PlainText.line(text)) }
}

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
