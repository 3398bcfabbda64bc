/** `/v2/provisioning`: how the directory of the customer provides its members. */
import type { Database } from '@entrepot/database'
import { isRefusal, principalOf, type Requirement } from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { refuseRole } from '../../people/members/routes.ts'
import { roleOfGroup } from '../access/rules.ts'
import { type ScimSettings, selectSettings } from '../access/store.ts'
import { selectCountedGroups } from '../directory/group-store.ts'
import { selectCalls } from '../scim/call-store.ts'
import { ProvisioningCall, ProvisioningChange, ProvisioningResponse } from './schema.ts'
import { changeScimSettings, toData } from './settings.ts'
import { countPeople } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'members:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'members:write' } satisfies Requirement }
const TAGS = ['Members']

const MAX_GROUPS = 200

const MAX_CALLS = 50

/**
 * Adds the calls of provisioning.
 *
 * @param url where directories send their people; undefined if nobody can sign in
 */
export function provisioningRoutes(
  scope: FastifyInstance,
  database: Database,
  url: string | undefined,
): void {
  const read = async (customerId: string) =>
    await toResponse(database, customerId, url, await selectSettings(database, customerId))
  scope.get(
    '/provisioning',
    {
      config: READ,
      schema: {
        ...{ operationId: 'getProvisioning', tags: TAGS, summary: 'Get provisioning' },
        description:
          'Returns how the directory of the customer, such as Microsoft Entra or Okta, provides members by SCIM: the address, the roles of groups, and what it has sent. Its secrets are API keys with the scope `scim:write`.',
        response: { 200: ProvisioningResponse },
      },
    },
    async (request) => await read(principalOf(request).customer.customerId),
  )
  addChange(scope, database, read)
  scope.get(
    '/provisioning/calls',
    {
      config: READ,
      schema: {
        ...{ operationId: 'listProvisioningCalls', tags: TAGS, summary: 'List provisioning calls' },
        description: `Lists the last ${MAX_CALLS} calls of the directory, newest first.`,
        response: { 200: { type: 'array', items: ProvisioningCall } },
      },
    },
    async (request) => {
      const { customerId } = principalOf(request).customer
      const calls = await selectCalls(database, customerId, MAX_CALLS)
      return calls.map(({ callId, calledAt, label, method, path, status, detail }) => ({
        Id: Number(callId),
        CalledAt: calledAt.toISOString(),
        ...{ Label: label, Method: method, Path: path, Status: status, Detail: detail },
      }))
    },
  )
}

function addChange(
  scope: FastifyInstance,
  database: Database,
  read: (customerId: string) => Promise<ProvisioningResponse>,
): void {
  scope.patch<{ Body: ProvisioningChange }>(
    '/provisioning',
    {
      config: { ...WRITE, refusals: ['MARKET_LAST_OWNER'] },
      schema: {
        ...{ operationId: 'changeProvisioning', tags: TAGS, summary: 'Change provisioning' },
        description:
          'Changes which roles the groups of the directory give, and with that the roles of its people, within a second on every node. `Roles` replaces the whole list. Nobody gives a role with more scopes than they have, and a customer that has an owner keeps one.',
        body: ProvisioningChange,
        response: { 200: ProvisioningResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { DefaultRole, Roles } = request.body
      for (const role of [DefaultRole ?? [], Roles?.map(({ Role }) => Role) ?? []].flat()) {
        const refusal = refuseRole(principal, role)
        if (refusal) return refusal
      }
      const { customer, actor } = principal
      const change = {
        ...(DefaultRole !== undefined && { defaultRole: DefaultRole }),
        ...(Roles && { roles: Roles.map(({ Group, Role }) => ({ group: Group, role: Role })) }),
      }
      const changed = await changeScimSettings(database, customer.customerId, () => change, actor)
      return isRefusal(changed) ? changed : await read(customer.customerId)
    },
  )
}

async function toResponse(
  database: Database,
  customerId: string,
  url: string | undefined,
  settings: ScimSettings,
): Promise<ProvisioningResponse> {
  const { subject, roles } = settings
  const { all, active, joined } = await countPeople(database, customerId)
  const groups = await selectCountedGroups(database, customerId, MAX_GROUPS)
  return {
    Url: url ?? null,
    ...toData(settings),
    Subject: subject && { Provider: subject.provider, Issuer: subject.issuer },
    People: { All: all, Active: active, Joined: joined },
    Groups: groups.map((group) => ({
      Id: group.scimId,
      DisplayName: group.displayName,
      ExternalId: group.externalId,
      MemberCount: group.memberCount,
      Role: roleOfGroup(group, roles) ?? null,
    })),
  }
}
