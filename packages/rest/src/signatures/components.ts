import {
  type Item,
  isInnerList,
  parseDictionary,
  parseItem,
  parseList,
  serializeByteSequence,
  serializeDictionary,
  serializeInnerList,
  serializeItem,
  serializeList,
} from 'structured-headers'
import { SignatureError } from '../http/errors/signature-error.ts'
import { isResponse, linesOf, type Message, type RequestMessage } from './message.ts'
import { queryParameter, targetOf } from './target.ts'

/** How a header is to be read if it is a structured field (RFC 9651). */
export type FieldType = 'item' | 'list' | 'dictionary'

/** The types of structured fields, for `;sf`. */
export type FieldTypes = Readonly<Record<string, FieldType>>

/** Fields that are often signed and whose type is known. */
const FIELD_TYPES: FieldTypes = {
  'accept-signature': 'dictionary',
  'cache-status': 'list',
  'content-digest': 'dictionary',
  priority: 'dictionary',
  'proxy-status': 'list',
  'repr-digest': 'dictionary',
  signature: 'dictionary',
  'signature-input': 'dictionary',
  'want-content-digest': 'dictionary',
  'want-repr-digest': 'dictionary',
}

/** A component identifier: its name and its parameters. */
export type Component = readonly [name: string, parameters: Item[1]]

/**
 * Reads a component as options write it: a name, or an identifier in the notation of RFC 9421 (2).
 *
 * @throws SignatureError if it is neither
 * @example parseComponent('"@query-param";name="id"')
 */
export function parseComponent(text: string): Component {
  if (!text.startsWith('"')) return checked([text.toLowerCase(), new Map()])
  try {
    return checked(parseItem(text))
  } catch (cause) {
    if (SignatureError.is(cause)) throw cause
    throw new SignatureError('a component is not valid', { fault: 'component', cause })
  }
}

/** Checks an identifier that was received. @throws SignatureError if its name is not text in lower case */
export function checked([name, parameters]: Item): Component {
  if (typeof name === 'string' && /^@?[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name))
    return [name, parameters]
  throw new SignatureError('the name of a component is not valid', { fault: 'component' })
}

/** The identifier as it stands in the signature base. */
export function identifierOf([name, parameters]: Component): string {
  return serializeItem([name, parameters])
}

/** The same text for identifiers that mean the same: the order of parameters makes no difference (RFC 9421, 2). */
export function canonicalOf([name, parameters]: Component): string {
  const sorted = [...parameters].sort(([one], [other]) => (one < other ? -1 : 1))
  return serializeItem([name, new Map(sorted)])
}

/**
 * The value of a component in a message (RFC 9421, 2.1 to 2.4).
 *
 * @throws SignatureError if the message does not have it
 */
export function componentValue(component: Component, message: Message, types: FieldTypes): string {
  const [name, parameters] = component
  const { req, ...own } = Object.fromEntries(parameters)
  const subject = req === undefined ? message : requestOf(message, req)
  const value = name.startsWith('@')
    ? derivedValue(name, own, subject)
    : fieldValue(name, own, subject, types)
  // A line break would let a value look like another component.
  if (/^[\t\x20-\x7e]*$/.test(value)) return value
  throw fault(`the value of ${name} is not ASCII: sign it with ;bs`)
}

function requestOf(message: Message, flag: unknown): RequestMessage {
  if (flag === true && isResponse(message) && message.request !== undefined) return message.request
  throw fault('a component with ;req needs a response with its request')
}

const OF_REQUESTS: Readonly<Record<string, (request: RequestMessage) => string>> = {
  '@method': ({ method }) => method,
  '@scheme': ({ url }) => targetOf(url).scheme,
  '@authority': ({ url }) => targetOf(url).authority,
  '@path': ({ url }) => targetOf(url).path,
  '@query': ({ url }) => targetOf(url).query,
  '@request-target': ({ url }) => {
    const { path, query, hasQuery } = targetOf(url)
    return hasQuery ? path + query : path
  },
  '@target-uri': ({ url }) => {
    const { scheme, authority, path, query, hasQuery } = targetOf(url)
    return `${scheme}://${authority}${path}${hasQuery ? query : ''}`
  },
}

function derivedValue(
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  message: Message,
): string {
  const { name: parameter, ...unknown } = parameters
  if (Object.keys(unknown).length > 0) throw fault(`${name} has a parameter that it cannot have`)
  if (name === '@query-param' && typeof parameter === 'string' && !isResponse(message)) {
    return queryParameter(targetOf(message.url), parameter)
  }
  if (parameter !== undefined) throw fault(`${name} cannot have the parameter name`)
  if (name === '@status' && isResponse(message)) return String(message.statusCode)
  const derive = Object.hasOwn(OF_REQUESTS, name) ? OF_REQUESTS[name] : undefined
  if (derive !== undefined && !isResponse(message)) return derive(message)
  throw fault(`${name} is not a component of this message`)
}

function fieldValue(
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  { headers }: Message,
  types: FieldTypes,
): string {
  const { sf, bs, key, ...unknown } = parameters
  if (Object.keys(unknown).length > 0) {
    throw fault(`${name} has a parameter that is not supported: use sf, bs, key and req`)
  }
  const lines = linesOf(headers, name)
  if (lines === undefined) throw fault(`the header ${name} is missing`)
  if (bs !== undefined) {
    if (bs !== true || sf !== undefined || key !== undefined)
      throw fault(`;bs of ${name} excludes others`)
    return lines.map((line) => serializeByteSequence(Buffer.from(line, 'latin1'))).join(', ')
  }
  const value = lines.join(', ')
  if (key === undefined && sf === undefined) return value
  try {
    return key === undefined ? strict(value, name, types) : member(value, name, key)
  } catch (cause) {
    if (SignatureError.is(cause)) throw cause
    throw fault(`${name} is not a valid structured field`, cause)
  }
}

/** RFC 9421, 2.1.1. */
function strict(value: string, name: string, types: FieldTypes): string {
  const known = { ...FIELD_TYPES, ...types }
  switch (Object.hasOwn(known, name) ? known[name] : undefined) {
    case 'dictionary':
      return serializeDictionary(parseDictionary(value))
    case 'list':
      return serializeList(parseList(value))
    case 'item':
      return serializeItem(parseItem(value))
    default:
      throw fault(`the type of ${name} is not known: set it in fieldTypes`)
  }
}

/** RFC 9421, 2.1.2. */
function member(value: string, name: string, key: unknown): string {
  const found = typeof key === 'string' ? parseDictionary(value).get(key) : undefined
  if (found === undefined) throw fault(`${name} has no member with the key of the component`)
  return isInnerList(found) ? serializeInnerList(found) : serializeItem(found)
}

function fault(message: string, cause?: unknown): SignatureError {
  return new SignatureError(message, { fault: 'component', cause })
}
