/** The reason of a refused call as it is stored: without secrets, and of a bounded size. Pure. */
import type { Problem } from '../http/problem.ts'
import type { Issue } from '../shared/errors.ts'
import { storable } from '../shared/storable.ts'

/** What a caller is told, and what was called. */
export interface Reason {
  /** The path that was called, without its query. */
  readonly path: string
  readonly detail: string
  /** The first issues of the input. */
  readonly errors: readonly Issue[]
  /** How many issues the answer had. */
  readonly errorCount: number
  readonly requestId: string
}

/** Issues that are stored. */
const MAX_ERRORS = 20

/** Characters that are stored of each text. */
const MAX = { path: 500, detail: 1_000, pointer: 200, message: 500 }

/** Longer texts are cut before they are searched, so that a long one costs little. What is cut off is never stored. */
const MAX_SEARCHED = 4 * MAX.detail

/** Makes the reason of a call. `secrets` are the values that the call has sent as secrets. */
export function reasonOf(
  problem: Pick<Problem, 'detail' | 'errors' | 'requestId'>,
  url: string,
  secrets: readonly string[],
): Reason {
  const { detail, errors = [], requestId } = problem
  const redact = redactor(secrets)
  const text = (value: string, length: number) => cut(redact(value.slice(0, MAX_SEARCHED)), length)
  return {
    path: text(readable(url.split('?', 1)[0] ?? ''), MAX.path),
    detail: text(detail, MAX.detail),
    errors: errors.slice(0, MAX_ERRORS).map(({ path, message }) => ({
      path: text(path, MAX.pointer),
      message: text(message, MAX.message),
    })),
    errorCount: errors.length,
    requestId: text(requestId, MAX.path),
  }
}

/** Decoded, because a secret in a path is recognised only so. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function cut(text: string, length: number): string {
  return storable(text.length > length ? `${text.slice(0, length - 1)}…` : text)
}

/** What is stored in place of a secret. */
const REDACTED = '[redacted]'

/** How secrets look, wherever they stand. The group, if there is one, is kept. */
const PATTERNS: readonly RegExp[] = [
  // Keys of the API, secrets of webhooks, tokens in the form of a JWT.
  /()\bent_[mc][0-9]+_[\w-]*/g,
  /()\bwhsec_[\w+/=-]*/g,
  /()\beyJ[\w-]{5,}(?:\.[\w-]*)*/g,
  // User and password of a URL. In a JSON pointer, a slash is written as `~1`.
  /(\b[a-z][a-z0-9+.-]{0,30}:(?:\/|~1){2})[^\s/@?#]{1,500}(?=@)/gi,
  /(\b(?:basic|bearer|digest|apikey)\s+)[\w.~+/=-]{6,}/gi,
  // What is named as a secret: `password=...`, `"token": "..."`.
  /((?:api[_-]?key|secret|passw(?:or)?d|passphrase|token|credential|authorization|signature|cookie)\w{0,20}["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"'&,;}]+/gi,
]

/** What can be a random text. */
const LONG = /[\w+-]{24,}/g

/** Whether a text mixes small letters, capital letters and digits, which the references of people hardly do, or is a long hexadecimal number. */
function isRandom(text: string): boolean {
  if (/^[0-9a-f]{40,}$/i.test(text) && /[0-9]/.test(text) && /[a-f]/i.test(text)) return true
  const kinds = [...text.replaceAll(/[^a-zA-Z0-9]/g, '')].map((letter) =>
    letter <= '9' ? 'digit' : letter <= 'Z' ? 'capital' : 'small',
  )
  const changes = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length
  return new Set(kinds).size === 3 && changes >= kinds.length / 3
}

/** Characters of a secret that is found also where it is cut off. */
const RECOGNISED = 16

/** A pattern that matches exactly a text. */
function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** Returns a function that removes the given secrets, and what looks like one. */
function redactor(secrets: readonly string[]): (text: string) => string {
  const sent = secrets
    // Shorter ones would remove words.
    .filter((secret) => secret.length >= 4)
    .toSorted((one, other) => other.length - one.length)
    .map((secret) =>
      secret.length > RECOGNISED
        ? new RegExp(`${literal(secret.slice(0, RECOGNISED))}[^\\s"'<>]*`, 'g')
        : new RegExp(literal(secret), 'g'),
    )
  return (text) => {
    const known = sent.reduce((rest, pattern) => rest.replace(pattern, REDACTED), text)
    const plain = PATTERNS.reduce((rest, pattern) => rest.replace(pattern, `$1${REDACTED}`), known)
    return plain.replace(LONG, (found) => (isRandom(found) ? REDACTED : found))
  }
}
