import type { BareItem } from 'structured-headers'
import { parseDictionary, serializeByteSequence } from 'structured-headers'
import { SignatureError } from '../http/errors/signature-error.ts'
import { serializeParameters, signatureBase } from './base.ts'
import { type FieldTypes, parseComponent } from './components.ts'
import { contentDigest, type DigestAlgorithm } from './digest.ts'
import type { SigningKey } from './keys.ts'
import { isResponse, linesOf, type Message } from './message.ts'

/** Options of {@link signMessage}. */
export interface SignOptions {
  readonly key: SigningKey
  /** The name of the signature in the headers. @default 'sig1' */
  readonly label?: string
  /**
   * What is signed: names of headers and derived components, or identifiers with parameters such as `"@query-param";name="id"`. With
   * `content-digest`, the header is added.
   * @default `@method` and `@target-uri` of requests, `@status` of responses; `content-digest` and `content-type` if there is a body, and
   *   `authorization` if there is one; of responses with a `request` also its `@method` and `@target-uri`, with `;req`
   */
  readonly components?: readonly string[]
  /** Seconds until the signature expires. @default it has no end of its own */
  readonly expiresIn?: number
  /** Returns a value that is used once; `false` leaves it out. @default a random UUID */
  readonly nonce?: (() => string) | false
  /** Names the application. @default none */
  readonly tag?: string
  /** Names the algorithm in the signature. Verifiers should know it from the key. @default false */
  readonly alg?: boolean
  /** @default 'sha-256' */
  readonly digest?: DigestAlgorithm
  /** Types of structured fields, for components with `;sf`. */
  readonly fieldTypes?: FieldTypes
  /** Returns the time in ms since 1970. @default Date.now */
  readonly now?: () => number
}

/** Headers to set on the message. */
export interface SignatureHeaders {
  readonly 'signature-input': string
  readonly signature: string
  readonly 'content-digest'?: string
}

/**
 * Signs a message (RFC 9421, 3.1) and returns the headers to set on it. Other signatures that it has are kept in them. `content-digest` (RFC
 * 9530) is computed from the body, unless the message has one.
 *
 * @throws SignatureError if the message lacks a component or has a signature with this label; and what the key throws.
 * @example const headers = await signMessage({ method: 'POST', url, headers: {}, body }, { key })
 */
export async function signMessage(
  message: Message,
  options: SignOptions,
): Promise<SignatureHeaders> {
  const { key, label = 'sig1', fieldTypes } = options
  const components = (options.components ?? defaultComponents(message)).map(parseComponent)
  const lacksDigest = linesOf(message.headers, 'content-digest') === undefined
  const own = components.some(
    ([name, parameters]) => name === 'content-digest' && !parameters.has('req'),
  )
  const added = lacksDigest &&
    own && { 'content-digest': contentDigest(message.body ?? '', options.digest) }
  const complete = added ? { ...message, headers: { ...message.headers, ...added } } : message
  const parameters = parametersOf(options)
  const base = signatureBase(complete, components, parameters, fieldTypes)
  const signature = await key.sign(base)
  const input = serializeParameters(components, parameters)
  return {
    ...added,
    'signature-input': appended(message, 'signature-input', label, input),
    signature: appended(message, 'signature', label, serializeByteSequence(signature)),
  }
}

function defaultComponents(message: Message): string[] {
  const ofResponse = isResponse(message) && message.request !== undefined
  const present = (name: string) => (linesOf(message.headers, name) === undefined ? [] : [name])
  return [
    ...(isResponse(message) ? ['@status'] : ['@method', '@target-uri']),
    ...(ofResponse ? OF_THE_REQUEST : []),
    ...present('authorization'),
    ...(hasBody(message) ? ['content-digest'] : present('content-digest')),
    ...(hasBody(message) ? present('content-type') : []),
  ]
}

/** What binds a response to its request (RFC 9421, 2.4). */
export const OF_THE_REQUEST: readonly string[] = ['"@method";req', '"@target-uri";req']

/** True for a message with content. */
export function hasBody({ body }: Message): boolean {
  return body !== undefined && body.length > 0
}

/** In the order of the examples of RFC 9421. */
function parametersOf(options: SignOptions): Map<string, BareItem> {
  const { key, expiresIn, nonce = () => crypto.randomUUID(), tag, alg = false } = options
  const created = Math.floor((options.now ?? Date.now)() / 1_000)
  const entries: [string, BareItem | undefined][] = [
    ['created', created],
    ['expires', expiresIn === undefined ? undefined : created + Math.ceil(expiresIn)],
    ['nonce', nonce === false ? undefined : nonce()],
    ['alg', alg ? key.algorithm : undefined],
    ['keyid', key.keyid],
    ['tag', tag],
  ]
  return new Map(entries.filter((entry): entry is [string, BareItem] => entry[1] !== undefined))
}

/** A dictionary with one more member. The others stay as they are written, since they may be signed. */
function appended({ headers }: Message, name: string, label: string, value: string): string {
  const lines = linesOf(headers, name) ?? []
  const known = lines.join(', ')
  try {
    if (parseDictionary(known).has(label)) throw new Error('the label is used')
    return [...lines, `${label}=${value}`].join(', ')
  } catch (cause) {
    const message = `the message has a ${name} header that cannot take the signature`
    throw new SignatureError(message, { fault: 'malformed', label, cause })
  }
}
