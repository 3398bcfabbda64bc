/** Dynamic Client Registration (RFC 7591) and its management (RFC 7592). */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../caller.ts'
import { Refusal, sendRefusal } from '../../http/refusal.ts'
import { addressKey } from '../../shared/client-address.ts'
import { equalSecrets, hashSecret, randomSecret } from '../../shared/secrets.ts'
import type { StoredClient } from '../../store/mcp.ts'
import { EVENTS } from '../../store/rules/audit-events.ts'
import { allowBrowsers } from '../browsers.ts'
import { isClientId, personGrants } from '../client.ts'
import { type CompleteMetadata, completeMetadata, readMetadata } from '../clients/metadata.ts'
import type { McpConfig } from '../config/config.ts'
import { MAX_FAILURES, UNKNOWN_CLIENT } from '../failed-attempts.ts'
import type { McpContext } from '../mcp-context.ts'
import { PATHS } from '../paths.ts'
import { removeClient } from './remove-client.ts'

/** Seconds over which registrations are counted. */
const RATE_WINDOW = 60

/** Bytes of the metadata as it is stored: with every member it has a few KB. */
const MAX_METADATA_BYTES = 8_192

/** Seconds after which a client may try again when there is no room for it. */
const FULL_RETRY_SECONDS = 600

type Registration = NonNullable<McpConfig['registration']>
interface ClientRoute {
  Params: { clientId: string }
}

/** `POST /oauth/mcp/register`, and GET, PUT and DELETE of what was registered. */
export function registrationRoutes(app: FastifyInstance, context: McpContext): void {
  const rules = context.mcp.registration
  if (rules === undefined) return
  const open = allowBrowsers(app, PATHS.register, ['POST'])
  app.post(PATHS.register, open, async (request, reply) => {
    const outcome = await register(context, rules, request)
    context.metrics.registration(outcome instanceof Refusal ? outcome.error : 'registered')
    return outcome instanceof Refusal ? refuse(reply, outcome) : reply.code(201).send(outcome)
  })
  const own = `${PATHS.register}/:clientId`
  const managed = allowBrowsers(app, own, ['GET', 'PUT', 'DELETE'])
  app.get<ClientRoute>(own, managed, async (request, reply) => {
    const client = await authorize(context, request)
    if (client instanceof Refusal) return refuse(reply, client)
    return reply.send(answer(context, client, tokenOf(request)))
  })
  app.put<ClientRoute>(own, managed, async (request, reply) => {
    const outcome = await update(context, rules, request)
    return outcome instanceof Refusal ? refuse(reply, outcome) : reply.send(outcome)
  })
  app.delete<ClientRoute>(own, managed, async (request, reply) => {
    const client = await authorize(context, request)
    if (client instanceof Refusal) return refuse(reply, client)
    const { clientId } = client
    const origin = callerOf(request)
    await removeClient(context, clientId, origin)
    await context.audit.recordAnonymous(EVENTS.deleted, { clientId, ...origin })
    return reply.code(204).send()
  })
}

function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  // RFC 7592, section 3: the token of the request is a bearer token. RFC 6750, section 3.1: a request without a token gets no
  // code.
  const isBare = reply.request.headers.authorization === undefined
  const challenge = isBare ? 'Bearer' : 'Bearer error="invalid_token"'
  if (refusal.status === 401) reply.header('www-authenticate', challenge)
  return sendRefusal(reply, refusal)
}

async function register(
  context: Pick<McpContext, 'mcp' | 'mcpStore' | 'audit' | 'failedAttempts'>,
  rules: Registration,
  request: FastifyRequest,
): Promise<object | Refusal> {
  const { initialAccessToken, newClientTtl, unusedClientTtl, maxClients } = rules
  const refused = initialAccessToken && (await checkInitial(context, initialAccessToken, request))
  if (refused) return refused
  const limited = await limitRegistration(context, rules, request)
  if (limited !== undefined) return limited
  const metadata = await readRegistration(context, rules, request.body)
  if (metadata instanceof Refusal) return metadata
  const isConfidential = metadata.token_endpoint_auth_method.startsWith('client_secret')
  const secret = isConfidential ? randomSecret() : undefined
  const token = randomSecret()
  const client: StoredClient = {
    clientId: crypto.randomUUID(),
    secretHash: secret === undefined ? null : hashSecret(secret),
    registrationHash: hashSecret(token),
    metadata: JSON.stringify(metadata),
    issuedAt: Math.floor(Date.now() / 1_000),
  }
  const ttl = Math.min(newClientTtl, unusedClientTtl ?? newClientTtl)
  if (!(await context.mcpStore.clients.create(client, ttl, maxClients))) {
    const text = 'As many clients are registered as this server allows.'
    return new Refusal('temporarily_unavailable', text, { retryAfter: FULL_RETRY_SECONDS })
  }
  const { clientId } = client
  await context.audit.recordAnonymous(EVENTS.registered, {
    clientId,
    detail: auditDetail(metadata),
    ...callerOf(request),
  })
  return answer(context, client, token, secret)
}

/** The data of a client that people see on the consent page. */
function auditDetail({ client_name, redirect_uris }: CompleteMetadata) {
  return { client_name, redirect_uris }
}

async function checkInitial(
  { failedAttempts }: Pick<McpContext, 'failedAttempts'>,
  initialAccessToken: string,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  const attempt = { ip: request.ip, what: 'initial access token', limit: MAX_FAILURES }
  return await failedAttempts.limit(attempt, async () =>
    equalSecrets(tokenOf(request), initialAccessToken)
      ? undefined
      : new Refusal('invalid_token', 'Registration requires the initial access token.'),
  )
}

/** Counts requests that write: registrations and changes of them. */
async function limitRegistration(
  { mcpStore }: Pick<McpContext, 'mcpStore'>,
  { rateLimit }: Registration,
  { ip }: FastifyRequest,
): Promise<Refusal | undefined> {
  if (rateLimit === false) return undefined
  const key = `register ${addressKey(ip)}`
  const retryAfter = await mcpStore.limits.count(key, rateLimit, RATE_WINDOW)
  if (retryAfter === 0) return undefined
  return new Refusal('slow_down', 'Too many registrations.', { retryAfter })
}

async function readRegistration(
  { mcp }: Pick<McpContext, 'mcp'>,
  { allowedHosts }: Registration,
  body: unknown,
): Promise<CompleteMetadata | Refusal> {
  const value = parseJson(body)
  const metadata = value === undefined ? undefined : await readMetadata(value)
  if (metadata === undefined) {
    return new Refusal('invalid_client_metadata', 'The body must be JSON.')
  }
  if (metadata instanceof Refusal) return metadata
  // A registered client is not trusted, so it must not get tokens without a person. Clients that may are in the configuration.
  const grants = personGrants(mcp)
  const { customSchemes } = mcp
  const keyHosts = mcp.documents?.allowedHosts
  const rules = { grants, allowedHosts, customSchemes, keyHosts }
  const complete = completeMetadata(metadata, rules)
  if (complete instanceof Refusal) return complete
  if (Buffer.byteLength(JSON.stringify(complete)) <= MAX_METADATA_BYTES) return complete
  const text = `The metadata has more than ${MAX_METADATA_BYTES} bytes.`
  return new Refusal('invalid_client_metadata', text)
}

function parseJson(body: unknown): unknown {
  if (typeof body !== 'string') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The client whose registration a request manages: RFC 7592, section 2. */
async function authorize(
  { mcpStore, failedAttempts }: Pick<McpContext, 'mcpStore' | 'failedAttempts'>,
  request: FastifyRequest,
): Promise<StoredClient | Refusal> {
  const { clientId } = request.params as ClientRoute['Params']
  const client = isClientId(clientId) ? await mcpStore.clients.find(clientId) : undefined
  const known = { what: `registration ${clientId}`, limit: MAX_FAILURES }
  const attempt = { ip: request.ip, ...(client === undefined ? UNKNOWN_CLIENT : known) }
  return await failedAttempts.limit(attempt, async () => {
    const hash = client?.registrationHash ?? ''
    if (client !== undefined && equalSecrets(hashSecret(tokenOf(request)), hash)) return client
    // The same answer for an unknown client and a wrong token, so that it does not reveal which clients exist.
    return new Refusal(
      'invalid_token',
      'The registration access token is not valid for this client.',
    )
  })
}

async function update(
  context: Pick<McpContext, 'mcp' | 'mcpStore' | 'clients' | 'audit' | 'failedAttempts'>,
  rules: Registration,
  request: FastifyRequest,
): Promise<object | Refusal> {
  const client = await authorize(context, request)
  if (client instanceof Refusal) return client
  const { clientId } = client
  const body = parseJson(request.body) as Record<'client_id' | 'client_secret', unknown> | undefined
  // RFC 7592, section 2.2: the request may contain both, with their current values.
  if (body?.client_id !== undefined && body.client_id !== clientId) {
    return new Refusal('invalid_client_metadata', 'client_id cannot be changed.')
  }
  if (
    body?.client_secret !== undefined &&
    !equalSecrets(hashSecret(String(body.client_secret)), client.secretHash ?? '')
  ) {
    return new Refusal('invalid_client_metadata', 'client_secret cannot be changed.')
  }
  const limited = await limitRegistration(context, rules, request)
  if (limited !== undefined) return limited
  const metadata = await readRegistration(context, rules, request.body)
  if (metadata instanceof Refusal) return metadata
  const isConfidential = metadata.token_endpoint_auth_method.startsWith('client_secret')
  if (isConfidential !== (client.secretHash !== null)) {
    const text = 'token_endpoint_auth_method cannot change between public and confidential.'
    return new Refusal('invalid_client_metadata', text)
  }
  const changed = { ...client, metadata: JSON.stringify(metadata) }
  if (!(await context.mcpStore.clients.update(clientId, changed.metadata))) {
    return new Refusal('invalid_token', 'The client is gone.')
  }
  context.clients.forget(clientId)
  await context.audit.recordAnonymous(EVENTS.updated, {
    clientId,
    detail: auditDetail(metadata),
    ...callerOf(request),
  })
  return answer(context, changed, tokenOf(request))
}

/** The client information response: RFC 7591, section 3.2.1, and RFC 7592, section 3. */
function answer(
  { mcp }: Pick<McpContext, 'mcp'>,
  { clientId, issuedAt, metadata }: StoredClient,
  registrationToken: string,
  secret?: string,
): object {
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(issuedAt),
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    registration_access_token: registrationToken,
    registration_client_uri: `${mcp.issuer}${PATHS.register}/${clientId}`,
    ...(JSON.parse(metadata) as object),
  }
}

function tokenOf({ headers }: FastifyRequest): string {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}
