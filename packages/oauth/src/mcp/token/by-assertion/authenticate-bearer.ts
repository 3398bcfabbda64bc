/** Who presents an assertion as a grant: a client about a person, or a program that has nothing else than its token. */
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../../caller.ts'
import { Refusal } from '../../../http/refusal.ts'
import { EVENTS } from '../../../store/rules/audit-events.ts'
import { type Authenticated, authenticate } from '../../client-authentication/authenticate.ts'
import { ID_JAG, readUnverified } from '../../clients/issuers/read-token.ts'
import type { Presented, Trust } from '../../clients/issuers/workloads.ts'
import { MAX_FAILURES, UNKNOWN_CLIENT } from '../../failed-attempts.ts'
import type { McpContext } from '../../mcp-context.ts'
import type { Parameters } from '../../parameters.ts'

/**
 * Authenticates the client of an assertion about a person by its own credentials (draft-ietf-oauth-identity-assertion-authz-grant, section
 * 4.4), and a program by its assertion, which may be all that it has (RFC 7523, section 2.1).
 */
export async function authenticateBearer(
  context: McpContext,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<Authenticated | Refusal> {
  const assertion = parameters.get('assertion')
  if (assertion === undefined) return new Refusal('invalid_request', 'assertion is missing.')
  const token = readUnverified(assertion)
  const isOwn =
    request.headers.authorization !== undefined ||
    ['client_secret', 'client_assertion'].some((name) => parameters.get(name) !== undefined)
  if (token === undefined || token.typ === ID_JAG || isOwn) {
    return await authenticate(context, request, parameters)
  }
  const { ip } = request
  const presented = { token, assertion, clientId: parameters.get('client_id'), caller: ip }
  const trust = await context.workloads.find(presented)
  // Whoever is refused has cost a verification, and perhaps a fetch. The subject and the issuer are what the caller says.
  const target =
    trust instanceof Refusal
      ? UNKNOWN_CLIENT
      : { what: `assertion for ${trust.clientId}`, limit: MAX_FAILURES }
  return await context.failedAttempts.limit(
    { ip, ...target, isFailure: ({ error }) => error === 'invalid_grant' },
    async () => await authenticateProgram(context, presented, trust, request),
  )
}

async function authenticateProgram(
  { clients, audit }: McpContext,
  presented: Presented,
  trust: Trust | Refusal,
  request: FastifyRequest,
): Promise<Authenticated | Refusal> {
  const workload = trust instanceof Refusal ? trust : await trust.verify()
  if (workload instanceof Refusal) {
    const { iss: issuer, sub: subject } = presented.token
    const detail = { issuer, subject, reason: workload.description }
    await audit.recordAnonymous(EVENTS.assertionRefused, { detail, ...callerOf(request) })
    return workload
  }
  const client = await clients.find(workload.clientId, presented.caller)
  return client instanceof Refusal ? client : { client, assertion: undefined, by: workload.by }
}
