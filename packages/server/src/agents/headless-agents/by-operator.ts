/** What the operator of the hub does with agents without a person, by the command. */
import type { Database } from '@entrepot/database'
import {
  type Actor,
  type Customer,
  getCustomers,
  isRefusal,
  type Refusal,
  SYSTEM,
} from '@entrepot/marketplace'
import { refuse, refuseIssues } from '@entrepot/marketplace/routes'
import { hubNames } from '../../names.ts'
import { createAgent } from './headless-agents.ts'
import { MAX_AGENTS } from './rules.ts'
import { type HeadlessAgent, selectAgents } from './store.ts'
import type { SentWorkload } from './workload-rules.ts'
import { addWorkload, removeWorkload } from './workloads.ts'

/** All agents of a customer. */
export async function listAgents(
  database: Database,
  customerId: string,
): Promise<readonly HeadlessAgent[]> {
  return await selectAgents(
    database,
    customerId,
    { status: undefined, after: undefined },
    MAX_AGENTS,
  )
}

/** Creates an agent that authenticates by tokens of another issuer. Refusals: those of `createAgent`, and `MARKET_NOT_FOUND`. */
export async function createByOperator(
  database: Database,
  customerId: string,
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
  const principal = await operatorAt(database, customerId)
  if (isRefusal(principal)) return principal
  const issued = await createAgent(
    database,
    { kind: 'merchant', channel: null, ...principal },
    { ...wanted, scopes: [...new Set(wanted.scopes)], publicKey: undefined },
  )
  return isRefusal(issued) ? issued : issued.agent
}

/** As `addWorkload`. */
export async function trustByOperator(
  database: Database,
  customerId: string,
  agentId: string,
  workload: SentWorkload,
): Promise<HeadlessAgent | Refusal> {
  const principal = await operatorAt(database, customerId)
  return isRefusal(principal)
    ? principal
    : await addWorkload(database, principal, agentId, workload)
}

/** As `removeWorkload`. */
export async function untrustByOperator(
  database: Database,
  customerId: string,
  agentId: string,
  workloadId: string,
): Promise<HeadlessAgent | Refusal> {
  const principal = await operatorAt(database, customerId)
  return isRefusal(principal)
    ? principal
    : await removeWorkload(database, principal, agentId, workloadId)
}

const SCOPES = hubNames.scopes.merchant

async function operatorAt(database: Database, customerId: string) {
  const [customer] = await getCustomers(database, [customerId])
  return customer === undefined
    ? refuse('MARKET_NOT_FOUND', `There is no customer ${customerId}. See entrepot customers list.`)
    : ({ customer, actor: SYSTEM, scopes: SCOPES } satisfies {
        readonly customer: Customer
        readonly actor: Actor
        readonly scopes: typeof SCOPES
      })
}
