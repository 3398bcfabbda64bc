/** Client metadata (RFC 7591, section 2), as clients register it or publish it in a document. Pure. */
import type { JSONWebKeySet } from 'jose'
import { type Static, Type } from 'typebox'
import { Refusal } from '../../http/refusal.ts'
import {
  AUTH_METHODS,
  type AuthMethod,
  type Client,
  GRANT_TYPES,
  type GrantType,
} from '../client.ts'
import { problemOfKeys } from '../key-rules.ts'
import { problemOfRedirectUri, type RedirectUriPolicy } from '../redirect-uris.ts'
import { parseScope } from '../scopes.ts'
import { authMethodOf } from './auth-method.ts'

const Text = Type.String({ minLength: 1, maxLength: 1_000 })
const Url = Type.String({ minLength: 1, maxLength: 2_048 })

/**
 * Members of a JWK (RFC 7517, section 4): texts, or lists of them. Nested values are not allowed, because the caller could choose
 * their depth.
 */
const JwkMember = Type.Union([
  Type.String({ maxLength: 8_192 }),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 8_192 }), { maxItems: 16 }),
])

/** Members of a JWK that this server reads. */
const KEY_MEMBERS: readonly string[] = 'kty crv x y n e d k kid alg use'.split(' ')

/** Metadata of a client. Other members are ignored, as RFC 7591 requires. */
export const ClientMetadata = Type.Partial(
  Type.Object({
    client_name: Type.String({ minLength: 1, maxLength: 200 }),
    client_uri: Url,
    logo_uri: Url,
    tos_uri: Url,
    policy_uri: Url,
    redirect_uris: Type.Array(Url, { minItems: 1, maxItems: 32 }),
    grant_types: Type.Array(Text, { minItems: 1, maxItems: 32 }),
    response_types: Type.Array(Text, { maxItems: 32 }),
    token_endpoint_auth_method: Text,
    token_endpoint_auth_methods_supported: Type.Array(Text, { maxItems: 32 }),
    application_type: Text,
    scope: Type.String({ maxLength: 4_000 }),
    contacts: Type.Array(Text, { maxItems: 16 }),
    software_id: Text,
    software_version: Text,
    dpop_bound_access_tokens: Type.Boolean(),
    jwks_uri: Url,
    jwks: Type.Object({
      keys: Type.Array(Type.Record(Type.String(), JwkMember), { minItems: 1, maxItems: 8 }),
    }),
  }),
)

/** Metadata of a client. */
export type ClientMetadata = Static<typeof ClientMetadata>

/** The parts of a metadata document or a registration that this server uses. */
export async function readMetadata(value: unknown): Promise<ClientMetadata | Refusal> {
  if (!isObject(value)) {
    return new Refusal('invalid_client_metadata', 'The metadata must be a JSON object.')
  }
  // Imported here, because a hub that starts does not need its many modules (docs/decisions/0013-tests-and-releases.md).
  const { Value } = await import('typebox/value')
  const known = pick(value, (member) => Value.Check(JwkMember, member))
  const [problem] = Value.Errors(ClientMetadata, known)
  if (problem === undefined) {
    const metadata = known as ClientMetadata
    return problemOfCharacters(metadata) ?? metadata
  }
  const where = problem.instancePath.slice(1).replaceAll('/', '.') || 'the metadata'
  const isRedirect = where.startsWith('redirect_uris')
  const code = isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata'
  return new Refusal(code, `${where} ${problem.message}.`)
}

/**
 * Control characters, line breaks, and invisible characters (Unicode, Default_Ignorable_Code_Point). These include characters that change
 * the direction of text (Unicode Standard Annex 9, section 2), with which a name could rearrange the words around it on the page. Joiners
 * and variation selectors of scripts and emoji are allowed.
 */
const INVISIBLE_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb]|(?!\p{Join_C}|\p{VS})\p{DI}/u

/** More combining marks on a letter than any script needs. They would cover the lines around them. */
const STACKED_MARKS = /[\p{M}\p{Join_C}]{9}/u

/** Unpaired surrogates cannot be shown on a page, and PostgreSQL refuses them in JSON. */
function problemOfCharacters(metadata: ClientMetadata): Refusal | undefined {
  const isBad = (text: string) =>
    INVISIBLE_CHARACTER.test(text) || STACKED_MARKS.test(text) || !text.isWellFormed()
  const name = Object.entries(metadata).find(([, value]) => textsOf(value).some(isBad))?.[0]
  if (name === undefined) return undefined
  const code = name === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
  return new Refusal(code, `${name} contains characters that cannot be displayed.`)
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const isEmpty = (one: unknown) => (Array.isArray(one) ? one.length === 0 : (one ?? '') === '')

/** Returns the known members of metadata. A member without a value counts as missing: many clients send all members that they know. */
function pick(
  value: Readonly<Record<string, unknown>>,
  isMember: (value: unknown) => boolean,
): Record<string, unknown> {
  const named = Object.keys(ClientMetadata.properties)
    .filter((name) => !isEmpty(value[name]))
    .map((name) => [name, value[name]])
  const known: Record<string, unknown> = Object.fromEntries(named)
  const { jwks } = known
  if (isObject(jwks) && Array.isArray(jwks.keys))
    known.jwks = { keys: jwks.keys.map((key) => pickKey(key, isMember)) }
  return known
}

/** Returns a key without unknown and nested members. */
function pickKey(key: unknown, isMember: (value: unknown) => boolean): unknown {
  if (!isObject(key)) return key
  const members = Object.entries(key)
  return Object.fromEntries(
    members.filter(([name, one]) => KEY_MEMBERS.includes(name) || isMember(one)),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Rules for the metadata of a client, registered or published. */
export interface MetadataRules extends RedirectUriPolicy {
  /** The available grants. Others are ignored, as the draft on metadata documents requires. */
  readonly grants: readonly GrantType[]
  /** @default all */
  readonly authMethods?: readonly AuthMethod[]
  /** Hosts that `jwks_uri` may have. @default any */
  readonly keyHosts?: readonly string[] | undefined
}

/** Complete metadata: without members that this server does not support, and with all members that it needs. */
export interface CompleteMetadata extends ClientMetadata {
  readonly redirect_uris: string[]
  readonly grant_types: GrantType[]
  readonly token_endpoint_auth_method: Client['authMethod']
}

/** Adds the defaults to metadata, and checks it. */
export function completeMetadata(
  metadata: ClientMetadata,
  rules: MetadataRules,
): CompleteMetadata | Refusal {
  const asked = metadata.grant_types ?? ['authorization_code', 'refresh_token']
  const grants = GRANT_TYPES.filter((one) => asked.includes(one) && rules.grants.includes(one))
  const method = authMethodOf(metadata, rules.authMethods ?? AUTH_METHODS)
  const redirectUris = allowedUris(metadata.redirect_uris ?? [], grants, rules, method === 'none')
  if (redirectUris instanceof Refusal) return redirectUris
  const problem =
    problemOfGrants(metadata, grants) ??
    problemOfAuthentication(metadata, method, rules) ??
    problemOfTexts(metadata)
  if (problem !== undefined) return problem
  const { token_endpoint_auth_methods_supported: _, ...rest } = metadata
  return {
    ...rest,
    redirect_uris: redirectUris,
    grant_types: grants,
    response_types: grants.includes('authorization_code') ? ['code'] : [],
    token_endpoint_auth_method: method ?? 'none',
  }
}

/**
 * The redirect URIs that are allowed: a server may change the requested metadata and returns the result (RFC 7591, section 3.2.1). Clients
 * list URIs for all of their editions, some of which may not be allowed.
 */
function allowedUris(
  uris: readonly string[],
  grants: readonly GrantType[],
  rules: MetadataRules,
  isPublic: boolean,
): string[] | Refusal {
  const checked = uris.map((uri) => ({ uri, problem: problemOfRedirectUri(uri, rules, isPublic) }))
  const allowed = checked.filter(({ problem }) => problem === undefined).map(({ uri }) => uri)
  const [first] = checked
  if (allowed.length > 0) return allowed
  if (first !== undefined) {
    return new Refusal('invalid_redirect_uri', `${first.uri} ${first.problem}.`)
  }
  return grants.includes('authorization_code')
    ? new Refusal('invalid_redirect_uri', 'redirect_uris is missing.')
    : []
}

function problemOfGrants(
  metadata: ClientMetadata,
  grants: readonly GrantType[],
): Refusal | undefined {
  const refuse = (text: string) => new Refusal('invalid_client_metadata', text)
  if (grants.every((grant) => grant === 'refresh_token')) {
    return refuse('grant_types must contain authorization_code.')
  }
  const { response_types: types = [] } = metadata
  if (types.length > 0 && !types.includes('code')) return refuse('response_types must hold code.')
  return undefined
}

function problemOfAuthentication(
  { jwks, jwks_uri, ...metadata }: ClientMetadata,
  method: AuthMethod | undefined,
  rules: MetadataRules,
): Refusal | undefined {
  const refuse = (text: string) => new Refusal('invalid_client_metadata', text)
  if (method === undefined) {
    const { token_endpoint_auth_method: named, token_endpoint_auth_methods_supported } = metadata
    const asked = named ?? token_endpoint_auth_methods_supported?.join(' or ')
    return refuse(`token_endpoint_auth_method ${asked} is not supported.`)
  }
  if (jwks !== undefined && jwks_uri !== undefined) {
    return refuse('jwks and jwks_uri cannot be combined.')
  }
  const keyHost = jwks_uri !== undefined && URL.canParse(jwks_uri) && new URL(jwks_uri).hostname
  if (keyHost && rules.keyHosts && !rules.keyHosts.includes(keyHost)) {
    return refuse('jwks_uri is at a host that is not allowed.')
  }
  if (method === 'private_key_jwt' && jwks === undefined && jwks_uri === undefined) {
    return refuse('private_key_jwt needs jwks or jwks_uri.')
  }
  const problem = problemOfKeys(jwks?.keys ?? [])
  return problem === undefined ? undefined : refuse(`jwks ${problem}.`)
}

const VISIBLE = /[^\p{Z}\p{C}\p{M}\u2800]/u

/** The problem of a text in metadata; undefined if there is none. */
export function problemOfTexts(metadata: ClientMetadata): Refusal | undefined {
  if (metadata.client_name !== undefined && !VISIBLE.test(metadata.client_name)) {
    return new Refusal('invalid_client_metadata', 'client_name has no visible characters.')
  }
  if (metadata.scope !== undefined && parseScope(metadata.scope) === undefined) {
    return new Refusal('invalid_client_metadata', 'scope is malformed.')
  }
  for (const name of ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'] as const) {
    const uri = metadata[name]
    if (uri !== undefined && !hasScheme(uri, ['https:', 'http:'])) {
      return new Refusal('invalid_client_metadata', `${name} must be an http or https URL.`)
    }
  }
  if (metadata.jwks_uri !== undefined && !hasScheme(metadata.jwks_uri, ['https:'])) {
    return new Refusal('invalid_client_metadata', 'jwks_uri must be an https URL.')
  }
  return undefined
}

function hasScheme(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol)
}

/** The client that metadata describes. */
export function clientOf(
  clientId: string,
  kind: 'registered' | 'document',
  metadata: CompleteMetadata,
  secretHash?: string,
): Client {
  return {
    clientId,
    kind,
    name: metadata.client_name ?? clientId,
    redirectUris: metadata.redirect_uris,
    grantTypes: metadata.grant_types,
    authMethod: metadata.token_endpoint_auth_method,
    secretHash,
    jwks: metadata.jwks as JSONWebKeySet | undefined,
    jwksUri: metadata.jwks_uri,
    scope: metadata.scope,
    clientUri: metadata.client_uri,
    policyUri: metadata.policy_uri,
    tosUri: metadata.tos_uri,
    trusted: false,
    dpopBoundAccessTokens: metadata.dpop_bound_access_tokens,
    introspect: false,
  }
}
