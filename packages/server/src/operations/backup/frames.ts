/**
 * The format of a backup: gzip (RFC 1952) over frames. A frame is its kind, the length of its content as 32 bits, and the content.
 * The last frame is the SHA-256 of all bytes before it, so that a cut or changed file is recognised.
 */
import { createHash, type Hash } from 'node:crypto'
import { BackupError } from './backup-error.ts'

/** Kinds of frames. `table` begins the rows of a table, which follow as `data` in the text format of `COPY`. */
export const KINDS = { header: 1, table: 2, data: 3, sums: 4, end: 5 } as const
export type FrameKind = keyof typeof KINDS

const NAMES = Object.keys(KINDS) as FrameKind[]

/** Bytes before the content. */
const PREFIX = 5

/** More than PostgreSQL sends at once. Larger lengths come from a damaged file. */
const MAX_LENGTH = 1 << 28

export interface Frame {
  readonly kind: FrameKind
  readonly content: Buffer
}

/** Encodes frames, and adds up their checksum. */
export class FrameWriter {
  readonly #hash: Hash = createHash('sha256')

  encode(kind: FrameKind, content: Buffer): Buffer {
    const prefix = Buffer.alloc(PREFIX)
    prefix.writeUInt8(KINDS[kind])
    prefix.writeUInt32BE(content.length, 1)
    const frame = Buffer.concat([prefix, content])
    this.#hash.update(frame)
    return frame
  }

  json(kind: FrameKind, value: unknown): Buffer {
    return this.encode(kind, Buffer.from(JSON.stringify(value)))
  }

  /** The last frame. */
  end(): Buffer {
    return this.encode('end', this.#hash.copy().digest())
  }
}

/**
 * Reads frames from unzipped chunks, and checks the last one.
 *
 * @throws BackupError `BACKUP_DAMAGED`
 */
export async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const hash = createHash('sha256')
  let hasEnded = false
  for await (const { kind, content, bytes } of splitFrames(chunks)) {
    if (hasEnded) throw damaged('there is data after its end')
    hasEnded = kind === 'end'
    if (!hasEnded) hash.update(bytes)
    else if (!hash.digest().equals(content)) throw damaged('its checksum differs')
    yield { kind, content }
  }
  if (!hasEnded) throw damaged('its end is missing')
}

interface EncodedFrame extends Frame {
  readonly bytes: Buffer
}

async function* splitFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<EncodedFrame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let frame = takeFrame(rest); frame !== undefined; frame = takeFrame(rest)) {
      rest = rest.subarray(frame.bytes.length)
      yield frame
    }
  }
  if (rest.length > 0) throw damaged('its end is missing')
}

function takeFrame(bytes: Buffer): EncodedFrame | undefined {
  if (bytes.length < PREFIX) return undefined
  const kind = NAMES.find((name) => KINDS[name] === bytes[0])
  const length = bytes.readUInt32BE(1)
  if (kind === undefined || length > MAX_LENGTH) throw damaged('it contains unknown data')
  if (bytes.length < PREFIX + length) return undefined
  const end = PREFIX + length
  return { kind, content: bytes.subarray(PREFIX, end), bytes: bytes.subarray(0, end) }
}

export function damaged(reason: string, cause?: unknown): BackupError {
  return new BackupError(
    'BACKUP_DAMAGED',
    `The file is not a complete backup: ${reason}. Nothing was changed. Use another copy of it.`,
    { cause },
  )
}
