/** Holds settings against the schema, and puts each fault into words. */
import { isIP } from 'node:net'
import { Ajv, type ErrorObject } from 'ajv'
import { closestMatch } from 'leven'
import type { Fault } from './file.ts'
import { Settings } from './schema.ts'

interface Format {
  readonly check: (text: string) => boolean
  /** Completes 'must be ...'. */
  readonly wanted: string
}

const FORMATS: Readonly<Record<string, Format>> = {
  origin: {
    check: (text) => URL.canParse(text) && /^https?:\/\//.test(text) && isOrigin(new URL(text)),
    wanted: 'the origin of a website, such as https://hub.example, without a path',
  },
  'page-origin': {
    check: (text) => text === '*' || isPageOrigin(text),
    wanted: 'an origin as browsers send it, such as https://agent.example, or *',
  },
  'postgres-url': {
    check: (text) => /^postgres(ql)?:\/\//.test(text),
    wanted:
      'a URL that begins with postgres:// or postgresql://. Leave it out for the embedded database',
  },
  email: {
    check: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
    wanted: 'an email address, such as ann@shop.example',
  },
  domain: {
    check: (text) => /^[^\s@.]+(\.[^\s@.]+)+$/.test(text),
    wanted: 'a domain, such as shop.example',
  },
  proxy: {
    check: isProxy,
    wanted: 'an address, a network such as 10.0.0.0/8, or loopback, linklocal or uniquelocal',
  },
}

/** What `proxy-addr`, which Fastify asks, understands. */
function isProxy(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', bits] = text.split('/', 2)
  const version = isIP(address)
  return version !== 0 && (bits === undefined || isPrefix(bits, version === 4 ? 32 : 128))
}

function isPrefix(bits: string, most: number): boolean {
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most
}

/** Origins of extensions and apps, such as `chrome-extension://<id>`, are opaque to `URL`. */
function isPageOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  return /^https?:/i.test(text)
    ? new URL(text).origin === text
    : /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/.test(text)
}

function isOrigin(url: URL): boolean {
  return url.href === `${url.origin}/`
}

const ajv = new Ajv({
  allErrors: true,
  // `port: ${PORT}` is text, whatever it holds; one text is a list of one.
  coerceTypes: 'array',
  useDefaults: true,
  verbose: true,
})
for (const [name, { check }] of Object.entries(FORMATS)) ajv.addFormat(name, check)
const validate = ajv.compile<Settings>(Settings)

/** Completes the settings with defaults, in place, and names every fault. */
export function checkSettings(settings: Record<string, unknown>): readonly Fault[] {
  if (validate(settings)) return []
  return (validate.errors ?? []).filter(isCause).map(toFault)
}

/** Whether a fault is not only a repetition of another one. */
function isCause({ keyword }: ErrorObject): boolean {
  return keyword !== 'propertyNames' && keyword !== 'if'
}

function toFault(error: ErrorObject): Fault {
  const { params, parentSchema } = error
  const path = error.instancePath.split('/').slice(1).map(fromPointer)
  switch (error.keyword) {
    case 'required':
      return { path: [...path, params.missingProperty], message: 'is required.' }
    case 'additionalProperties': {
      const name = String(params.additionalProperty)
      const known = Object.keys(parentSchema?.properties ?? {})
      const message = known.length === 0 ? NAME_RULE : `is no setting. ${suggest(name, known)}`
      return { path: [...path, name], message }
    }
    case 'type':
      return { path, message: `must be ${describeType([params.type].flat())}.` }
    case 'enum':
      return { path, message: `must be one of ${params.allowedValues.join(', ')}.` }
    case 'format':
      return { path, message: `must be ${FORMATS[params.format]?.wanted}.` }
    case 'minLength':
      return {
        path,
        message:
          params.limit === 1
            ? 'must not be empty.'
            : `must be at least ${params.limit} characters long.`,
      }
    case 'minimum':
    case 'maximum': {
      const { minimum, maximum } = parentSchema as { minimum: number; maximum: number }
      return { path, message: `must be from ${minimum} to ${maximum}.` }
    }
    case 'exclusiveMinimum':
      return { path, message: `must be more than ${params.limit}.` }
    default:
      return { path, message: `${error.message}.` }
  }
}

const NAME_RULE = 'must have a name of letters, digits, - and _ that begins with a letter.'

const TYPES: Readonly<Record<string, string>> = {
  object: 'a group of settings',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

function describeType(types: readonly string[]): string {
  return types.map((type) => TYPES[type] ?? type).join(' or ')
}

/** Edits up to which a name is taken for a misspelling of another: most typing errors are one or two. */
const MAX_EDITS = 3

function suggest(name: string, known: readonly string[]): string {
  const maxDistance = Math.min(MAX_EDITS, Math.floor(name.length / 2))
  const near = closestMatch(name, known, { maxDistance })
  return near === undefined ? `Known are ${known.join(', ')}.` : `Did you mean ${near}?`
}

/** RFC 6901, section 3; numbers are positions in lists. */
function fromPointer(part: string): string | number {
  const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
  return /^\d+$/.test(name) ? Number(name) : name
}
