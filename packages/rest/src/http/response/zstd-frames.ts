/**
 * Follows the frames of a zstd stream (RFC 8878, 3.1) without decoding them, to find out whether the stream
 * is complete. Node 22 accepts a truncated stream as complete.
 */
export class ZstdFrames {
  #state: State = 'magic'
  /** Bytes of the field that is being read, as a little-endian number, and how many are missing. */
  #value = 0
  #read = 0
  #missing = 4
  #hasChecksum = false
  #lastBlock = false
  #frames = 0

  /** Reads the next piece. Does not report broken input: the decoder does. */
  push(piece: Uint8Array): void {
    let offset = 0
    while (offset < piece.byteLength) {
      if (this.#state === 'skip') {
        const skipped = Math.min(this.#missing, piece.byteLength - offset)
        this.#missing -= skipped
        offset += skipped
      } else {
        this.#value += (piece[offset] ?? 0) * 2 ** (8 * this.#read)
        this.#read += 1
        this.#missing -= 1
        offset += 1
      }
      while (this.#missing === 0) this.#advance()
    }
  }

  /** True at the end of a frame. Anywhere else, and before the first frame, the stream is truncated. */
  get complete(): boolean {
    return this.#state === 'magic' && this.#read === 0 && this.#frames > 0
  }

  #advance(): void {
    const value = this.#value
    switch (this.#state) {
      case 'magic':
        if (isSkippable(value)) this.#expect('skippable size', 4)
        else this.#expect('descriptor', 1)
        return
      case 'skippable size':
        this.#lastBlock = true
        this.#hasChecksum = false
        this.#expect('skip', value)
        return
      case 'descriptor':
        this.#hasChecksum = (value & 0b100) !== 0
        this.#lastBlock = false
        this.#expect('skip', headerSize(value))
        return
      case 'block header':
        this.#lastBlock = (value & 1) === 1
        // A block of type 1 (run length) takes one byte, whatever its size says.
        this.#expect('skip', ((value >> 1) & 3) === 1 ? 1 : value >> 3)
        return
      case 'skip':
        if (!this.#lastBlock) this.#expect('block header', 3)
        else if (this.#hasChecksum) {
          this.#hasChecksum = false
          this.#expect('skip', 4)
        } else {
          this.#frames += 1
          this.#expect('magic', 4)
        }
    }
  }

  #expect(state: State, bytes: number): void {
    this.#state = state
    this.#missing = bytes
    this.#value = 0
    this.#read = 0
  }
}

type State = 'magic' | 'skippable size' | 'descriptor' | 'block header' | 'skip'

/** 0x184D2A50 to 0x184D2A5F. */
function isSkippable(magic: number): boolean {
  return magic >= 0x184d2a50 && magic <= 0x184d2a5f
}

/** Size of what follows the descriptor: window, dictionary id and content size (3.1.1.1). */
function headerSize(descriptor: number): number {
  const singleSegment = (descriptor >> 5) & 1
  const window = 1 - singleSegment
  const dictionaryId = [0, 1, 2, 4][descriptor & 3] ?? 0
  const contentSize = [singleSegment, 2, 4, 8][descriptor >> 6] ?? 0
  return window + dictionaryId + contentSize
}
