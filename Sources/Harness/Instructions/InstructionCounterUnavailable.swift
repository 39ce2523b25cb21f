#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why the processor's instruction counter cannot be used; a report prints its `description` after
/// "not available: ".
public enum InstructionCounterUnavailable: Error, Hashable, Sendable {
  /// The kernel allows this user no counters.
  case notAllowed
  /// The processor, or the virtual machine around it, shows no such counter.
  case noSuchCounter(code: Int32)
  /// This operating system has no way to it that this program knows.
  case unknownOperatingSystem
  /// Other programs took the counter for a part of the time.
  case shared
  /// The counter was opened and never moved.
  case countsNothing
  /// The kernel refused for another reason, with this `errno` value.
  case refused(code: Int32)

  init(refusedWith code: Int32) {
    switch code {
    case EACCES, EPERM: self = .notAllowed
    case ENOENT, ENODEV, EOPNOTSUPP, ENOSYS:
      #if os(Linux)
        self = .noSuchCounter(code: code)
      #else
        self = .unknownOperatingSystem
      #endif
    case EAGAIN, EBUSY: self = .shared
    default:
      #if os(Linux)
        self = .refused(code: code)
      #else
        self = .unknownOperatingSystem
      #endif
    }
  }
}

extension InstructionCounterUnavailable: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAllowed:
      """
      the kernel does not allow this user hardware counters; lower \
      /proc/sys/kernel/perf_event_paranoid to 2, and in a container allow perf_event_open
      """
    case .noSuchCounter(let code):
      """
      perf_event_open knows no hardware counter of instructions here (error \(code)), as in most \
      virtual machines and containers
      """
    case .unknownOperatingSystem:
      "hardware counters are read on Linux only"
    case .shared:
      """
      the hardware counter was used by another program for a part of the time; end other profilers
      """
    case .countsNothing:
      "the hardware counter of instructions stays at 0, as in some virtual machines"
    case .refused(let code):
      "perf_event_open was refused with error \(code)"
    }
  }
}
