import Foundation
import FuzzTargets

/// Reads one input with the target that the environment names.
@_cdecl("map_pressure_fuzz_one_input")
public func readOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let input = data.map { Data(bytes: $0, count: size) } ?? Data()
  do {
    _ = try chosenTarget.read(input)
  } catch {
    // What the fuzzer takes for a crash: it keeps the input.
    fatalError("\(chosenTarget.name): \(error)")
  }
  return 0
}

private let chosenTarget: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.named(name) else {
    let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
    fatalError("expected the name of a target in FUZZ_TARGET (\(names)), found '\(name)'")
  }
  return target
}()
