/** Who calls an endpoint for programs: client authentication as a table (RFC 6749, 2.3; RFC 7523; OAuth 2.1, 2.4). */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { equalSecrets, hashSecret } from '../../shared/secrets.ts'
import type { Asserted } from '../../store/mcp.ts'
import type { AuthMethod, Client } from '../client.ts'
import { readUnverified } from '../clients/issuers/read-token.ts'
import { MAX_FAILURES, UNKNOWN_CLIENT } from '../failed-attempts.ts'
import type { McpContext } from '../mcp-context.ts'
import type { Parameters } from '../parameters.ts'
import { type Assertion, readAssertion, verifyAssertion } from './assertion.ts'

/** An authenticated client. */
export interface Authenticated {
  readonly client: Client
  /** Set for `private_key_jwt`: verified, and not claimed yet. */
  readonly assertion: Assertion | undefined
  /** By whose token it has authenticated, if another issuer has made it. */
  readonly by?: Asserted | undefined
}

/** The credentials of a request. */
interface Credentials {
  /** The client id, in two readings if the encoding is not certain. */
  readonly clientIds: readonly string[]
  /** The secret, in each of its readings. */
  readonly secrets?: readonly string[]
  readonly assertion?: string
}

/** The data for verifying an assertion. */
type AssertionContext = Pick<McpContext, 'logger' | 'mcp' | 'clientKeys' | 'workloads'>

/** One method of client authentication. */
interface Method {
  /** Returns the credentials of this method; undefined if the request does not use it. */
  read(request: FastifyRequest, parameters: Parameters): Credentials | Refusal | undefined
  /** Methods with which a client may be registered. The two methods with a secret are interchangeable. */
  readonly registeredAs: readonly AuthMethod[]
  verify(
    context: AssertionContext,
    client: Client,
    credentials: Credentials,
    caller: string,
  ): Promise<Authenticated | Refusal>
}

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const SECRET_METHODS: readonly AuthMethod[] = ['client_secret_basic', 'client_secret_post']

const METHODS: readonly Method[] = [
  { read: readBasic, registeredAs: SECRET_METHODS, verify: verifySecret },
  { read: readPost, registeredAs: SECRET_METHODS, verify: verifySecret },
  { read: readJwt, registeredAs: ['private_key_jwt'], verify: verifyJwt },
  { read: readWorkload, registeredAs: ['private_key_jwt'], verify: verifyWorkload },
]

const NONE: Method = {
  read: (request, parameters) => ({ clientIds: publicIdsOf(request) ?? idsOf(parameters) }),
  registeredAs: ['none'],
  verify: async (_, client) => ({ client, assertion: undefined }),
}

/** Authenticates the caller. The answer is the same for an unknown client and a wrong secret. */
export async function authenticate(
  context: AssertionContext & Pick<McpContext, 'clients' | 'failedAttempts'>,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<Authenticated | Refusal> {
  const shown = METHODS.map((method) => [method, method.read(request, parameters)] as const)
  const used = shown.filter(([, credentials]) => credentials !== undefined)
  if (used.length > 1) {
    return new Refusal('invalid_request', 'Use one way of client authentication only.')
  }
  const [method, credentials] = used[0] ?? [NONE, NONE.read(request, parameters)]
  if (credentials === undefined) return failed()
  if (credentials instanceof Refusal) return credentials
  const { clientIds } = credentials
  if (clientIds.length === 0) return new Refusal('invalid_client', 'client_id is missing.')
  const named = parameters.get('client_id')
  if (named !== undefined && !clientIds.includes(named)) {
    return new Refusal('invalid_request', 'client_id differs from the client that authenticates.')
  }
  const client = await findClient(context, named === undefined ? clientIds : [named], request.ip)
  const { ip } = request
  if (client instanceof Refusal) {
    if (client.error !== 'invalid_client') return client
    return await context.failedAttempts.limit({ ip, ...UNKNOWN_CLIENT }, async () => failed())
  }
  const isRight = method.registeredAs.includes(client.authMethod)
  const verify = async () =>
    isRight ? await method.verify(context, client, credentials, ip) : failed()
  // A request without credentials guesses nothing, and must not be delayed by failures of others for the same client.
  if (isRight && method === NONE) return await verify()
  const what = `client ${client.clientId}`
  return await context.failedAttempts.limit({ ip, what, limit: MAX_FAILURES }, verify)
}

/** The client with the first of the ids that is known. */
async function findClient(
  { clients }: Pick<McpContext, 'clients'>,
  [first = '', ...others]: readonly string[],
  caller: string,
): Promise<Client | Refusal> {
  const client = await clients.find(first, caller, { lastGood: true })
  const isUnknown = client instanceof Refusal && client.error === 'invalid_client'
  if (!isUnknown || others.length === 0) return client
  return await findClient({ clients }, others, caller)
}

function idsOf(parameters: Parameters): readonly string[] {
  return [parameters.get('client_id')].filter((id) => id !== undefined)
}

function failed(): Refusal {
  return new Refusal('invalid_client', 'Client authentication failed.')
}

function readBasic(request: FastifyRequest): Credentials | Refusal | undefined {
  const basic = parseBasic(request)
  if (basic === undefined) return undefined
  if (basic === 'malformed') return failed()
  const { id, secret } = basic
  // A public client: an empty secret is the same as none (RFC 6749, section 2.3.1).
  if (secret === '') return undefined
  return { clientIds: readingsOf(id), secrets: readingsOf(secret) }
}

/** The id of a client that sends Basic without a secret, in its readings. */
function publicIdsOf(request: FastifyRequest): readonly string[] | undefined {
  const basic = parseBasic(request)
  return typeof basic === 'object' && basic.secret === '' ? readingsOf(basic.id) : undefined
}

/** Parses the header; undefined for other schemes, such as the Bearer that HTTP clients add to each request: they name no client. */
function parseBasic({
  headers,
}: FastifyRequest): { readonly id: string; readonly secret: string } | 'malformed' | undefined {
  const credentials = /^Basic(?: +(.*))?$/i.exec(headers.authorization ?? '')
  if (credentials === null) return undefined
  const encoded = /^[A-Za-z0-9+/]+={0,2}$/.exec(credentials[1] ?? '')?.[0] ?? ''
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon === -1 ? 'malformed' : { id: text.slice(0, colon), secret: text.slice(colon + 1) }
}

/**
 * Returns the possible readings of a part of the header. RFC 6749, section 2.3.1 requires both parts to be form-encoded. The
 * official MCP SDKs and curl send them unencoded, which differs for `+` and `%`.
 */
function readingsOf(text: string): readonly string[] {
  try {
    return [...new Set([decodeURIComponent(text.replaceAll('+', ' ')), text])]
  } catch {
    return [text]
  }
}

function readPost(_: FastifyRequest, parameters: Parameters): Credentials | undefined {
  const secret = parameters.get('client_secret')
  return secret === undefined ? undefined : { clientIds: idsOf(parameters), secrets: [secret] }
}

function readJwt(_: FastifyRequest, parameters: Parameters): Credentials | Refusal | undefined {
  const [type, assertion] = ['client_assertion_type', 'client_assertion'].map((name) =>
    parameters.get(name),
  )
  if (type === undefined && assertion === undefined) return undefined
  if (type !== JWT_BEARER || assertion === undefined) {
    const text = `client_assertion needs client_assertion_type ${JWT_BEARER}.`
    return new Refusal('invalid_request', text)
  }
  if (isOfAnotherIssuer(assertion)) return undefined
  const clientId = readAssertion(assertion)
  return clientId === undefined ? failed() : { clientIds: [clientId], assertion }
}

/** A token of another issuer as assertion (RFC 7523, section 2.2). Its subject is not the client, so the request names the client. */
function readWorkload(_: FastifyRequest, parameters: Parameters): Credentials | undefined {
  const [type, assertion] = ['client_assertion_type', 'client_assertion'].map((name) =>
    parameters.get(name),
  )
  if (type !== JWT_BEARER || assertion === undefined || !isOfAnotherIssuer(assertion)) {
    return undefined
  }
  return { clientIds: idsOf(parameters), assertion }
}

/** Assertions that a client signs itself have it as issuer and as subject. */
function isOfAnotherIssuer(assertion: string): boolean {
  const { iss, sub } = readUnverified(assertion) ?? {}
  return iss !== sub && iss?.startsWith('https://') === true
}

async function verifySecret(
  _: unknown,
  client: Client,
  { secrets = [] }: Credentials,
): Promise<Authenticated | Refusal> {
  // All readings are compared, so that the time does not reveal which one matched.
  const matches = secrets.map((secret) => equalSecrets(hashSecret(secret), client.secretHash ?? ''))
  return matches.includes(true) ? { client, assertion: undefined } : failed()
}

async function verifyJwt(
  context: AssertionContext,
  client: Client,
  { assertion = '' }: Credentials,
  caller: string,
): Promise<Authenticated | Refusal> {
  const verified = await verifyAssertion(context, client, assertion, caller)
  return verified instanceof Refusal ? verified : { client, assertion: verified }
}

async function verifyWorkload(
  { workloads }: AssertionContext,
  client: Client,
  { assertion = '' }: Credentials,
  caller: string,
): Promise<Authenticated | Refusal> {
  const token = readUnverified(assertion)
  if (token === undefined) return failed()
  const { clientId } = client
  const trust = await workloads.find({ token, assertion, clientId, caller })
  const workload = trust instanceof Refusal ? trust : await trust.verify()
  if (workload instanceof Refusal) return workload.error === 'invalid_grant' ? failed() : workload
  return { client, assertion: undefined, by: workload.by }
}
