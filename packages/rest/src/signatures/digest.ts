import { createHash, type Hash, timingSafeEqual } from 'node:crypto'
import { parseDictionary, serializeDictionary } from 'structured-headers'
import { SignatureError } from '../http/errors/signature-error.ts'
import { bytesOf, linesOf, type MessageHeaders } from './message.ts'

/** The algorithms of RFC 9530 (5) that are safe. */
export type DigestAlgorithm = 'sha-256' | 'sha-512'

const HASHES: Readonly<Record<DigestAlgorithm, string>> = {
  'sha-256': 'sha256',
  'sha-512': 'sha512',
}

/**
 * The value of a `Content-Digest` header (RFC 9530, 2): of the content as it is sent, with its content coding.
 *
 * @example contentDigest('{}') // 'sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:'
 */
export function contentDigest(
  body: string | Uint8Array,
  algorithm: DigestAlgorithm = 'sha-256',
): string {
  const digest = createHash(HASHES[algorithm]).update(bytesOf(body)).digest()
  return serializeDictionary({ [algorithm]: digest })
}

/**
 * Checks a body against its `Content-Digest`. Each digest of a safe algorithm must be right, and there must be one.
 *
 * @throws SignatureError with the fault `digest`
 */
export function verifyContentDigest(
  headers: MessageHeaders,
  body: string | Uint8Array | undefined,
): void {
  const check = new DigestCheck(headers)
  check.update(bytesOf(body))
  check.end()
}

/** Checks a body that arrives in pieces. */
export class DigestCheck {
  readonly #expected: { readonly hash: Hash; readonly digest: Uint8Array }[] = []

  /** @throws SignatureError if there is no digest that can be checked */
  constructor(headers: MessageHeaders) {
    for (const [name, [digest]] of parse(linesOf(headers, 'content-digest') ?? [])) {
      if (!Object.hasOwn(HASHES, name)) continue
      if (!(digest instanceof ArrayBuffer)) throw wrong('is not valid')
      const hash = createHash(HASHES[name as DigestAlgorithm])
      this.#expected.push({ hash, digest: new Uint8Array(digest) })
    }
    if (this.#expected.length === 0) throw wrong('has no digest of sha-256 or sha-512')
  }

  update(bytes: Uint8Array): void {
    for (const { hash } of this.#expected) hash.update(bytes)
  }

  /** @throws SignatureError if the body is another */
  end(): void {
    for (const { hash, digest } of this.#expected) {
      const actual = hash.digest()
      const isEqual = actual.byteLength === digest.byteLength && timingSafeEqual(actual, digest)
      if (!isEqual) throw wrong('is not that of the body')
    }
  }
}

function parse(lines: readonly string[]): ReturnType<typeof parseDictionary> {
  try {
    return parseDictionary(lines.join(', '))
  } catch (cause) {
    throw wrong('is not valid', cause)
  }
}

function wrong(problem: string, cause?: unknown): SignatureError {
  return new SignatureError(`the content-digest ${problem}`, { fault: 'digest', cause })
}
