/** Patterns that subjects and claims of tokens are compared with. Pure. */

/** What a `*` stands for: parts of a subject, such as `repo:shop/app:ref:refs/heads/main`, end at `:` and `/`. */
const PART = '[^:/]+'

/** The most characters of a pattern, and of a value that is compared. */
const MAX_LENGTH = 512

/** What a pattern is compared with. */
export type PatternOf = 'subject' | 'claim'

/**
 * Parts at the beginning that are exact. With one of a subject, `repo:*` would accept the repositories of everybody.
 */
const EXACT_PARTS: Readonly<Record<PatternOf, number>> = { subject: 2, claim: 1 }

/**
 * The problem of a pattern; undefined if there is none. A `*` stands for a whole part between `:` and `/`, because `acme*` would also
 * match `acme-evil`.
 */
export function problemOfPattern(pattern: string, of: PatternOf = 'subject'): string | undefined {
  if (!/^[\x20-\x7E]+$/.test(pattern) || pattern.length > MAX_LENGTH) {
    return `must have 1 to ${MAX_LENGTH} printable ASCII characters`
  }
  if (!pattern.includes('*')) return undefined
  const parts = pattern.split(/[:/]/)
  if (parts.some((part) => part.includes('*') && part !== '*')) {
    return 'may have a * only in place of a whole part between : and /'
  }
  const exact = parts.filter((part) => part !== '').indexOf('*')
  return exact < EXACT_PARTS[of]
    ? `must begin with ${EXACT_PARTS[of] === 1 ? 'a part' : 'two parts'} without *`
    : undefined
}

/**
 * Whether a value fits a pattern. Everything but `*` is compared exactly, and `*` stands for one part between `:` and `/`.
 *
 * @example
 * fitsPattern('repo:acme/*:ref:refs/heads/main', 'repo:acme/shop:ref:refs/heads/main') // true
 * fitsPattern('repo:acme/*:ref:refs/heads/main', 'repo:acme-evil/shop:ref:refs/heads/main') // false
 */
export function fitsPattern(pattern: string, value: string, of: PatternOf = 'subject'): boolean {
  if (!pattern.includes('*')) return value === pattern
  if (problemOfPattern(pattern, of) !== undefined || value.length > MAX_LENGTH) return false
  const source = pattern
    .split('*')
    .map((text) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
    .join(PART)
  return new RegExp(`^${source}$`).test(value)
}

/** Whether a token has all of these claims. Only texts, numbers and booleans are compared: a list has several values. */
export function fitsClaims(
  wanted: Readonly<Record<string, string>>,
  claims: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(wanted).every(([name, pattern]) => {
    const value = Object.hasOwn(claims, name) ? claims[name] : undefined
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
    return isPlain && fitsPattern(pattern, String(value), 'claim')
  })
}
