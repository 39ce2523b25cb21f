import Subprocess

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a process ended, in words.
enum ProcessEnding {
  static func text(_ status: TerminationStatus) -> String {
    switch status {
    case .exited(let code): "exit code \(code)"
    case .signaled(let signal): names[signal].map { "\($0)" } ?? "signal \(signal)"
    }
  }

  private static let names: [Int32: String] = [
    SIGILL: "SIGILL (a Swift trap: out of bounds, overflow, precondition, nil)",
    SIGTRAP: "SIGTRAP (a Swift trap: out of bounds, overflow, precondition, nil)",
    SIGABRT: "SIGABRT (aborted)",
    SIGSEGV: "SIGSEGV (bad memory access, or a stack that overflowed)",
    SIGBUS: "SIGBUS (bad memory access)",
    SIGFPE: "SIGFPE (bad arithmetic)",
    SIGKILL: "SIGKILL (killed from outside)",
    SIGTERM: "SIGTERM (ended from outside)",
  ]
}
