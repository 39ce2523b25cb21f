import Foundation

enum ProbeError: Error {
  case unknownCase
}

/// The cases that the probe can run; the numbers are the case's own.
enum ProbeCase: String {
  case blocks, arrays, allocateAndFree, reallocate, peak, sawtooth, liveBytes
  case emptyStretches, systemCalls, workload
  case threadEnded, threadRunning, threadTransient, threadFreeing, threadIdle
  case readOnAnotherThread
  case resident

  func lines(_ numbers: [Int]) throws -> [String] {
    switch self {
    case .blocks: try encoded(BlockCases.blocks(ofSizes: numbers))
    case .arrays: try encoded(BlockCases.arrays(ofCapacities: numbers))
    case .allocateAndFree: try encoded([BlockCases.allocateAndFree(numbers[0], size: numbers[1])])
    case .reallocate: try encoded([BlockCases.reallocate(from: numbers[0], to: numbers[1])])
    case .peak: try encoded([BlockCases.peak(blocks: numbers[0], size: numbers[1])])
    case .sawtooth: try encoded([BlockCases.sawtooth(teeth: numbers[0], size: numbers[1])])
    case .liveBytes: try encoded([BlockCases.live(blocks: numbers[0], size: numbers[1])])
    case .emptyStretches: try encoded(StretchCases.empty(times: numbers[0]))
    case .systemCalls: try encoded(StretchCases.systemCalls(times: numbers[0]))
    case .workload: try encoded(StretchCases.workload(times: numbers[0]))
    case .threadEnded: try encoded([ThreadCases.ended(blocks: numbers[0], size: numbers[1])])
    case .threadRunning: try encoded([ThreadCases.running(blocks: numbers[0], size: numbers[1])])
    case .threadTransient: try encoded([ThreadCases.transient(size: numbers[0])])
    case .threadFreeing: try encoded([ThreadCases.freeing(size: numbers[0])])
    case .threadIdle: try encoded([ThreadCases.running(blocks: 0, size: 0)])
    case .readOnAnotherThread: [try ThreadCases.readOnAnotherThread()]
    case .resident: try encoded(ResidentCases.touch(bytes: numbers[0]))
    }
  }

  private func encoded(_ values: [some Encodable]) throws -> [String] {
    try values.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
  }
}
