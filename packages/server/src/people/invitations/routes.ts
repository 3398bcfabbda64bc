/** `/v2/invitations`: the invitations of the customer. */
import { type Database, transaction } from '@entrepot/database'
import {
  isRefusal,
  principalOf,
  type Refusal,
  type Requirement,
  refuse,
  refuseIssues,
} from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { toActorWithPerson } from '../../actor-shapes.ts'
import { readListPage } from '../members/list-page.ts'
import { recordMember } from '../members/member-events.ts'
import { refuseRole } from '../members/routes.ts'
import { IdPath, ListQuery } from '../members/schema.ts'
import { isEmail } from '../users/rules.ts'
import { invite } from './invitations.ts'
import { linkOf, statusOf } from './rules.ts'
import { InvitationRequest, InvitationResponse, IssuedInvitationResponse } from './schema.ts'
import { deleteInvitation, type Invitation, selectInvitation, selectInvitations } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'members:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'members:write' } satisfies Requirement }
const TAGS = ['Members']

/**
 * Adds the calls of invitations.
 *
 * @param publicUrl origin that people open; undefined if nobody can sign in
 */
export function invitationRoutes(
  scope: FastifyInstance,
  database: Database,
  publicUrl: string | undefined,
): void {
  addCreate(scope, database, publicUrl)
  addReads(scope, database)
  scope.delete<{ Params: IdPath }>(
    '/invitations/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_INVITATION_ACCEPTED'] },
      schema: {
        ...{ operationId: 'deleteInvitation', tags: TAGS, summary: 'Revoke an invitation' },
        description:
          'Deletes an invitation that was not accepted, so that nobody can accept it. To end an accepted one, remove the member.',
        params: IdPath,
        response: { 204: { type: 'null', description: 'The invitation is void.' } },
      },
    },
    async (request, reply) => {
      const { customer, actor } = principalOf(request)
      const { customerId } = customer
      const id = Number(request.params.id)
      const isDeleted = await transaction(database, async (tx) => {
        const deleted = await deleteInvitation(tx, customerId, id)
        if (deleted) await recordMember(tx, 'member.invitation_withdrawn', deleted, actor)
        return deleted !== undefined
      })
      if (isDeleted) return await reply.code(204).send()
      if (!(await selectInvitation(database, customerId, id))) {
        return noInvitation(id)
      }
      const detail = `Invitation ${id} was accepted. Remove the member instead.`
      return refuse('MARKET_INVITATION_ACCEPTED', detail)
    },
  )
}

function addCreate(
  scope: FastifyInstance,
  database: Database,
  publicUrl: string | undefined,
): void {
  scope.post<{ Body: InvitationRequest }>(
    '/invitations',
    {
      config: { ...WRITE, hasSecret: true, refusals: ['MARKET_MEMBER_EXISTS'] },
      schema: {
        ...{ operationId: 'createInvitation', tags: TAGS, summary: 'Invite a person' },
        description:
          'Invites an address to act for the customer. The invitation is accepted when a person signs in with this address, which the identity provider must have verified, or by a user who opens Link. It can be accepted once, within seven days and while the person who invites is an owner, and replaces an earlier one of the address. Nobody gives a role with more scopes than they have.',
        body: InvitationRequest,
        response: { 201: IssuedInvitationResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { Email: email, Role: role } = request.body
      const refusal = isEmail(email) ? refuseRole(principal, role) : NO_EMAIL
      if (refusal) return refusal
      const { actor: invitedBy, customer } = principal
      const { customerId } = customer
      const issued = await invite(database, { customerId, email, role, invitedBy })
      if (isRefusal(issued)) return issued
      const link = publicUrl === undefined ? null : linkOf(publicUrl, issued.token)
      return await reply.code(201).send({ ...toResponse(issued.invitation), Link: link })
    },
  )
}

function addReads(scope: FastifyInstance, database: Database): void {
  scope.get<{ Querystring: ListQuery }>(
    '/invitations',
    {
      config: READ,
      schema: {
        ...{ operationId: 'listInvitations', tags: TAGS, summary: 'List invitations' },
        description: 'Lists the invitations of the customer, oldest first, without their links.',
        querystring: ListQuery,
        response: { 200: { type: 'array', items: InvitationResponse } },
      },
    },
    async (request, reply) => {
      const { customerId } = principalOf(request).customer
      const page = await readListPage(
        request,
        reply,
        async (after, limit) => await selectInvitations(database, customerId, after, limit),
        ({ invitationId }) => invitationId,
      )
      return isRefusal(page) ? page : page.map(toResponse)
    },
  )
  scope.get<{ Params: IdPath }>(
    '/invitations/:id',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{ operationId: 'getInvitation', tags: TAGS, summary: 'Get an invitation' },
        description: 'Returns one invitation, without its link.',
        params: IdPath,
        response: { 200: InvitationResponse },
      },
    },
    async (request) => {
      const { customerId } = principalOf(request).customer
      const id = Number(request.params.id)
      const invitation = await selectInvitation(database, customerId, id)
      return invitation ? toResponse(invitation) : noInvitation(id)
    },
  )
}

const NO_EMAIL = refuseIssues([
  { path: '/Email', message: 'must be an email address, such as ann@shop.example' },
])

function noInvitation(id: number): Refusal {
  return refuse('MARKET_NOT_FOUND', `The customer has no invitation ${id}.`)
}

function toResponse(invitation: Invitation): InvitationResponse {
  return {
    Id: Number(invitation.invitationId),
    Email: invitation.email,
    Role: invitation.role,
    Status: statusOf(invitation),
    InvitedBy: toActorWithPerson(invitation.invitedBy),
    CreatedAt: invitation.createdAt.toISOString(),
    ExpiresAt: invitation.expiresAt.toISOString(),
    AcceptedAt: invitation.acceptedAt?.toISOString() ?? null,
  }
}
