/** Reads an authorization request (RFC 6749, 4.1.1; RFC 7636, 4.3; RFC 8707, 2). */

import { Refusal } from '../../http/refusal.ts'
import { readHints, type SignInHints } from '../../providers/tokens/sign-in-hints.ts'
import type { Client } from '../client.ts'
import { isDocumentUrl } from '../clients/document-url.ts'
import { atResource } from '../config/resources.ts'
import type { McpContext } from '../mcp-context.ts'
import { matchesRedirectUri } from '../redirect-uris.ts'
import { namedResource, problemOfTarget } from '../resource.ts'
import { grantableScopes } from '../scope-limit.ts'

/** A SHA-256 in base64url: of a verifier (RFC 7636, section 4.2), or of a key (RFC 7638). */
const S256 = /^[\w-]{43}$/

/** Some browsers and proxies do not accept longer ones. */
const MAX_STATE = 2_048

/**
 * The most bytes of a stored request. Scopes and hints count twice, because the allowed scopes and the forwarded hints are stored
 * too. Encrypted, in base64url, and with the data of the browser and the provider, it has at most 8 KB.
 */
const MAX_REQUEST_BYTES = 5_000

/** A checked authorization request. It is stored encrypted between the pages of a flow. */
export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  /** The protected resource that tokens are to be issued for. */
  readonly resource: string
  /** What may be granted: consent narrows it. */
  readonly scopes: readonly string[]
  /** The scopes of the request, if the person may not give all of them. */
  readonly asked?: readonly string[]
  /** The known scopes of the request that the client may not have. */
  readonly withheld?: readonly string[]
  readonly state: string | undefined
  /** The thumbprint of the key that must redeem the code (RFC 9449, section 10). */
  readonly dpopJkt?: string | undefined
  /** Hints for the sign-in. */
  readonly hints?: SignInHints
  /** The device that has started it: its hash in the store, and where it was started. */
  readonly device?: { readonly deviceHash: string; readonly address: string | null }
}

/** The result of reading a request. */
export type ReadingOutcome =
  | {
      readonly outcome: 'good'
      readonly client: Client
      readonly request: AuthorizationRequest
    }
  /** The client is not known, so nobody can be redirected. */
  | { readonly outcome: 'unknown client'; readonly refusal: Refusal }
  /** The error is sent to the client, at one of its redirect URIs. */
  | {
      readonly outcome: 'refused'
      readonly client: Client
      readonly refusal: ClientRefusal
      readonly redirectUri: string
      readonly state: string | undefined
    }

/** An error for the client (RFC 6749, section 4.1.2.1). */
export interface ClientRefusal {
  readonly error: string
  readonly description: string
}

/**
 * Reads the parameters of a request.
 *
 * @param caller the address that it comes from
 */
export async function readRequest(
  context: Pick<McpContext, 'mcp' | 'clients'>,
  query: URLSearchParams,
  caller: string,
): Promise<ReadingOutcome> {
  const known = await readClient(context, query, caller)
  if (known instanceof Refusal) return { outcome: 'unknown client', refusal: known }
  const { client, redirectUri } = known
  const states = query.getAll('state')
  const state = (states.length === 1 && states[0]) || undefined
  const hints = readHints(query)
  const resource = readResource(query, context.mcp)
  const refusal = problemOfRequest(query, client) ?? problemOfHints(hints)
  const own = atResource(context.mcp, resource ?? '')
  const grantable = grantableScopes(query.get('scope') ?? undefined, client, own)
  const isGood = refusal === undefined && resource !== undefined && grantable !== undefined
  if (!isGood || typeof hints === 'string') {
    const target = { error: 'invalid_target', description: problemOfTarget(context.mcp.resources) }
    const problem = refusal ?? (resource === undefined ? target : NO_SCOPE)
    return { outcome: 'refused', client, refusal: problem, redirectUri, state }
  }
  const codeChallenge = query.get('code_challenge') ?? ''
  const { clientId } = client
  const dpopJkt = query.get('dpop_jkt') || undefined
  const { granted: scopes, withheld } = grantable
  const answer = { redirectUri, state }
  const request = { clientId, codeChallenge, resource, scopes, withheld, dpopJkt, hints, ...answer }
  if (isTooLong(request)) {
    const description = 'client_id, redirect_uri, scope, state and hints are too long together.'
    const problem = { error: 'invalid_request', description }
    return { outcome: 'refused', client, refusal: problem, redirectUri, state }
  }
  return { outcome: 'good', client, request }
}

const NO_SCOPE: ClientRefusal = {
  error: 'invalid_scope',
  description: 'None of the requested scopes is known, and allowed to this client.',
}

function isTooLong(request: AuthorizationRequest): boolean {
  const { scopes, hints } = request
  return Buffer.byteLength(JSON.stringify([request, scopes, hints])) > MAX_REQUEST_BYTES
}

/** Typical causes: the application has the id of a deleted registration, or listens at another address than it has registered. */
const NEXT_STEP =
  'Start again in the application; if that does not help, remove this connection there, so that it registers anew.'

/** The client, and the redirect URI for the answer. There is no redirect until both are known. */
async function readClient(
  { clients }: Pick<McpContext, 'clients'>,
  query: URLSearchParams,
  caller: string,
): Promise<{ client: Client; redirectUri: string } | Refusal> {
  const problem = problemOfSingle(query, 'client_id') ?? problemOfSingle(query, 'redirect_uri')
  if (problem !== undefined) return new Refusal('invalid_request', problem)
  const clientId = query.get('client_id') ?? ''
  const client = await clients.find(clientId, caller)
  if (client instanceof Refusal) {
    // 401 is for endpoints at which clients authenticate.
    if (client.error !== 'invalid_client') return client
    // A client with a document of its own has not registered.
    const next = isDocumentUrl(clientId) ? '' : ` ${NEXT_STEP}`
    const { quotesClient } = client
    return new Refusal(client.error, `${client.description}${next}`, { status: 400, quotesClient })
  }
  const redirectUri = query.get('redirect_uri') ?? ''
  if (matchesRedirectUri(redirectUri, client.redirectUris)) return { client, redirectUri }
  return new Refusal('invalid_request', `redirect_uri is not one of this client. ${NEXT_STEP}`)
}

function problemOfSingle(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name)
  if (values.length > 1) return `${name} occurs more than once.`
  return values[0] ? undefined : `${name} is missing.`
}

/** Errors that the client gets. */
function problemOfRequest(query: URLSearchParams, client: Client): ClientRefusal | undefined {
  const refuse = (error: string, description: string) => ({ error, description })
  const repeated = [
    'response_type',
    'response_mode',
    'code_challenge',
    'code_challenge_method',
    'state',
    'scope',
    'dpop_jkt',
  ].find((name) => query.getAll(name).length > 1)
  if (repeated !== undefined) {
    return refuse('invalid_request', `${repeated} is there more than once.`)
  }
  if ((query.get('state')?.length ?? 0) > MAX_STATE) {
    return refuse('invalid_request', `state has more than ${MAX_STATE} characters.`)
  }
  const type = query.get('response_type')
  if (type === null || type === '') return refuse('invalid_request', 'response_type is missing.')
  if (type !== 'code') return refuse('unsupported_response_type', 'response_type must be code.')
  if ((query.get('response_mode') || 'query') !== 'query') {
    return refuse('invalid_request', 'response_mode must be query.')
  }
  if (!client.grantTypes.includes('authorization_code')) {
    return refuse('unauthorized_client', 'The client may not use authorization_code.')
  }
  const jkt = query.get('dpop_jkt')
  if (jkt && !S256.test(jkt)) {
    return refuse('invalid_request', 'dpop_jkt is not a SHA-256 thumbprint in base64url.')
  }
  return problemOfPkce(query)
}

function problemOfPkce(query: URLSearchParams): ClientRefusal | undefined {
  const refuse = (description: string) => ({ error: 'invalid_request', description })
  const challenge = query.get('code_challenge')
  if (challenge === null) return refuse('code_challenge is missing: PKCE is required.')
  if (query.get('code_challenge_method') !== 'S256') {
    return refuse('code_challenge_method must be S256.')
  }
  if (!S256.test(challenge)) return refuse('code_challenge is not a SHA-256 hash in base64url.')
  return undefined
}

function problemOfHints(hints: SignInHints | string): ClientRefusal | undefined {
  if (typeof hints !== 'string') return undefined
  return { error: 'invalid_request', description: hints }
}

/** The resource that is named; undefined for one that is not configured. */
function readResource(
  query: URLSearchParams,
  { resource, resources }: McpContext['mcp'],
): string | undefined {
  // Without a value it counts as left out (RFC 6749, section 3.1).
  const values = query.getAll('resource').filter((value) => value !== '')
  return namedResource(values, resources, resource)
}
