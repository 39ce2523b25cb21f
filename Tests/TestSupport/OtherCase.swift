/// A test continues with one case of an enumeration only, and found another one.
package struct OtherCase: Error, CustomStringConvertible {
  package let description: String

  package init(_ found: Any?) { description = "another case than expected: \(found ?? "none")" }
}
