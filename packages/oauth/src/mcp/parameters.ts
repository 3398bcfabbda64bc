/** Parameters of a form for the endpoints for programs (RFC 6749, section 3.2). Pure. */
import { Refusal } from '../http/refusal.ts'

/** The parameters of a request. */
export interface Parameters {
  /** A parameter; undefined when it is missing or empty, which RFC 6749, section 3.1 treats alike. */
  get(name: string): string | undefined
  /** All values of one that may be repeated. */
  getAll(name: string): readonly string[]
}

/** RFC 8707, section 2 allows several. All others may be there once (RFC 6749, section 3.2). */
const REPEATABLE: ReadonlySet<string> = new Set(['resource'])

/**
 * Reads a body: a form, or JSON with texts, which some clients send.
 *
 * @param contentType of the request
 */
export function readParameters(
  body: unknown,
  contentType: string | undefined,
): Parameters | Refusal {
  if (typeof body !== 'string' || body === '') {
    return new Refusal('invalid_request', 'The body is missing: send a form.')
  }
  const isJson = /^application\/json\b/i.test(contentType ?? '')
  const form = isJson ? fromJson(body) : new URLSearchParams(body)
  if (form === undefined)
    return new Refusal('invalid_request', 'The body is not a JSON object of strings.')
  const seen = new Set<string>()
  for (const [name, value] of form) {
    // RFC 6749, appendix A does not allow NUL, and PostgreSQL refuses it.
    if (value.includes('\0')) return new Refusal('invalid_request', 'A parameter holds a NUL.')
    if (seen.has(name) && !REPEATABLE.has(name)) {
      return new Refusal('invalid_request', `${name} occurs more than once.`)
    }
    seen.add(name)
  }
  return {
    get: (name) => form.get(name) || undefined,
    getAll: (name) => form.getAll(name).filter((value) => value !== ''),
  }
}

function fromJson(body: string): URLSearchParams | undefined {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const entries = Object.entries(value)
    return entries.every(([, one]) => typeof one === 'string')
      ? new URLSearchParams(entries as [string, string][])
      : undefined
  } catch {
    return undefined
  }
}
