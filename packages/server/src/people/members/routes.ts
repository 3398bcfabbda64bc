/** `/v2/members`: the members of the customer. */
import { type Database, transaction } from '@entrepot/database'
import {
  isRefusal,
  type Principal,
  principalOf,
  type Refusal,
  type Requirement,
  refuse,
} from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { readListPage } from './list-page.ts'
import { changeRole, endMembership } from './members.ts'
import { noSuchMember } from './refusals.ts'
import { mayGive, type Role } from './roles.ts'
import { IdPath, ListQuery, MemberChange, MemberResponse } from './schema.ts'
import { type ListedMember, selectMember, selectMemberPage } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'members:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'members:write' } satisfies Requirement }
const TAGS = ['Members']

/** Adds the calls of members. */
export function memberRoutes(scope: FastifyInstance, database: Database): void {
  addReads(scope, database)
  addWrites(scope, database)
}

function addReads(scope: FastifyInstance, database: Database): void {
  scope.get<{ Querystring: ListQuery }>(
    '/members',
    {
      config: READ,
      schema: {
        ...{ operationId: 'listMembers', tags: TAGS, summary: 'List members' },
        description: 'Lists the people who act for the customer, with their roles, oldest first.',
        querystring: ListQuery,
        response: { 200: { type: 'array', items: MemberResponse } },
      },
    },
    async (request, reply) => {
      const { customerId } = principalOf(request).customer
      const page = await readListPage(
        request,
        reply,
        async (after, limit) => await selectMemberPage(database, customerId, after, limit),
        ({ userId }) => userId,
      )
      return isRefusal(page) ? page : page.map(toResponse)
    },
  )
  scope.get<{ Params: IdPath }>(
    '/members/:id',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{ operationId: 'getMember', tags: TAGS, summary: 'Get a member' },
        description: 'Returns one member of the customer.',
        params: IdPath,
        response: { 200: MemberResponse },
      },
    },
    async (request) => {
      const member = await selectMember(database, request.params.id, customerOf(request))
      return member ? toResponse(member) : noSuchMember(request.params.id)
    },
  )
}

function addWrites(scope: FastifyInstance, database: Database): void {
  scope.patch<{ Params: IdPath; Body: MemberChange }>(
    '/members/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_LAST_OWNER'] },
      schema: {
        ...{ operationId: 'changeMember', tags: TAGS, summary: 'Change the role of a member' },
        description:
          'Gives a member another role, within a second on every node. Nobody gives a role with more scopes than they have, and a customer that has an owner keeps one.',
        params: IdPath,
        body: MemberChange,
        response: { 200: MemberResponse },
      },
    },
    async (request) => {
      const { id: userId } = request.params
      const { Role: role } = request.body
      const refusal = refuseRole(principalOf(request), role)
      if (refusal) return refusal
      const customerId = customerOf(request)
      const { actor } = principalOf(request)
      const outcome = await transaction(database, async (tx) => {
        const changed = await changeRole(tx, { userId, customerId, role }, actor)
        return isRefusal(changed) ? changed : await selectMember(tx, userId, customerId)
      })
      return isRefusal(outcome) ? outcome : toResponse(outcome as ListedMember)
    },
  )
  scope.delete<{ Params: IdPath }>(
    '/members/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_LAST_OWNER'] },
      schema: {
        ...{ operationId: 'deleteMember', tags: TAGS, summary: 'Remove a member' },
        description:
          'Ends a membership, within a second on every node. The person stays a user of the hub. A customer that has an owner keeps one.',
        params: IdPath,
        response: { 204: { type: 'null', description: 'The membership has ended.' } },
      },
    },
    async (request, reply) => {
      const { id: userId } = request.params
      const customerId = customerOf(request)
      const { actor } = principalOf(request)
      reply.code(204)
      return await transaction(database, (tx) => endMembership(tx, userId, customerId, actor))
    },
  )
}

function customerOf(request: Parameters<typeof principalOf>[0]): string {
  return principalOf(request).customer.customerId
}

/** Refuses a role with scopes that the principal lacks. */
export function refuseRole({ scopes }: Principal, role: Role): Refusal | undefined {
  if (mayGive(scopes, role)) return undefined
  const detail = `The role ${role} has scopes that these credentials lack. Nobody gives more rights than they have.`
  return refuse('MARKET_FORBIDDEN', detail)
}

function toResponse({
  userId,
  email,
  name,
  role,
  createdAt,
  lastSignInAt,
}: ListedMember): MemberResponse {
  return {
    Id: Number(userId),
    Email: email,
    Name: name,
    Role: role,
    CreatedAt: createdAt.toISOString(),
    LastSignInAt: lastSignInAt?.toISOString() ?? null,
  }
}
