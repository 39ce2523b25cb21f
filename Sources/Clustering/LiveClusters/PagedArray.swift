/// An array in pages, of which a copy costs next to nothing: copies share their pages.
///
/// A page belongs to the generation of the array in which it was made, and may be written to in
/// that generation only. ``startGeneration()`` gives what there is to the copies that exist: from
/// then on, a write to one of these pages makes a copy of it first, and of the chunk of the
/// directory above it. Elements exist as soon as an element of their page was written to; they are
/// blank until they are written themselves.
///
/// Who counts the elements in use, by ``addUse(at:)`` and ``removeUse(at:)``, gets the memory of a
/// page back with the last use in it. Pages without a count stay.
///
/// Invariant: of an array and its copies one only is written to, and that one has started a
/// generation after the last copy was made of it, unless that copy is gone. What a copy sees is
/// then never written to, and copies may be read by any number of threads.
struct PagedArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// What is in an element that was not written.
  let blank: Element
  /// A page has 2^this elements.
  private let pageShift: Int
  private let pageMask: Int
  private var chunks: [ChunkEntry] = []
  private var generation = 1

  /// How many pages exist.
  private(set) var pageCount = 0
  /// How many pages were ever copied because they were of an earlier generation.
  private(set) var pagesCopied = 0

  /// - Parameter pageLength: The number of elements of a page, a power of two.
  init(blank: Element, pageLength: Int) {
    precondition(
      pageLength > 0 && pageLength & (pageLength - 1) == 0, "a page's length is a power of two")
    self.blank = blank
    pageShift = pageLength.trailingZeroBitCount
    pageMask = pageLength - 1
  }

  /// Leaves all pages to the copies of this array, see the invariant.
  mutating func startGeneration() { generation += 1 }

  /// Makes every page this array's own: the copies may be written to as well then.
  mutating func copyAllPages() {
    startGeneration()
    for chunk in chunks.indices where chunks[chunk].chunk != nil {
      makeChunk(chunk)
      let pages = chunks[chunk].pages.unsafelyUnwrapped
      for page in 0..<Self.chunkLength where pages[page].page != nil { makePage(pages + page) }
    }
  }

  /// The element at an index that is not negative, or `nil` where nothing was written to its page.
  func element(at index: Int) -> Element? {
    let page = index >> pageShift
    let chunk = page >> Self.chunkShift
    guard chunk < chunks.count, let pages = chunks[chunk].pages,
      let elements = pages[page & Self.chunkMask].elements
    else { return nil }
    return elements[index & pageMask]
  }

  /// Where an element is, for reading while this array is neither written to nor released; the
  /// rest of its page follows.
  ///
  /// - Precondition: something was written to the page.
  func pointer(at index: Int) -> UnsafePointer<Element> {
    let page = index >> pageShift
    let pages = chunks[page >> Self.chunkShift].pages.unsafelyUnwrapped
    let elements = pages[page & Self.chunkMask].elements.unsafelyUnwrapped
    return UnsafePointer(elements + (index & pageMask))
  }

  /// Where an element is, for writing; the rest of its page follows. Valid until the generation
  /// ends or the array is released, through writes to other elements too.
  mutating func writablePointer(at index: Int) -> UnsafeMutablePointer<Element> {
    let page = index >> pageShift
    let chunk = page >> Self.chunkShift
    if chunk >= chunks.count || chunks[chunk].generation != generation { makeChunk(chunk) }
    let entry = chunks[chunk].pages.unsafelyUnwrapped + (page & Self.chunkMask)
    if entry.pointee.generation != generation { makePage(entry) }
    return entry.pointee.elements.unsafelyUnwrapped + (index & pageMask)
  }

  /// Notes that one more element is in use in the page of an element.
  ///
  /// - Precondition: the element was written in this generation.
  mutating func addUse(at index: Int) {
    entry(at: index).pointee.useCount += 1
  }

  /// Notes that one element less is in use in the page of an element; with the last, the page is
  /// as though nothing was ever written to it.
  ///
  /// - Precondition: an element of the page is in use.
  mutating func removeUse(at index: Int) {
    let chunk = (index >> pageShift) >> Self.chunkShift
    if chunks[chunk].generation != generation { makeChunk(chunk) }
    let entry = entry(at: index)
    entry.pointee.useCount -= 1
    guard entry.pointee.useCount == 0 else { return }
    entry.pointee = PageEntry()
    pageCount -= 1
    let pages = chunks[chunk].pages.unsafelyUnwrapped
    if (0..<Self.chunkLength).allSatisfy({ pages[$0].page == nil }) { chunks[chunk] = ChunkEntry() }
  }

  /// Calls `body` with the indexes of every page that exists, in their order.
  func forEachPage(_ body: (Range<Int>) -> Void) {
    for chunk in chunks.indices {
      guard let pages = chunks[chunk].pages else { continue }
      for page in 0..<Self.chunkLength where pages[page].page != nil {
        let start = (chunk << Self.chunkShift | page) << pageShift
        body(start..<(start + pageMask + 1))
      }
    }
  }

  /// The memory of the pages and of their directory, in bytes.
  var byteCount: Int {
    let chunkCount = chunks.count { $0.chunk != nil }
    return pageCount * (MemoryLayout<Element>.stride << pageShift)
      + chunkCount * Self.chunkLength * MemoryLayout<PageEntry>.stride
      + chunks.count * MemoryLayout<ChunkEntry>.stride
  }
}

extension PagedArray {
  /// A chunk has 128 pages.
  private static var chunkShift: Int { 7 }
  private static var chunkLength: Int { 1 << chunkShift }
  private static var chunkMask: Int { chunkLength - 1 }

  /// Who owns the memory of a chunk, and where it is, so that reading counts no references.
  private struct ChunkEntry {
    var chunk: Chunk?
    var pages: UnsafeMutablePointer<PageEntry>?
    var generation = 0
  }

  private struct PageEntry {
    var page: Page?
    var elements: UnsafeMutablePointer<Element>?
    var generation = 0
    var useCount = 0
  }

  /// What the directory has of the page of an element in a chunk that exists.
  private func entry(at index: Int) -> UnsafeMutablePointer<PageEntry> {
    let page = index >> pageShift
    return chunks[page >> Self.chunkShift].pages.unsafelyUnwrapped + (page & Self.chunkMask)
  }

  /// Puts a chunk of this generation where one of an earlier generation was, or none.
  private mutating func makeChunk(_ number: Int) {
    while number >= chunks.count { chunks.append(ChunkEntry()) }
    let chunk = Chunk(copying: chunks[number].chunk)
    chunks[number] = ChunkEntry(chunk: chunk, pages: chunk.pages, generation: generation)
  }

  /// Puts a page of this generation where one of an earlier generation was, or none.
  private mutating func makePage(_ entry: UnsafeMutablePointer<PageEntry>) {
    let page = Page(length: pageMask + 1)
    if let shared = entry.pointee.elements {
      page.elements.initialize(from: shared, count: pageMask + 1)
      pagesCopied += 1
    } else {
      page.elements.initialize(repeating: blank, count: pageMask + 1)
      pageCount += 1
    }
    entry.pointee = PageEntry(
      page: page, elements: page.elements, generation: generation,
      useCount: entry.pointee.useCount)
  }

  private final class Chunk {
    let pages: UnsafeMutablePointer<PageEntry>

    init(copying other: Chunk?) {
      pages = .allocate(capacity: chunkLength)
      if let other {
        pages.initialize(from: other.pages, count: chunkLength)
      } else {
        pages.initialize(repeating: PageEntry(), count: chunkLength)
      }
    }

    deinit {
      pages.deinitialize(count: chunkLength)
      pages.deallocate()
    }
  }

  private final class Page {
    let elements: UnsafeMutablePointer<Element>

    init(length: Int) {
      elements = .allocate(capacity: length)
    }

    deinit { elements.deallocate() }
  }
}

/// Which of a row of equal slots are free: those given back, and all after the end.
///
/// A free slot holds the number of the next free one, so that the list needs no memory of its own.
struct SlotNumbers: Sendable {
  /// How many slots were ever taken.
  private(set) var end: UInt32
  /// The slot that was given back last.
  private(set) var firstFree: UInt32?

  private static let none = UInt32.max

  init(used count: UInt32) {
    end = count
  }

  /// Takes ``firstFree``, or a new slot where there is none.
  ///
  /// - Parameter content: What the free slot holds.
  mutating func take(holding content: UInt32?) -> UInt32 {
    guard let free = firstFree else {
      end += 1
      return end - 1
    }
    firstFree = content == Self.none ? nil : content
    return free
  }

  /// Gives a slot back. Returns what it must hold until it is taken again.
  mutating func give(_ slot: UInt32) -> UInt32 {
    defer { firstFree = slot }
    return firstFree ?? Self.none
  }
}
