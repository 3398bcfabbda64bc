/** Reads `mcp.identityAssertions`: the identity providers whose assertions are accepted. Pure. */
import { problemOfUrl } from '../../shared/urls.ts'
import { isClientId } from '../client.ts'
import type { KnownScopes } from '../scopes.ts'
import { problemOfPattern } from '../subject-pattern.ts'
import type { TrustedIssuer } from './config.ts'
import type { IdentityAssertionIssuer } from './identity-assertion-schema.ts'
import { type Add, readKnownScopes } from './read-scopes.ts'

/** Signature algorithms of assertions: asymmetric ones only (RFC 8725, section 3.1). */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const

/** The trusted issuers by their identifier, exactly as in `iss`. */
export function readTrust(
  written: Readonly<Record<string, IdentityAssertionIssuer>> = {},
  { issuer, scopes }: { readonly issuer: string; readonly scopes: KnownScopes },
  add: Add,
): ReadonlyMap<string, TrustedIssuer> {
  return new Map(
    Object.entries(written).map(([name, settings]) => {
      const addOwn: Add = (path, message) =>
        add(`identityAssertions.${name}${path && `.${path}`}`, message)
      return [name, readIssuer(name, settings, { issuer, scopes }, addOwn)]
    }),
  )
}

function readIssuer(
  name: string,
  settings: IdentityAssertionIssuer,
  { issuer, scopes }: { readonly issuer: string; readonly scopes: KnownScopes },
  add: Add,
): TrustedIssuer {
  const problem = problemOfUrl(name, true)
  if (problem !== undefined) add('', problem)
  // Assertions of this server would widen what it has given before.
  else if (new URL(name).origin === issuer) add('', 'is this server itself')
  if (settings.jwksUri !== undefined) {
    const problemOfKeys = problemOfUrl(settings.jwksUri, true)
    if (problemOfKeys !== undefined) add('jwksUri', problemOfKeys)
  }
  const listOf = (value: string | readonly string[] | undefined) => [value ?? []].flat()
  const read = (text: string, path: string) => readKnownScopes(text, path, scopes, add)
  return {
    issuer: name,
    jwksUri: settings.jwksUri,
    algorithms: readAlgorithms(listOf(settings.algorithms), add),
    audiences: listOf(settings.audiences),
    clients: readClients(listOf(settings.clients), add),
    emailDomains: new Set(listOf(settings.emailDomains).map((one) => readDomain(one, add))),
    scopes: settings.scopes === undefined ? undefined : read(settings.scopes, 'scopes'),
    groups:
      settings.groups &&
      new Map(
        Object.entries(settings.groups).map(([group, text]) => [
          group,
          read(text, `groups.${group}`),
        ]),
      ),
    groupsClaim: settings.groupsClaim ?? 'groups',
    claims: readClaims(settings.claims ?? {}, add),
    publicClients: settings.publicClients ?? false,
    accessTokenTtl: settings.accessTokenTtl ?? 300,
    rateLimit: settings.rateLimit ?? 60,
  }
}

function readAlgorithms(named: readonly string[], add: Add): readonly string[] {
  const wrong = named.find((one) => !(ALGORITHMS as readonly string[]).includes(one))
  if (wrong !== undefined) {
    add('algorithms', `names ${JSON.stringify(wrong)}: use ${ALGORITHMS.join(', ')}`)
  }
  return named.length > 0 ? named : ALGORITHMS
}

function readClients(named: readonly string[], add: Add): ReadonlySet<string> {
  if (named.length === 0) add('clients', 'is empty: name the clients that may use assertions')
  const wrong = named.find((one) => !isClientId(one))
  if (wrong !== undefined) add('clients', `names ${JSON.stringify(wrong)}, which is no client id`)
  return new Set(named)
}

function readClaims(claims: Readonly<Record<string, string>>, add: Add) {
  for (const [name, pattern] of Object.entries(claims)) {
    const problem = problemOfPattern(pattern, 'claim')
    if (problem !== undefined) add(`claims.${name}`, problem)
  }
  return claims
}

/** A domain, without its subdomains. */
function readDomain(text: string, add: Add): string {
  const domain = text.trim().toLowerCase()
  const isDomain = /^(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain)
  if (!isDomain) add('emailDomains', `names ${JSON.stringify(text)}: give a domain`)
  return domain
}
