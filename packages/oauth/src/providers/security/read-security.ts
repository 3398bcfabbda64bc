/** Reads how requests to a provider, and its answers, are protected. */
import type { ConfigProblem } from '../../shared/errors.ts'
import {
  type KeyProblem,
  type PrivateKey,
  readDecryptionKey,
  readSigningKey,
  type SigningKey,
} from './private-key.ts'
import type { ClientMethod, SecuritySettings } from './settings.ts'

/** How a provider is talked to, checked and complete. */
export interface Security {
  /** How the application authenticates; undefined: with its secret, as the metadata announces. */
  readonly method: ClientMethod | undefined
  /** The audience of assertions. */
  readonly audience: 'issuer' | 'token_endpoint'
  /** The first one signs. */
  readonly clientKeys: readonly SigningKey[]
  readonly decryptionKeys: readonly PrivateKey[]
  readonly acceptsUnencrypted: boolean
  /** Whether authorization requests are pushed; undefined: if the metadata requires it. */
  readonly isPushed: boolean | undefined
  /** Whether tokens are bound to a key of the sign-in. */
  readonly isBound: boolean
  /** The algorithms of ID tokens, if the settings name them. */
  readonly idTokenAlgorithms: readonly string[] | undefined
  /** Whether ID tokens are signed with the client secret. */
  readonly hasSecretSignatures: boolean
}

/** What a strategy says of assertions, where its provider documents it. */
export interface AssertionDefaults {
  readonly audience: Security['audience']
  readonly rsaAlgorithms?: readonly string[]
}

/** What the settings are read with. */
export interface SecurityContext {
  readonly assertions: AssertionDefaults | undefined
  /** How the secret is sent, if the provider documents one way only. */
  readonly secretMethod: ClientMethod | undefined
  readonly hasIdTokens: boolean
  /** Whether the endpoint of pushed requests is known, or may be discovered. */
  readonly canPush: boolean
  readonly hasUserInfo: boolean
}

/** Settings that the rules here look at, besides their own. */
type Written = SecuritySettings & {
  readonly clientId?: string
  readonly clientSecret?: string
  readonly getUserInfo?: unknown
  readonly validateToken?: unknown
}

/**
 * Signature algorithms of ID tokens that are taken, whatever a provider says it supports: none with a shared secret, and not
 * `none`.
 */
export const ID_TOKEN_ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** Algorithms with the client secret, and the bytes that it needs (RFC 7518, section 3.2; OpenID Connect Core 1.0, section 16.19). */
const SECRET_BYTES: Readonly<Record<string, number>> = { HS256: 32, HS384: 48, HS512: 64 }

/** Whether a provider has what it needs to be active: a client id, and a way to authenticate, which may be none. */
export function hasCredentials(settings: Written): boolean {
  const { clientId, clientSecret, clientAuthentication: method, clientKeys } = settings
  const isKeyed = method === 'private_key_jwt' || clientKeys !== undefined
  return !!clientId && (!!clientSecret || isKeyed || method === 'none')
}

/** Reads the settings of {@link SECURITY_SETTINGS}; adds what is wrong to `problems`. */
export function readSecurity(
  settings: Written,
  context: SecurityContext,
  problems: ConfigProblem[],
): Security {
  problems.push(...issuesOfMethod(settings), ...issuesOfIdTokens(settings, context))
  if (settings.dpop === true) problems.push(...issuesOfDpop(settings, context))
  if (settings.pushedAuthorization === true && !context.canPush) {
    const message =
      'is true: set pushedAuthorizationUrl as well, since the endpoints are not discovered'
    problems.push({ path: 'pushedAuthorization', message })
  }
  const { clientKeys, decryptionKeys, idTokenSigningAlgorithms } = settings
  const { assertions, secretMethod } = context
  return {
    method: settings.clientAuthentication ?? (clientKeys ? 'private_key_jwt' : secretMethod),
    audience: settings.clientAssertionAudience ?? assertions?.audience ?? 'issuer',
    clientKeys: readKeys('clientKeys', clientKeys, problems, (one) =>
      readSigningKey(one, assertions?.rsaAlgorithms),
    ),
    decryptionKeys: readKeys('decryptionKeys', decryptionKeys, problems, readDecryptionKey),
    acceptsUnencrypted: decryptionKeys === undefined || settings.acceptUnencrypted === true,
    isPushed: settings.pushedAuthorization,
    isBound: settings.dpop === true,
    idTokenAlgorithms: idTokenSigningAlgorithms,
    hasSecretSignatures: idTokenSigningAlgorithms?.some((name) => name in SECRET_BYTES) === true,
  }
}

/** Who writes the settings of a tenant must not name files of this machine. */
export function issuesOfFiles({ clientKeys = [], decryptionKeys = [] }: Written): ConfigProblem[] {
  const message = 'must not be set at run time: give what the file contains'
  return Object.entries({ clientKeys, decryptionKeys }).flatMap(([list, keys]) =>
    keys.flatMap((key, index) =>
      ['keyFile', 'certificateFile']
        .filter((name) => name in key)
        .map((name) => ({ path: `${list}.${index}.${name}`, message })),
    ),
  )
}

function readKeys<Settings, Key extends PrivateKey>(
  name: string,
  written: readonly Settings[] | undefined,
  problems: ConfigProblem[],
  read: (settings: Settings) => Key | KeyProblem,
): readonly Key[] {
  const keys = (written ?? []).flatMap((settings, index) => {
    const key = read(settings)
    if (!('message' in key)) return [key]
    problems.push({ path: `${name}.${index}.${key.path}`, message: key.message })
    return []
  })
  const kids = keys.flatMap(({ kid }) => kid ?? [])
  const twice = kids.find((kid, index) => kids.indexOf(kid) !== index)
  if (twice !== undefined) {
    problems.push({ path: name, message: `has two keys of the kid ${JSON.stringify(twice)}` })
  }
  return keys
}

function issuesOfMethod(settings: Written): ConfigProblem[] {
  const { clientAuthentication: method, clientKeys, clientSecret } = settings
  if (method === 'private_key_jwt' && clientKeys === undefined) {
    const message = 'is required, because clientAuthentication is private_key_jwt'
    return [{ path: 'clientKeys', message }]
  }
  if (method === 'none' && (clientSecret || clientKeys)) {
    const message = 'is none, which sends no secret and no assertion: remove it, or the credentials'
    return [{ path: 'clientAuthentication', message }]
  }
  if (method?.startsWith('client_secret_') && !clientSecret) {
    return [
      { path: 'clientSecret', message: `is required, because clientAuthentication is ${method}` },
    ]
  }
  const isSigned = method === 'client_secret_jwt' || method === 'private_key_jwt' || clientKeys
  return settings.clientAssertionAudience !== undefined && !isSigned
    ? [{ path: 'clientAssertionAudience', message: 'needs clientKeys, or client_secret_jwt' }]
    : []
}

function issuesOfIdTokens(
  { decryptionKeys, acceptUnencrypted, idTokenSigningAlgorithms, clientSecret = '' }: Written,
  { hasIdTokens }: SecurityContext,
): ConfigProblem[] {
  const path = 'idTokenSigningAlgorithms'
  const set = { decryptionKeys, [path]: idTokenSigningAlgorithms }
  if (!hasIdTokens) {
    const names = Object.entries(set).flatMap(([name, value]) => (value === undefined ? [] : name))
    return names.map((name) => ({ path: name, message: 'must not be set: there are no ID tokens' }))
  }
  const problems: ConfigProblem[] = []
  if (acceptUnencrypted !== undefined && decryptionKeys === undefined) {
    problems.push({ path: 'acceptUnencrypted', message: 'needs decryptionKeys' })
  }
  const names = idTokenSigningAlgorithms ?? []
  const known = [...ID_TOKEN_ALGORITHMS, ...Object.keys(SECRET_BYTES)]
  const unknown = names.find((name) => !known.includes(name))
  const symmetric = names.filter((name) => name in SECRET_BYTES)
  const needed = Math.max(0, ...symmetric.map((name) => SECRET_BYTES[name] ?? 0))
  if (unknown !== undefined) {
    const message = `holds ${JSON.stringify(unknown)}: name some of ${known.join(', ')}`
    problems.push({ path, message })
  } else if (symmetric.length > 0 && symmetric.length < names.length) {
    const message = 'mixes algorithms with the secret and with keys: a token must not choose'
    problems.push({ path, message })
  } else if (Buffer.byteLength(clientSecret) < needed) {
    const message = `needs a clientSecret of at least ${needed} bytes for ${symmetric.join(', ')}`
    problems.push({ path, message })
  }
  return problems
}

function issuesOfDpop(
  { getUserInfo, validateToken }: Written,
  { hasUserInfo }: SecurityContext,
): ConfigProblem[] {
  const inCode = getUserInfo !== undefined ? 'getUserInfo' : validateToken && 'validateToken'
  const message = !hasUserInfo
    ? 'must not be true: this provider has no userinfo endpoint of OpenID Connect'
    : inCode !== undefined
      ? `must not be true together with ${inCode}, which cannot prove that it has the key`
      : undefined
  return message === undefined ? [] : [{ path: 'dpop', message }]
}
