/** Who calls an endpoint for programs: client authentication as a table (RFC 6749, 2.3; RFC 7523; OAuth 2.1, 2.4). */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { equalSecrets, hashSecret } from '../../secrets.ts'
import type { McpContext } from '../mcp-context.ts'
import type { Parameters } from '../parameters.ts'
import { type Assertion, readAssertion, verifyAssertion } from './assertion.ts'
import type { AuthMethod, Client } from './client.ts'

/** A client that has shown who it is. */
export interface Authenticated {
  readonly client: Client
  /** Set for `private_key_jwt`: verified, and not claimed yet. */
  readonly assertion: Assertion | undefined
}

/** What a request shows. */
interface Credentials {
  readonly clientId: string | undefined
  readonly secret?: string
  readonly assertion?: string
}

/** What an assertion is verified with. */
type AssertionContext = Pick<McpContext, 'logger' | 'mcp' | 'clientKeys'>

/** One way to show who one is. */
interface Method {
  /** What the request shows of it; undefined when it does not use this way. */
  read(request: FastifyRequest, parameters: Parameters): Credentials | Refusal | undefined
  /** Methods that a client may be registered with. The two with a secret are as good as each other. */
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
]

const NONE: Method = {
  read: (_, parameters) => ({ clientId: parameters.get('client_id') }),
  registeredAs: ['none'],
  verify: async (_, client) => ({ client, assertion: undefined }),
}

/** Finds out who calls. The same answer for an unknown client and a wrong secret. */
export async function authenticate(
  context: AssertionContext & Pick<McpContext, 'clients'>,
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
  const { clientId } = credentials
  if (clientId === undefined) return new Refusal('invalid_client', 'client_id is missing.')
  const named = parameters.get('client_id')
  if (named !== undefined && named !== clientId) {
    return new Refusal('invalid_request', 'client_id differs from the client that authenticates.')
  }
  const client = await context.clients.find(clientId, request.ip, { lastGood: true })
  if (client instanceof Refusal) return client.error === 'invalid_client' ? failed() : client
  if (!method.registeredAs.includes(client.authMethod)) return failed()
  return await method.verify(context, client, credentials, request.ip)
}

function failed(): Refusal {
  return new Refusal('invalid_client', 'Client authentication failed.')
}

function readBasic({ headers }: FastifyRequest): Credentials | Refusal | undefined {
  if (headers.authorization === undefined) return undefined
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(headers.authorization)?.[1]
  const text = encoded && Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text?.indexOf(':') ?? -1
  if (!text || colon === -1) return failed()
  const clientId = formDecode(text.slice(0, colon))
  const secret = formDecode(text.slice(colon + 1))
  return clientId === undefined || secret === undefined ? failed() : { clientId, secret }
}

/** RFC 6749, section 2.3.1: both parts are form-encoded before they are put together. */
function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function readPost(_: FastifyRequest, parameters: Parameters): Credentials | undefined {
  const secret = parameters.get('client_secret')
  return secret === undefined ? undefined : { clientId: parameters.get('client_id'), secret }
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
  const clientId = readAssertion(assertion)
  return clientId === undefined ? failed() : { clientId, assertion }
}

async function verifySecret(
  _: unknown,
  client: Client,
  { secret = '' }: Credentials,
): Promise<Authenticated | Refusal> {
  const isGood = equalSecrets(hashSecret(secret), client.secretHash ?? '')
  return isGood ? { client, assertion: undefined } : failed()
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
