/** Bytes to text. */
import { isAscii, isUtf8 } from 'node:buffer'
import type { CatalogueEncoding } from './types.ts'

/** Characters of text that are handled at once. Input in larger pieces is divided. */
const PIECE = 65_536

/** Recognises the encoding by the first bytes: a byte order mark, the zero bytes of UTF-16, or bytes that are no UTF-8. */
export function recogniseEncoding(head: Uint8Array): CatalogueEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (let at = 0; at < Math.min(head.length, 200); at += 1) {
    if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  }
  const most = Math.min(head.length, 200) / 4
  if ((zeros[1] as number) > most && zeros[0] === 0) return 'utf-16le'
  if ((zeros[0] as number) > most && zeros[1] === 0) return 'utf-16be'
  return isUtf8(head.subarray(0, wholeUtf8(head))) ? 'utf-8' : 'windows-1252'
}

/**
 * Decodes text piece by piece. A file that was recognised as UTF-8 and has only ASCII so far becomes Windows-1252 if other bytes follow:
 * the first letter with an accent may stand anywhere.
 */
export class Decoder {
  encoding: CatalogueEncoding
  readonly #isSaid: boolean
  #decoder: InstanceType<typeof TextDecoder>
  #isAscii = true
  #carry: Uint8Array = new Uint8Array(0)

  constructor(encoding: CatalogueEncoding, isSaid: boolean) {
    this.encoding = encoding
    this.#isSaid = isSaid
    this.#decoder = new TextDecoder(encoding)
  }

  /** Bytes that are invalid become U+FFFD. */
  decode(bytes: Uint8Array, isLast: boolean): string {
    if (this.encoding !== 'utf-8') return this.#decoder.decode(bytes, { stream: !isLast })
    const all = this.#carry.length === 0 ? bytes : Buffer.concat([this.#carry, bytes])
    const end = isLast ? all.length : wholeUtf8(all)
    const whole = all.subarray(0, end)
    if (isAscii(whole) || isUtf8(whole)) {
      this.#isAscii &&= isAscii(whole)
      this.#carry = all.slice(end)
    } else if (this.#isAscii && !this.#isSaid) {
      this.#carry = new Uint8Array(0)
      this.encoding = 'windows-1252'
      this.#decoder = new TextDecoder('windows-1252')
      return this.#decoder.decode(all, { stream: !isLast })
    } else {
      this.#carry = all.slice(end)
    }
    return this.#decoder.decode(whole, { stream: !isLast })
  }
}

/** The length without a character that is cut at the end. */
function wholeUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

/** Bytes in pieces of a bounded size. */
export async function* divide(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
  }
}
