/** A call of an agent that waits for a person, for tests that need no agent. */
import { hash } from 'node:crypto'
import type { Database } from '@entrepot/database'
import { expectDone } from '@entrepot/marketplace'
import { requestApproval } from '../src/agents/approvals/approvals.ts'

/** Stores that an agent would close the order with a reference. @returns the path of the approval in the API */
export async function storeWaitingCall(
  database: Database,
  customerId: string,
  reference: string,
): Promise<string> {
  const url = `/v2/orders/${reference}/close`
  const approval = await requestApproval(database, {
    ...{ customerId, agentKey: 'robot', scopes: ['orders:write'], tool: null },
    actor: { kind: 'agent', id: 'robot', label: 'Robot' },
    ...{ operation: 'closeOrder', neededScopes: ['orders:write'], method: 'POST', url, body: null },
    callHash: hash('sha256', url, 'hex'),
    ...{ summary: 'Close an order.', measures: [], needs: 'MEMBER', expiryHours: 1 },
  })
  return `/v2/agent-approvals/${expectDone(approval).approvalId}`
}
