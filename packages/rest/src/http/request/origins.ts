import { InvalidRequestError } from '../errors/request-errors.ts'

/**
 * The origins of an option, normalised.
 *
 * @throws InvalidRequestError for an origin that is not an http or https URL.
 * @example checkedOrigins('origins', ['https://H:443']) // Set { 'https://h' }
 */
export function checkedOrigins(field: string, origins: readonly string[]): ReadonlySet<string> {
  return new Set(origins.map((origin) => checkedOrigin(field, origin)))
}

function checkedOrigin(field: string, text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin
  throw new InvalidRequestError(`option ${field} must contain http or https URLs`, { field })
}
