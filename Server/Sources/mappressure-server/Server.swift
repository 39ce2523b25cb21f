import ArgumentParser
import Foundation
import Logging
import PinServer
import PinService

@main
struct Server: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mappressure-server",
    abstract: "Serve the pins of a file over HTTP: pages, counts of cells, clusters, vector tiles.",
    subcommands: [Serve.self, Check.self], defaultSubcommand: Serve.self)
}

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve a file of pins, or a store that was made from one.")

  @Argument(
    help: ArgumentHelp(
      "GeoJSON, JSON, CSV, SQLite or GeoPackage, also compressed with gzip; or a store.",
      valueName: "file or store"))
  var source: String?

  @Option(help: "The path at which the store is kept. Without it, the store is temporary.")
  var store: String?

  @Option(help: "The address to listen on. Any address but loopback lets the whole network in.")
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "Another name that requests may use for the server, such as a proxy's.", valueName: "name"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "A site whose pages may change pins, such as https://map.example.", valueName: "origin"))
  var allowOrigin: [String] = []

  @Option(help: "The maximum number of places to read from the file.")
  var maxPlaces = PinImport.maxPlaces

  @Option(help: "The port to listen on; 0 takes a free one.")
  var port = 8_080

  @Flag(help: "Allow changes of pins: POST /pins and DELETE /pins/{id}. There is no login.")
  var writable = false

  @Option(help: "The seconds between checks of whether the clusters must be built again.")
  var clusterInterval = 10

  @Flag(help: "Build no clusters: they take about 110 bytes of memory per pin.")
  var noClusters = false

  @Flag(help: "Log each request.")
  var logRequests = false

  @Option(help: "The form of the log: text or json. Without it, text on a terminal.")
  var logFormat: LogFormat?

  @Flag(help: "Stop when standard input ends, as it does when the parent process ends.")
  var untilInputEnds = false

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port: expected a number from 0 to 65535, found \(port)")
    }
    guard (1...86_400).contains(clusterInterval) else {
      throw ValidationError(
        "--cluster-interval: expected 1 to 86400 seconds, found \(clusterInterval)")
    }
    guard maxPlaces > 0 else {
      throw ValidationError("--max-places: expected 1 or more, found \(maxPlaces)")
    }
    guard source != nil || store != nil else {
      throw ValidationError("expected a file of pins or a store, found none")
    }
  }

  func run() async throws {
    // A log without a reader, or at its limit of size, ends no server.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    Self.openStandardStreams()
    let start = ContinuousClock.now
    let (log, output) = (LogStream(STDERR_FILENO), LogStream(STDOUT_FILENO))
    defer {
      log.flush()
      output.flush()
    }
    let format = logFormat ?? LogFormat(for: STDERR_FILENO)
    let logger = Logger(label: "server") { _ in LineLogHandler(stream: log, format: format) }
    var settings = PinServer.Settings()
    let opened: OpenedStore
    do {
      settings.maxConnections = try FreeDescriptors.connections(wanted: settings.maxConnections)
      opened = try OpenedStore(
        source: source, store: store, maxPlaces: maxPlaces, logger: logger)
    } catch {
      log.write(ServiceLog.failure(error))
      throw ExitCode(1)
    }
    defer { opened.close(logger: logger) }
    if writable, ServiceAccess.isOpen(host: host) {
      logger.warning(
        "every client that reaches this address may change the pins: there is no login",
        metadata: ["host": "\(host)"])
    }
    settings.access = ServiceAccess(host: host, names: allowHost, origins: allowOrigin)
    settings.host = host
    settings.port = port
    settings.clusterInterval = noClusters ? nil : clusterInterval
    settings.logsRequests = logRequests
    let service = PinService(opened.store, name: opened.name, allowsChanges: writable)
    let (address, stopsWithInput) = (host, untilInputEnds)
    let name = opened.name
    do {
      let pins = try opened.store.state().pinCount
      try await PinServer(service, settings: settings, logger: logger).run { port in
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        logger.info("started", metadata: ["port": "\(port)", "milliseconds": "\(milliseconds)"])
        let host = address.contains(":") ? "[\(address)]" : address
        let page = "http://\(host):\(port)"
        // A program reads the port behind the last colon.
        output.write(
          LogFormat(for: STDOUT_FILENO) == .text
            ? ServiceLog.start(address: page, pins: pins, source: name)
            : "listening on \(page)")
        // Now the signal is an order, and not the end at once.
        if stopsWithInput { Serve.stopWhenInputEnds() }
      }
    } catch {
      logger.error("stopped", metadata: ["reason": "\(error)"])
      throw ExitCode(1)
    }
    logger.info("stopped")
  }
}

extension Serve {
  /// Opens the standard streams that are closed. Otherwise a connection could get the number of
  /// one, and the log would go to a client.
  private static func openStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = Foundation.open("/dev/null", O_RDWR)
    }
  }

  /// An input that cannot be read has ended.
  private static func stopWhenInputEnds() {
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count > 0 || count < 0 && errno == EINTR { continue }
        guard count < 0, errno == EAGAIN else { break }
        var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, -1)
      }
      // The orderly way: the requests under way are answered.
      kill(getpid(), SIGTERM)
    }
  }
}

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Count everything in a store again. Exit code 2 if a count is wrong.")

  @Argument(help: "A store that 'serve' made.")
  var store: String

  func run() throws {
    let log = LogStream(STDERR_FILENO)
    defer { log.flush() }
    let opened: any PinStore
    do {
      opened = try OpenedStore.open(store)
      let faults = try opened.faults(limit: 20)
      for fault in faults { print(fault) }
      if !faults.isEmpty { throw ExitCode(2) }
      let state = try opened.state()
      print("\(state.pinCount) pins, version \(state.version): every count is right")
    } catch let error as PinStoreError {
      log.write(ServiceLog.failure(error))
      throw ExitCode(1)
    }
  }
}
