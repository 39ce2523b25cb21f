#if canImport(Darwin)
  import Darwin

  extension WorkerMemoryLimit {
    static let resource = RLIMIT_AS
  }
#endif
