/** The rules of tokens of other issuers by which agents authenticate. Pure, but for the check of keys. */
import type { Issue } from '@entrepot/marketplace/routes'

/** How many of them an agent has at most. */
export const MAX_WORKLOADS = 10

/** Which tokens an agent authenticates by. */
export interface Workload {
  readonly issuer: string
  readonly audience: string
  readonly subject: string
  readonly claims: Readonly<Record<string, string>>
  /** Public keys of the issuer; null to discover them. */
  readonly keys: readonly Readonly<Record<string, string>>[] | null
}

/** A {@link Workload} as it was sent. */
export interface SentWorkload extends Omit<Workload, 'keys'> {
  readonly keys: readonly Readonly<Record<string, unknown>>[] | undefined
}

/** Reads what was sent. @param at the path of it in the body */
export async function readWorkload(
  sent: SentWorkload,
  at: string,
): Promise<Workload | readonly Issue[]> {
  // Imported here, because a hub that starts does not need it.
  const { problemOfPattern, readClientKey } = await import('@entrepot/oauth')
  const keys = await Promise.all((sent.keys ?? []).map(readClientKey))
  const problems: readonly (readonly [string, string | undefined])[] = [
    ['Issuer', problemOfIssuer(sent.issuer)],
    ['Audience', sent.audience === '' ? 'must be set on a hub without publicUrl' : undefined],
    ['Subject', problemOfPattern(sent.subject)],
    ...Object.entries(sent.claims).map(
      ([name, value]) => [`Claims/${name}`, problemOfPattern(value, 'claim')] as const,
    ),
    ...keys.map((key, at) => [`Keys/${at}`, typeof key === 'string' ? key : undefined] as const),
  ]
  const issues = problems.flatMap(([path, message]) =>
    message === undefined ? [] : [{ path: `${at}/${path}`, message }],
  )
  if (issues.length > 0) return issues
  const read = keys.flatMap((key) => (typeof key === 'string' ? [] : [key.jwk]))
  return { ...sent, keys: sent.keys === undefined ? null : read }
}

/** An issuer is an https URL (OpenID Connect Core 1.0, section 2), compared exactly. */
function problemOfIssuer(issuer: string): string | undefined {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isUrl =
    url?.protocol === 'https:' && url.username === '' && url.search === '' && url.hash === ''
  return isUrl ? undefined : 'must be an https URL without a query, exactly as in the claim iss'
}
