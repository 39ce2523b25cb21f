import Foundation
import Support

/// The stream of progress, so that the tables can be piped.
public enum StandardError {
  public static func write(_ text: String) {
    try? DescriptorOutput.write(text, to: STDERR_FILENO)
  }
}
