import {
  type InnerList,
  type Item,
  isInnerList,
  type Parameters,
  parseDictionary,
} from 'structured-headers'
import { SignatureError } from '../http/errors/signature-error.ts'
import { type Component, checked } from './components.ts'
import { linesOf, type MessageHeaders } from './message.ts'

/** A signature of a message before anything of it is known to be true. */
export interface Candidate {
  readonly label: string
  readonly components: readonly Component[]
  readonly parameters: Parameters
  readonly created: number | undefined
  readonly expires: number | undefined
  readonly nonce: string | undefined
  readonly alg: string | undefined
  readonly keyid: string | undefined
  readonly tag: string | undefined
  readonly signature: Uint8Array
}

/** More are not looked at: each costs a look for a key and a calculation. */
const MAX_CANDIDATES = 8

/** More are refused: each of them may be looked for in the whole query, before it is known who sent the message. */
const MAX_COMPONENTS = 64

/**
 * The signatures of a message (RFC 9421, 4).
 *
 * @throws SignatureError if the headers are not valid, or have none with this label and tag
 */
export function candidatesOf(
  headers: MessageHeaders,
  { label, tag }: { readonly label?: string | undefined; readonly tag?: string | undefined },
): readonly Candidate[] {
  const inputs = dictionaryOf(headers, 'signature-input')
  const signatures = dictionaryOf(headers, 'signature')
  const found = [...inputs]
    .filter(([name]) => label === undefined || name === label)
    .map(([name, input]) => readCandidate(name, input, signatures.get(name)))
    .filter((candidate) => tag === undefined || candidate.tag === tag)
  if (found.length > 0 && found.length <= MAX_CANDIDATES) return found
  const message =
    found.length === 0 ? 'the message has no such signature' : 'the message has too many signatures'
  throw new SignatureError(message, { fault: found.length === 0 ? 'missing' : 'malformed', label })
}

function dictionaryOf(headers: MessageHeaders, name: string): ReturnType<typeof parseDictionary> {
  try {
    return parseDictionary((linesOf(headers, name) ?? []).join(', '))
  } catch (cause) {
    throw new SignatureError(`the header ${name} is not valid`, { fault: 'malformed', cause })
  }
}

function readCandidate(
  label: string,
  input: Item | InnerList,
  signature: Item | InnerList | undefined,
): Candidate {
  const malformed = (problem: string) =>
    new SignatureError(`the signature ${problem}`, { fault: 'malformed', label })
  if (!isInnerList(input)) throw malformed('has no list of components')
  if (!(signature?.[0] instanceof ArrayBuffer)) throw malformed('has no bytes')
  const [items, parameters] = input
  if (items.length > MAX_COMPONENTS) throw malformed('covers too many components')
  const number = (name: string) => {
    const value = parameters.get(name)
    if (value === undefined || Number.isSafeInteger(value)) return value as number | undefined
    throw malformed(`has a parameter ${name} that is not a whole number`)
  }
  const text = (name: string) => {
    const value = parameters.get(name)
    if (value === undefined || typeof value === 'string') return value
    throw malformed(`has a parameter ${name} that is not text`)
  }
  return {
    label,
    components: items.map(checked),
    parameters,
    created: number('created'),
    expires: number('expires'),
    nonce: text('nonce'),
    alg: text('alg'),
    keyid: text('keyid'),
    tag: text('tag'),
    signature: new Uint8Array(signature[0]),
  }
}
