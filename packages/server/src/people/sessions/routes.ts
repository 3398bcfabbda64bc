/** `/v2/me/sessions` and `/v2/members/<id>/sessions`: where people are signed in. */
import type { Database } from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import {
  isRefusal,
  type Principal,
  principalOf,
  type Refusal,
  type Requirement,
  type Requirements,
  refuse,
} from '@entrepot/marketplace/routes'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hubNames } from '../../names.ts'
import { noSuchMember } from '../members/refusals.ts'
import { IdPath } from '../members/schema.ts'
import { type ListedMember, selectMember } from '../members/store.ts'
import { describeBrowser } from '../user-agent.ts'
import { sessionCookie } from './register-sessions.ts'
import { EndedSessions, SessionPath, SessionResponse } from './schema.ts'
import { hashSession } from './session-store.ts'
import { deleteSessionsOf, type ListedSession, selectSessionsOf } from './store.ts'

/** Any scope is sufficient for what concerns only the caller. */
const ANY: Requirements = [{ kind: 'merchant', scope: hubNames.scopes.merchant }]
const WRITE = { requires: { kind: 'merchant', scope: 'members:write' } satisfies Requirement }
const TAGS = ['Members']
const list = { 200: { type: 'array', items: SessionResponse } } as const

/**
 * Adds the calls of sessions.
 *
 * @param publicUrl origin that people open; undefined if nobody can sign in
 */
export function sessionRoutes(
  scope: FastifyInstance,
  database: Database,
  publicUrl: string | undefined,
): void {
  addOwn(scope, database, publicUrl)
  addOfMembers(scope, database)
}

function addOwn(scope: FastifyInstance, database: Database, publicUrl: string | undefined): void {
  const own = { requires: ANY, acceptsAnyCustomer: true, refusals: ['MARKET_FORBIDDEN'] } as const
  scope.get(
    '/me/sessions',
    {
      config: own,
      schema: {
        ...{ operationId: 'listMySessions', tags: TAGS, summary: 'List my sessions' },
        description:
          'Lists where the person who calls is signed in, oldest first. Only people can call it: keys and agents have no sessions.',
        response: list,
      },
    },
    async (request) => {
      const person = personOf(principalOf(request))
      if (isRefusal(person)) return person
      const current = currentSession(request, publicUrl)
      const sessions = await selectSessionsOf(database, person.id)
      return sessions.map((session) => toResponse(session, current))
    },
  )
  scope.delete(
    '/me/sessions',
    {
      config: own,
      schema: {
        ...{ operationId: 'endMySessions', tags: TAGS, summary: 'End all my sessions' },
        description:
          'Signs the person who calls out everywhere, this session included, within a second on every node. Agents keep their access.',
        response: { 200: EndedSessions },
      },
    },
    async (request) => {
      const person = personOf(principalOf(request))
      if (isRefusal(person)) return person
      return { EndedCount: await deleteSessionsOf(database, person.id) }
    },
  )
  scope.delete<{ Params: SessionPath }>(
    '/me/sessions/:id',
    {
      config: { ...own, refusals: ['MARKET_FORBIDDEN', 'MARKET_NOT_FOUND'] },
      schema: {
        ...{ operationId: 'endMySession', tags: TAGS, summary: 'End one of my sessions' },
        description: 'Signs the person who calls out there, within a second on every node.',
        params: SessionPath,
        response: { 204: { type: 'null', description: 'The session has ended.' } },
      },
    },
    async (request, reply) => {
      const person = personOf(principalOf(request))
      if (isRefusal(person)) return person
      const { id } = request.params
      if ((await deleteSessionsOf(database, person.id, id)) > 0) return await reply.code(204).send()
      return refuse('MARKET_NOT_FOUND', `You have no session ${id}.`)
    },
  )
}

function addOfMembers(scope: FastifyInstance, database: Database): void {
  scope.get<{ Params: IdPath }>(
    '/members/:id/sessions',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{
          operationId: 'listMemberSessions',
          tags: TAGS,
          summary: 'List the sessions of a member',
        },
        description:
          'Lists where a member is signed in, oldest first. It needs members:write, as ending them does.',
        params: IdPath,
        response: list,
      },
    },
    async (request) => {
      const member = await memberOf(database, request, request.params.id)
      if (isRefusal(member)) return member
      const sessions = await selectSessionsOf(database, member.userId)
      return sessions.map((session) => toResponse(session, undefined))
    },
  )
  scope.delete<{ Params: IdPath }>(
    '/members/:id/sessions',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{
          operationId: 'endMemberSessions',
          tags: TAGS,
          summary: 'Sign a member out everywhere',
        },
        description:
          'Ends all sessions of a member, within a second on every node, also those in which the person works for other customers. The person can sign in again: to prevent that, remove the member. Agents keep their access.',
        params: IdPath,
        response: { 200: EndedSessions },
      },
    },
    async (request) => {
      const member = await memberOf(database, request, request.params.id)
      if (isRefusal(member)) return member
      return { EndedCount: await deleteSessionsOf(database, member.userId) }
    },
  )
}

/** The person who calls, in their own session. An agent acts for a person, but does not sign them out. */
export function personOf({ actor }: Principal): Actor | Refusal {
  if (actor.kind === 'person') return actor
  return refuse('MARKET_FORBIDDEN', 'Only a signed-in person has sessions: call it from a session.')
}

async function memberOf(
  database: Database,
  request: FastifyRequest,
  userId: string,
): Promise<ListedMember | Refusal> {
  const { customerId } = principalOf(request).customer
  return (await selectMember(database, userId, customerId)) ?? noSuchMember(userId)
}

/** The id, as lists show it, of the session of a request. Its signature was checked when the principal was found. */
function currentSession(
  { headers }: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined {
  if (publicUrl === undefined) return undefined
  const signed = cookie.fastifyCookie.parse(headers.cookie ?? '')[sessionCookie(publicUrl)]
  if (signed === undefined) return undefined
  const id = signed.slice(0, signed.lastIndexOf('.'))
  return hashSession(id).toString('hex').slice(0, 16)
}

function toResponse(session: ListedSession, current: string | undefined): SessionResponse {
  return {
    Id: session.sessionId,
    Browser: describeBrowser(session.userAgent),
    CreatedAt: session.createdAt.toISOString(),
    ExpiresAt: session.expiresAt.toISOString(),
    IsCurrent: session.sessionId === current,
  }
}
