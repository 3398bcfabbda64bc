/** What the operator of the hub does with agents, by the command. */
import type { Database } from '@entrepot/database'
import {
  type Customer,
  isRefusal,
  type Principal,
  type Refusal,
  SYSTEM,
} from '@entrepot/marketplace'
import { refuseIssues } from '@entrepot/marketplace/routes'
import { hubNames } from '../../names.ts'
import { createAgent } from './headless-agents.ts'
import { MAX_AGENTS } from './rules.ts'
import { type HeadlessAgent, selectAgents } from './store.ts'
import type { SentWorkload } from './workload-rules.ts'

const SCOPES = hubNames.scopes.merchant

/** The operator at a customer, who may do everything. */
export function operatorAt(customer: Customer): Principal {
  return { kind: 'merchant', customer, channel: null, actor: SYSTEM, scopes: SCOPES }
}

/** All agents of a customer. */
export async function listAgents(
  database: Database,
  { customerId }: Customer,
): Promise<readonly HeadlessAgent[]> {
  const all = { status: undefined, after: undefined }
  return await selectAgents(database, customerId, all, MAX_AGENTS)
}

/** Creates an agent that authenticates by tokens of another issuer. Refusals: those of `createAgent`. */
export async function createByOperator(
  database: Database,
  customer: Customer,
  wanted: {
    readonly name: string
    readonly scopes: readonly string[]
    readonly workload: SentWorkload
  },
): Promise<HeadlessAgent | Refusal> {
  const unknown = wanted.scopes.find((scope) => !SCOPES.some((known) => known === scope))
  if (unknown !== undefined) {
    const message = `has ${unknown}, which is not a scope: use ${SCOPES.join(', ')}`
    return refuseIssues([{ path: '/Scopes', message }])
  }
  const issued = await createAgent(database, operatorAt(customer), {
    ...wanted,
    scopes: [...new Set(wanted.scopes)],
    publicKey: undefined,
  })
  return isRefusal(issued) ? issued : issued.agent
}
