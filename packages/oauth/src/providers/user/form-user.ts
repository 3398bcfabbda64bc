/** The name of a person in the form of a sign-in, which Apple sends with the first sign-in only. Pure. */
import { identifier } from './oauth-user.ts'

/** Longer fields are no names. */
const MAX_FIELD = 2_048

/**
 * The name in the field `user`: `{"name": {"firstName": "Ann", "lastName": "Archer"}}`. Nobody has signed it, so it is only a name to show and no
 * claim, and the address in it is never used.
 *
 * @example nameInForm(new URLSearchParams({ user: '{"name":{"firstName":"Ann"}}' })) // 'Ann'
 */
export function nameInForm(form: URLSearchParams): string | undefined {
  const field = form.get('user')
  if (field === null || field.length > MAX_FIELD) return undefined
  const { firstName, lastName } = readName(field)
  const parts = [firstName, lastName].filter((part) => typeof part === 'string')
  return identifier(parts.join(' ').trim())
}

function readName(field: string): { readonly firstName?: unknown; readonly lastName?: unknown } {
  try {
    return (JSON.parse(field) as { name?: object } | null)?.name ?? {}
  } catch {
    return {}
  }
}
