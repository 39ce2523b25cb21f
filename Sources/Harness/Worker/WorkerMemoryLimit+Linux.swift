#if os(Linux)
  import Glibc

  extension WorkerMemoryLimit {
    static let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
  }
#endif
