/// An array in pages that is cheap to copy: copies share their pages.
///
/// A page belongs to the generation of the array in which it was made, and may be written in that
/// generation only. ``startGeneration(copyingAll:)`` leaves all pages to the copies that exist:
/// from then on, a write to one of these pages copies it first, and the chunk of the directory
/// above it. Elements exist as soon as an element of their page was written; they are blank until
/// they are written themselves.
///
/// Where elements in use are counted, by ``addUse(at:)`` and ``removeUse(at:)``, a page is freed
/// with the last use in it. Pages without a count stay.
///
/// Invariant: only one of an array and its copies is written, and that one has started a generation
/// after the last copy was made of it, unless that copy is gone. The pages of a copy are then never
/// written, and any number of threads may read copies. Chunks and pages own their memory and free
/// it with the last reference; the pointers stored next to the references point into that memory.
struct PagedArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// The value of an element that was not written.
  let blank: Element
  /// A page has 2^this elements.
  private let pageShift: Int
  private let pageMask: Int
  private var chunks: [ChunkEntry] = []
  private var generation = 1

  /// The number of pages.
  private(set) var pageCount = 0
  /// The number of pages that were copied because they were of an earlier generation.
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
  ///
  /// - Parameter copiesAll: Copies every page now: the other copies may be written then as well.
  mutating func startGeneration(copyingAll copiesAll: Bool) {
    generation += 1
    guard copiesAll else { return }
    for chunk in chunks.indices where chunks[chunk].chunk != nil {
      makeChunk(chunk)
      let pages = chunks[chunk].pages.unsafelyUnwrapped
      for page in 0..<Self.chunkLength where pages[page].page != nil { makePage(pages + page) }
    }
  }

  /// The element at an index that is not negative, or `nil` if nothing was written to its page.
  func element(at index: Int) -> Element? {
    let page = index >> pageShift
    let chunk = page >> Self.chunkShift
    guard chunk < chunks.count, let pages = chunks[chunk].pages,
      let elements = pages[page & Self.chunkMask].elements
    else { return nil }
    return elements[index & pageMask]
  }

  /// The address of an element, for reading while this array is neither written nor released; the
  /// rest of its page follows.
  ///
  /// - Precondition: an element of the page was written.
  func pointer(at index: Int) -> UnsafePointer<Element> {
    let elements = entry(at: index).pointee.elements.unsafelyUnwrapped
    return UnsafePointer(elements + (index & pageMask))
  }

  /// The address of an element, for writing; the rest of its page follows. Valid until the
  /// generation ends or the array is released, through writes to other elements too.
  mutating func writablePointer(at index: Int) -> UnsafeMutablePointer<Element> {
    let page = index >> pageShift
    let chunk = page >> Self.chunkShift
    if chunk >= chunks.count || chunks[chunk].generation != generation { makeChunk(chunk) }
    let entry = chunks[chunk].pages.unsafelyUnwrapped + (page & Self.chunkMask)
    if entry.pointee.generation != generation { makePage(entry) }
    return entry.pointee.elements.unsafelyUnwrapped + (index & pageMask)
  }

  /// Counts one more element in use in the page of an element.
  ///
  /// - Precondition: the element was written in this generation.
  mutating func addUse(at index: Int) { entry(at: index).pointee.useCount += 1 }

  /// Counts one element less in use in the page of an element; with the last, the page is freed.
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

  /// A chunk has 128 pages.
  private static var chunkShift: Int { 7 }
  private static var chunkLength: Int { 1 << chunkShift }
  private static var chunkMask: Int { chunkLength - 1 }

  /// The owner of a chunk's memory, and its address, so that reading counts no references.
  private struct ChunkEntry {
    var chunk: Block<PageEntry>?
    var pages: UnsafeMutablePointer<PageEntry>?
    var generation = 0
  }

  private struct PageEntry {
    var page: Block<Element>?
    var elements: UnsafeMutablePointer<Element>?
    var generation = 0
    var useCount = 0
  }

  /// The directory's entry for the page of an element in a chunk that exists.
  private func entry(at index: Int) -> UnsafeMutablePointer<PageEntry> {
    let page = index >> pageShift
    return chunks[page >> Self.chunkShift].pages.unsafelyUnwrapped + (page & Self.chunkMask)
  }

  /// Replaces a chunk of an earlier generation, or none, by one of this generation.
  private mutating func makeChunk(_ number: Int) {
    while number >= chunks.count { chunks.append(ChunkEntry()) }
    let chunk = Block(copying: chunks[number].pages, or: PageEntry(), count: Self.chunkLength)
    chunks[number] = ChunkEntry(chunk: chunk, pages: chunk.contents, generation: generation)
  }

  /// Replaces a page of an earlier generation, or none, by one of this generation.
  private mutating func makePage(_ entry: UnsafeMutablePointer<PageEntry>) {
    let shared = entry.pointee.elements
    let page = Block(copying: shared, or: blank, count: pageMask + 1)
    if shared != nil { pagesCopied += 1 } else { pageCount += 1 }
    entry.pointee = PageEntry(
      page: page, elements: page.contents, generation: generation,
      useCount: entry.pointee.useCount)
  }
}

/// The owner of some memory.
private final class Block<Content> {
  let contents: UnsafeMutablePointer<Content>
  private let count: Int

  /// Memory for a copy of other contents, or for blank ones, at the beginning of a line of the
  /// processor's cache, so that few elements are in two.
  init(copying other: UnsafeMutablePointer<Content>?, or blank: Content, count: Int) {
    self.count = count
    contents = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Content>.stride, alignment: 64
    ).bindMemory(to: Content.self, capacity: count)
    if let other {
      contents.initialize(from: other, count: count)
    } else {
      contents.initialize(repeating: blank, count: count)
    }
  }

  deinit {
    contents.deinitialize(count: count)
    contents.deallocate()
  }
}

/// Slots of equally many elements in pages: slots in use, slots that were given back, and all after
/// the end.
///
/// A slot that was given back begins with the number of the one before it, so that the list needs
/// no other memory.
struct PagedSlots<Element: BitwiseCopyable & Sendable>: Sendable {
  var pages: PagedArray<Element>
  private let length: Int
  /// The number of slots that were ever taken.
  private var end: UInt32 = 0
  /// The slot that was given back last.
  private var firstFree = UInt32.max

  init(of length: Int, blank: Element, pageLength: Int) {
    self.length = length
    pages = PagedArray(blank: blank, pageLength: pageLength)
  }

  /// Takes a slot, and returns its number. Its elements may be written, and are undefined until
  /// then.
  mutating func take() -> UInt32 {
    let slot = firstFree == .max ? end : firstFree
    let elements = UnsafeRawPointer(pages.writablePointer(at: Int(slot) * length))
    if slot == firstFree { firstFree = elements.load(as: UInt32.self) } else { end += 1 }
    return slot
  }

  /// Gives back the slot that begins with an element.
  mutating func give(from index: Int) {
    UnsafeMutableRawPointer(pages.writablePointer(at: index))
      .storeBytes(of: firstFree, as: UInt32.self)
    firstFree = UInt32(index / length)
  }
}
