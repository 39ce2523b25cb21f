import ArgumentParser
import Foundation
import Logging
import PinServer
import PinService
import PinStorage

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

  @Option(help: "Where the store of the file's pins is kept. Without it, it is temporary.")
  var store: String?

  @Option(help: "The address to listen to. Others than loopback let the whole network in.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen to; 0 takes a free one.")
  var port = 8_080

  @Flag(help: "Take changes of pins: POST /pins and DELETE /pins/{id}. There is no login.")
  var writable = false

  @Option(help: "The seconds between two looks whether the clusters must be built again.")
  var clusterInterval = 10

  @Flag(help: "Build no clusters: they take about 110 bytes of memory a pin.")
  var noClusters = false

  @Flag(help: "Log each request.")
  var logRequests = false

  @Flag(help: "Stop when the standard input ends, as it does when the process that holds it dies.")
  var untilInputEnds = false

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port: expected a number from 0 to 65535, found \(port)")
    }
    guard (1...86_400).contains(clusterInterval) else {
      throw ValidationError(
        "--cluster-interval: expected 1 to 86400 seconds, found \(clusterInterval)")
    }
    guard source != nil || store != nil else {
      throw ValidationError("expected a file of pins or a store, found none")
    }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    let start = ContinuousClock.now
    let logger = Logger(label: "server") { _ in JSONLogHandler() }
    let opened = try OpenedStore(source: source, store: store, logger: logger)
    defer { opened.close(logger: logger) }
    var settings = PinServer.Settings()
    settings.host = host
    settings.port = port
    settings.clusterInterval = noClusters ? nil : clusterInterval
    settings.logsRequests = logRequests
    let service = PinService(opened.store, allowsChanges: writable)
    if untilInputEnds { Self.stopWhenInputEnds() }
    let address = host
    do {
      try await PinServer(service, settings: settings, logger: logger).run { port in
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        logger.info("started", metadata: ["port": "\(port)", "milliseconds": "\(milliseconds)"])
        let host = address.contains(":") ? "[\(address)]" : address
        FileHandle.standardOutput.write(
          Data("listening on http://\(host):\(port)\n".utf8))
      }
    } catch {
      logger.error("stopped", metadata: ["reason": "\(error)"])
      throw ExitCode(1)
    }
    logger.info("stopped")
  }
}

extension Serve {
  private static func stopWhenInputEnds() {
    Thread.detachNewThread {
      while !FileHandle.standardInput.availableData.isEmpty {}
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
    let opened: any PinStore
    do {
      opened = try OpenedStore.open(store)
      let faults = try opened.faults(limit: 20)
      let state = try opened.state()
      for fault in faults { print(fault) }
      if !faults.isEmpty { throw ExitCode(2) }
      print("\(state.pinCount) pins, version \(state.version): every count is right")
    } catch let error as PinStoreError {
      FileHandle.standardError.write(Data("mappressure-server: \(error)\n".utf8))
      throw ExitCode(1)
    }
  }
}
