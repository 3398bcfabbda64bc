/** The reads of the page of provisioning. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import { readPage } from '../../hub/api.ts'
import { callQuery } from '../../hub/call-query.ts'
import type { Session } from '../../hub/session.tsx'

export type Provisioning = Output<'getProvisioning'>
export type ProvisioningCall = Output<'listProvisioningCalls'>[number]
export type Secret = Output<'listKeys'>[number]

/** The scope of secrets of a directory. */
export const SCIM_SCOPE = 'scim:write'

/** The settings, and what the directory has sent. */
export function provisioningQuery(session: Session) {
  return callQuery(session, ['members', 'provisioning'], 'getProvisioning', {})
}

/** Calls write no events. */
const CALLS_MS = 5_000

/** The last calls of the directory. */
export function callsQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['members', customer, 'provisioning-calls'],
    queryFn: async ({ signal }) => ({
      rows: await client.listProvisioningCalls({}, { signal }),
      next: undefined,
    }),
    refetchInterval: CALLS_MS,
  })
}

/** The secrets that are valid. A customer has few keys, so that the first thousand are all. */
export function secretsQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['keys', customer, 'secrets'],
    queryFn: async ({ signal }) => {
      const { rows } = await readPage(client, 'listKeys', { pageSize: 1000 }, signal)
      const isSecret = ({ State, Scopes }: Secret) =>
        State === 'good' && Scopes.includes(SCIM_SCOPE)
      return { rows: rows.filter(isSecret), next: undefined }
    },
  })
}
