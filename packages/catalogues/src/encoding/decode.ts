/** Bytes to text. */
import { isAscii, isUtf8 } from 'node:buffer'
import { CatalogueError } from '../errors.ts'
import type { CatalogueEncoding, ReadCatalogueOptions } from '../types.ts'
import { findEncoding, unclearEncoding } from './guess.ts'
import { isWestern } from './western.ts'

/** Characters of text that are handled at once. Input in larger pieces is divided. */
const PIECE = 65_536

/**
 * Recognises the encoding by the first bytes: a byte order mark, the zero bytes of UTF-16, then what the sender and an XML declaration
 * say (RFC 7303 section 3), UTF-8, and Windows-1252 if the text can be of western Europe.
 *
 * @throws CatalogueError `CATALOGUE_ENCODING_UNKNOWN` with what the first line would be in the likely encodings
 */
export function recogniseEncoding(
  head: Uint8Array,
  { encoding, charset }: Pick<ReadCatalogueOptions, 'encoding' | 'charset'>,
): CatalogueEncoding {
  if (encoding !== undefined) return findEncoding(encoding) ?? 'utf-8'
  const marked = byMarkOrZeros(head)
  if (marked !== undefined) return marked
  const declared = charset ?? xmlEncoding(head)
  const isValidUtf8 = isUtf8(head.subarray(0, wholeUtf8(head)))
  if (declared === undefined) return isValidUtf8 ? 'utf-8' : asWestern(head)
  const named = findEncoding(declared)
  if (named !== undefined) return checkDeclared(head, declared, named, isValidUtf8)
  const origin = charset === undefined ? '' : ', the charset of the content type,'
  throw unclearEncoding(head, `The encoding ${JSON.stringify(declared)}${origin} is not known`)
}

function byMarkOrZeros(head: Uint8Array): CatalogueEncoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (let at = 0; at < Math.min(head.length, 200); at += 1) {
    if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  }
  const most = Math.min(head.length, 200) / 4
  if ((zeros[1] as number) > most && zeros[0] === 0) return 'utf-16le'
  if ((zeros[0] as number) > most && zeros[1] === 0) return 'utf-16be'
  return undefined
}

function xmlEncoding(head: Uint8Array): string | undefined {
  const start = Buffer.from(head.subarray(0, 200)).toString('latin1')
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]
}

function checkDeclared(
  head: Uint8Array,
  declared: string,
  encoding: CatalogueEncoding,
  isValidUtf8: boolean,
): CatalogueEncoding {
  if (encoding === 'utf-8' ? !isValidUtf8 : isValidUtf8 && !isAscii(head)) {
    if (!isPlainInUtf8(encoding)) {
      throw unclearEncoding(head, `The file is not written in ${declared}, as it says`)
    }
  }
  return encoding === 'windows-1252' ? asWestern(head) : encoding
}

/** Files in these encodings can be valid UTF-8 with other letters, or are ASCII throughout. */
function isPlainInUtf8(encoding: CatalogueEncoding): boolean {
  return encoding === 'iso-2022-jp' || encoding === 'utf-16le' || encoding === 'utf-16be'
}

/** Windows-1252, if the text can be of a language that is written in it. */
function asWestern(bytes: Uint8Array): 'windows-1252' {
  if (!isWestern(new TextDecoder('windows-1252').decode(bytes))) {
    throw unclearEncoding(bytes, 'The encoding of the file is not clear')
  }
  return 'windows-1252'
}

/**
 * Decodes text piece by piece. A file that was recognised as UTF-8 and has only ASCII so far becomes Windows-1252 if other bytes follow:
 * the first letter with an accent may stand anywhere.
 */
export class Decoder {
  encoding: CatalogueEncoding
  readonly #isGiven: boolean
  #decoder: InstanceType<typeof TextDecoder>
  #isAscii = true
  #carry: Uint8Array = new Uint8Array(0)

  /** @param isGiven whether the options name the encoding */
  constructor(encoding: CatalogueEncoding, isGiven: boolean) {
    this.encoding = encoding
    this.#isGiven = isGiven
    this.#decoder = new TextDecoder(encoding, { fatal: true })
  }

  /** @throws CatalogueError `CATALOGUE_ENCODING_UNKNOWN` for bytes that are no text in the encoding */
  decode(bytes: Uint8Array, isLast: boolean): string {
    if (this.encoding !== 'utf-8') return this.#decode(bytes, isLast)
    const all = this.#carry.length === 0 ? bytes : Buffer.concat([this.#carry, bytes])
    const end = isLast ? all.length : wholeUtf8(all)
    const whole = all.subarray(0, end)
    if (!isAscii(whole) && !isUtf8(whole) && this.#isAscii && !this.#isGiven) {
      this.#carry = new Uint8Array(0)
      this.encoding = asWestern(all)
      this.#decoder = new TextDecoder(this.encoding, { fatal: true })
      return this.#decode(all, isLast)
    }
    this.#isAscii &&= isAscii(whole)
    this.#carry = all.slice(end)
    return this.#decode(whole, isLast)
  }

  #decode(bytes: Uint8Array, isLast: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream: !isLast })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      const problem = `The file is not written in ${this.encoding}`
      if (bytes.length > 0) throw unclearEncoding(bytes, problem)
      const message = `${problem}: it ends within a character.`
      throw new CatalogueError('CATALOGUE_ENCODING_UNKNOWN', message, { cause: error })
    }
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
