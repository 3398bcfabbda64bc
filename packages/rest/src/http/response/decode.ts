import { Duplex, pipeline, Readable, Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzip,
  inflate,
  inflateRaw,
  zstdDecompress,
} from 'node:zlib'
import type { RawHeaders } from '../message/headers.ts'
import { ZstdFrames } from './zstd-frames.ts'

/** The content codings that are decompressed (RFC 9110, 8.4.1; RFC 7932; RFC 8878). */
export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

/** What a client accepts. Not deflate: servers disagree on its format. */
export const ACCEPTED_ENCODINGS = 'gzip, br, zstd'

/** Servers have no reason to send more layers; compression bombs do. */
const MAX_CODINGS = 2

const NAMES: Readonly<Record<string, Coding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
}

/** The decompressed body would exceed its limit. */
export class DecodedTooLarge extends Error {}

/**
 * The codings of a response in the order in which they were applied; an empty list if there are none.
 * Undefined if one of them is unknown: body and headers are then left as they are.
 *
 * @throws RangeError for more than two.
 */
export function codingsOf(headers: RawHeaders): readonly Coding[] | undefined {
  const value = headers['content-encoding']
  if (value === undefined) return []
  const listed = (typeof value === 'string' ? value : value.join(','))
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (listed.length > MAX_CODINGS) throw new RangeError('more than two content codings')
  const codings = listed.map((name) => NAMES[name])
  return codings.includes(undefined) ? undefined : (codings as Coding[])
}

const runZstd = promisify(zstdDecompress)

async function decodeZstd(bytes: Uint8Array, options: DecodeOptions): Promise<Uint8Array> {
  const frames = new ZstdFrames()
  frames.push(bytes)
  const decoded = await runZstd(bytes, options)
  if (!frames.complete) throw new Error(TRUNCATED_ZSTD)
  return decoded
}

const TRUNCATED_ZSTD = 'unexpected end of zstd data'

const runInflate = promisify(inflate)
const runInflateRaw = promisify(inflateRaw)

/**
 * `deflate` means data with the header of zlib, but some servers leave it out (RFC 9110, 8.4.1.2). Its first byte names the method 8 (RFC
 * 1950); deflate data that begin so would be a stored block with padding that no encoder writes (RFC 1951).
 */
function hasZlibHeader([first = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8
}

async function decodeDeflate(bytes: Uint8Array, options: DecodeOptions): Promise<Uint8Array> {
  return hasZlibHeader(bytes) ? runInflate(bytes, options) : runInflateRaw(bytes, options)
}

interface DecodeOptions {
  readonly maxOutputLength: number
}

const decoders: Readonly<
  Record<Coding, (bytes: Uint8Array, options: DecodeOptions) => Promise<Uint8Array>>
> = {
  gzip: promisify(gunzip),
  deflate: decodeDeflate,
  br: promisify(brotliDecompress),
  zstd: decodeZstd,
}

/**
 * Decompresses a whole body outside of the main thread. Never holds more than `limit` decompressed bytes.
 *
 * @throws DecodedTooLarge above the limit, and the error of zlib for broken input.
 */
export async function decodeBody(
  bytes: Uint8Array,
  codings: readonly Coding[],
  limit: number,
): Promise<Uint8Array> {
  const maxOutputLength = Math.min(limit, 2 ** 31 - 1)
  let decoded = bytes
  for (const coding of codings.toReversed()) {
    try {
      decoded = await decoders[coding](decoded, { maxOutputLength })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ERR_BUFFER_TOO_LARGE') throw new DecodedTooLarge(undefined, { cause: error })
      throw error
    }
  }
  return decoded
}

const streamDecoders: Readonly<Record<Coding, () => Duplex[]>> = {
  gzip: () => [createGunzip()],
  deflate: () => [Duplex.from(inflateStream)],
  br: () => [createBrotliDecompress()],
  zstd: () => [zstdWatch(), createZstdDecompress()],
}

/** Streams that decompress, to be piped through in this order. */
export function createDecoders(codings: readonly Coding[]): Duplex[] {
  return codings.toReversed().flatMap((coding) => streamDecoders[coding]())
}

/** Waits for the first byte, which says how the rest is decompressed. */
async function* inflateStream(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  const { value: first, done } = await chunks.next()
  if (done) return
  const decoder = hasZlibHeader(first) ? createInflate() : createInflateRaw()
  decoder.write(first)
  // The error of the decoder reaches the reader below.
  pipeline(Readable.from({ [Symbol.asyncIterator]: () => chunks }), decoder, () => {})
  yield* decoder
}

/** Passes everything on, and fails at the end if the data are not complete. */
function zstdWatch(): Transform {
  const frames = new ZstdFrames()
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      frames.push(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(frames.complete ? null : new Error(TRUNCATED_ZSTD))
    },
  })
}
