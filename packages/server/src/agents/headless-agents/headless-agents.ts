import { type Database, type Transaction, transaction } from '@entrepot/database'
import type { Actor, Principal } from '@entrepot/marketplace'
import {
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
  takeEffect,
} from '@entrepot/marketplace/routes'
import type { ResolvedMCPClient } from '@entrepot/oauth'
import { appendAgentEvents } from '../../people/agent-events/append-agent-events.ts'
import { storedActor } from '../../people/stored-actor.ts'
import { isHeadlessId } from '../agent-key.ts'
import {
  type KeyPair,
  MAX_AGENTS,
  type NamedKey,
  newClientId,
  newKeyPair,
  refuseAgents,
  refuseScopes,
  withKey,
  withoutKey,
} from './rules.ts'
import {
  decideAgent,
  deleteAgent,
  type HeadlessAgent,
  insertAgent,
  lockAgent,
  selectActive,
  selectAgent,
  updateKeys,
} from './store.ts'
import { readWorkload, type SentWorkload, type Workload } from './workload-rules.ts'
import { insertWorkload } from './workload-store.ts'

/** An agent with a new key. The private key is not stored and cannot be shown again; null for an agent that brought its public key. */
export interface IssuedAgent {
  readonly agent: HeadlessAgent
  readonly privateKey: KeyPair['privateKey'] | null
}

/** What {@link createAgent} makes. */
interface WantedAgent {
  readonly name: string
  readonly scopes: readonly string[]
  /** As it was sent; undefined for a pair that the hub makes. */
  readonly publicKey: Readonly<Record<string, unknown>> | undefined
  /** The tokens by which it authenticates instead of a key. */
  readonly workload?: SentWorkload | undefined
}

/**
 * Creates an agent. It is active at once if the principal may change agents; otherwise it waits for somebody who may. Refusals:
 * `MARKET_FORBIDDEN`, `MARKET_INVALID_INPUT`, `MARKET_TOO_MANY_AGENTS`.
 */
export async function createAgent(
  database: Database,
  { customer, scopes: own, actor }: Principal,
  { name, scopes, publicKey: sent, workload: sentWorkload }: WantedAgent,
): Promise<IssuedAgent | Refusal> {
  const isDecided = own.includes('agents:write')
  const refusal = refuseAgents(actor) ?? (isDecided ? refuseScopes(scopes, own) : undefined)
  if (refusal) return refusal
  if (sent !== undefined && sentWorkload !== undefined) return ONE_WAY
  const workload = sentWorkload && (await readWorkload(sentWorkload, '/Workload'))
  if (workload !== undefined && 'length' in workload) return refuseIssues([...workload])
  const key = await readKey(sent)
  if (isRefusal(key)) return key
  const { customerId } = customer
  const askedBy = storedActor(actor)
  const isKeyless = workload !== undefined
  const given = { name, scopes, publicKey: key.jwk, isKeyless }
  const input = { customerId, clientId: newClientId(), ...given, askedBy, isDecided }
  return await takeEffect(database, async (tx) => {
    const made = await insertAgent(tx, input)
    if (made === undefined) return tooMany()
    const agent = workload ? await withWorkload(tx, made, workload, askedBy) : made
    const type = isDecided ? 'agent.connected' : 'agent.requested'
    await appendAgentEvents(tx, customerId, [toEvent(type, agent, actor)])
    return { agent, privateKey: isKeyless ? null : key.privateKey }
  })
}

async function withWorkload(
  tx: Transaction,
  { customerId, agentId }: HeadlessAgent,
  workload: Workload,
  createdBy: Actor,
): Promise<HeadlessAgent> {
  await insertWorkload(tx, agentId, workload, createdBy)
  const agent = await selectAgent(tx, customerId, agentId)
  if (agent === undefined) throw new Error(`agent ${agentId} was not stored`)
  return agent
}

const ONE_WAY = refuseIssues([
  { path: '/Workload', message: 'is for an agent without a key: leave out PublicKey or Workload' },
])

function tooMany(): Refusal {
  const detail = `The customer has ${MAX_AGENTS} agents that act without a person, which is the maximum. Delete agents that are not used.`
  return refuse('MARKET_TOO_MANY_AGENTS', detail)
}

/** Approves or rejects an agent that waits, once. Refusals: `MARKET_FORBIDDEN`, `MARKET_NOT_FOUND`, `MARKET_AGENT_DECIDED`. */
export async function decide(
  database: Database,
  { customer, scopes: own, actor }: Principal,
  agentId: string,
  status: 'ACTIVE' | 'REJECTED',
): Promise<HeadlessAgent | Refusal> {
  const { customerId } = customer
  const by = storedActor(actor)
  return await takeEffect(database, async (tx) => {
    const asked = await selectAgent(tx, customerId, agentId)
    if (asked === undefined) return noAgent(agentId)
    const refusal = refuseAgents(actor) ?? (status === 'ACTIVE' && refuseScopes(asked.scopes, own))
    if (refusal) return refusal
    const agent = await decideAgent(tx, customerId, agentId, { status, by })
    if (agent === undefined) {
      const detail = `Agent ${agentId} was already approved or rejected. Delete it to end its access.`
      return refuse('MARKET_AGENT_DECIDED', detail)
    }
    const type = status === 'ACTIVE' ? 'agent.connected' : 'agent.revoked'
    await appendAgentEvents(tx, customerId, [toEvent(type, agent, actor)])
    return agent
  })
}

/**
 * Adds a key to an agent. Whoever has the private key gets the scopes of the agent, so the principal must have them. Refusals:
 * `MARKET_FORBIDDEN`, `MARKET_NOT_FOUND`, `MARKET_INVALID_INPUT`, `MARKET_TOO_MANY_AGENT_KEYS`.
 */
export async function addKey(
  database: Database,
  principal: Principal,
  agentId: string,
  sent: WantedAgent['publicKey'],
): Promise<IssuedAgent | Refusal> {
  const key = await readKey(sent)
  if (isRefusal(key)) return key
  return await changeKeys(
    database,
    principal,
    agentId,
    (agent, keys) => refuseScopes(agent.scopes, principal.scopes) ?? withKey(keys, key),
    key.privateKey,
  )
}

/** Removes a key from an agent: no more tokens are given for it. Refusals: `MARKET_FORBIDDEN`, `MARKET_NOT_FOUND`, `MARKET_LAST_AGENT_KEY`. */
export async function removeKey(
  database: Database,
  principal: Principal,
  agentId: string,
  keyId: string,
): Promise<HeadlessAgent | Refusal> {
  const none = refuse('MARKET_NOT_FOUND', `Agent ${agentId} has no key ${keyId}.`)
  const changed = await changeKeys(
    database,
    principal,
    agentId,
    ({ workloads }, keys) => withoutKey(keys, keyId, workloads.length > 0) ?? none,
  )
  return isRefusal(changed) ? changed : changed.agent
}

async function changeKeys(
  database: Database,
  { customer: { customerId }, actor }: Principal,
  agentId: string,
  change: (agent: HeadlessAgent, keys: readonly NamedKey[]) => readonly NamedKey[] | Refusal,
  // Part of what takes effect: a repeat gets the key that was stored, not another one.
  privateKey: IssuedAgent['privateKey'] = null,
): Promise<IssuedAgent | Refusal> {
  const refusal = refuseAgents(actor)
  if (refusal) return refusal
  return await takeEffect(database, async (tx) => {
    const agent = await lockAgent(tx, customerId, agentId)
    if (agent === undefined) return noAgent(agentId)
    const keys = change(agent, await namedKeysOf(agent))
    if (isRefusal(keys)) return keys
    const jwks = keys.map(({ jwk }) => jwk)
    const isKeyless = jwks.length === 0
    const stored = isKeyless ? [newKeyPair().publicKey] : jwks
    const changed = await updateKeys(tx, agentId, stored, isKeyless)
    await appendAgentEvents(tx, customerId, [toEvent('agent.updated', changed, actor)])
    return { agent: changed, privateKey }
  })
}

/** The keys of an agent with their thumbprints. They were checked when they were added. */
export async function namedKeysOf({
  publicKeys,
}: Pick<HeadlessAgent, 'publicKeys'>): Promise<readonly NamedKey[]> {
  const { nameClientKey } = await import('@entrepot/oauth')
  return await Promise.all(publicKeys.map(nameClientKey))
}

/** A key that was sent, or a new one. */
async function readKey(
  sent: WantedAgent['publicKey'],
): Promise<(NamedKey & Pick<IssuedAgent, 'privateKey'>) | Refusal> {
  // Imported here, because a hub that starts does not need it.
  const { readClientKey } = await import('@entrepot/oauth')
  const pair = sent === undefined ? newKeyPair() : undefined
  const key = await readClientKey(sent ?? (pair as KeyPair).publicKey)
  if (typeof key === 'string') return refuseIssues([{ path: '/PublicKey', message: key }])
  return { ...key, privateKey: pair?.privateKey ?? null }
}

/** Deletes an agent: it gets no more tokens, and its existing tokens are refused within a second. Refusal: `MARKET_NOT_FOUND`. */
export async function endAgent(
  database: Database,
  { customer: { customerId }, actor }: Pick<Principal, 'customer' | 'actor'>,
  agentId: string,
): Promise<Refusal | undefined> {
  const ended = await transaction(
    database,
    async (tx) => await endAgentIn(tx, { customerId, actor }, agentId),
  )
  return ended === undefined ? noAgent(agentId) : undefined
}

/** {@link endAgent} in a transaction. Returns undefined if there is no such agent. */
export async function endAgentIn(
  tx: Transaction,
  { customerId, actor }: { readonly customerId: string; readonly actor: Actor },
  agentId: string,
): Promise<HeadlessAgent | undefined> {
  const agent = await deleteAgent(tx, customerId, agentId)
  // The event of a rejected agent was written when it was rejected.
  if (agent && agent.status !== 'REJECTED') {
    await appendAgentEvents(tx, customerId, [toEvent('agent.revoked', agent, actor)])
  }
  return agent
}

/** The refusal for an agent that does not exist. */
export function noAgent(agentId: string): Refusal {
  return refuse(
    'MARKET_NOT_FOUND',
    `The customer has no agent ${agentId} that acts without a person.`,
  )
}

/** An active agent, for the authorization server. */
export async function resolveAgent(
  database: Database,
  clientId: string,
): Promise<ResolvedMCPClient | undefined> {
  if (!isHeadlessId(clientId)) return undefined
  const [agent] = await selectActive(database, [clientId])
  if (agent === undefined) return undefined
  const { name, publicKeys, scopes } = agent
  const client = { name, scope: scopes.join(' ') }
  if (publicKeys.length === 0) return client
  type Keys = NonNullable<ResolvedMCPClient['jwks']>['keys']
  return { ...client, jwks: { keys: publicKeys as unknown as Keys } }
}

/** An event about an agent. */
export function toEvent(
  type: 'agent.requested' | 'agent.connected' | 'agent.updated' | 'agent.revoked',
  { clientId, name, scopes }: HeadlessAgent,
  actor: Actor,
) {
  const Scopes = type === 'agent.revoked' ? [] : scopes
  const data = { ClientId: clientId, Name: name, PersonId: null, Scopes }
  return { type, subject: { kind: 'agent', id: clientId } as const, actor, data }
}
