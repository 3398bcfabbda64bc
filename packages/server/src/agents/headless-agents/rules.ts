/** The rules of agents without a person. Pure but for new ids and keys. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Actor, Scope } from '@entrepot/marketplace'
import { type Refusal, refuse, refuseIssues } from '@entrepot/marketplace/routes'
import type { ClientKey } from '@entrepot/oauth'

/** What an agent is: it asks for access, has it, or was refused it. */
export const AGENT_STATUSES = ['WAITING', 'ACTIVE', 'REJECTED'] as const
export type AgentStatus = (typeof AGENT_STATUSES)[number]

/** How many agents a customer has at most. */
export const MAX_AGENTS = 100

/** Makes an id for the authorization server. It is no secret. */
export function newClientId(): string {
  return `agent_${randomBytes(16).toString('base64url')}`
}

/** How many keys an agent has at most. Two are enough to change keys without an interruption. */
export const MAX_KEYS = 4

/** A public key as a JSON Web Key (RFC 7517): of Ed25519 or P-256, or of RSA. */
export type PublicKey = Readonly<Record<string, string>>

/** A key pair. The private key names the public one by `kid`. */
export interface KeyPair {
  readonly publicKey: PublicKey
  readonly privateKey: PublicKey
}

/** Makes a key pair of Ed25519 for an agent that has none. */
export function newKeyPair(): KeyPair {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const publicKey = { kty: 'OKP', crv: 'Ed25519', x, kid: randomBytes(12).toString('base64url') }
  return { publicKey, privateKey: { ...publicKey, d } }
}

/** A key with its thumbprint, and what it signs with. */
export type NamedKey = Pick<ClientKey, 'id' | 'jwk' | 'algorithm'>

/** Adds a key to those of an agent. */
export function withKey(keys: readonly NamedKey[], key: NamedKey): readonly NamedKey[] | Refusal {
  const { kid } = key.jwk
  const same = keys.find(({ id, jwk }) => id === key.id || (kid !== undefined && jwk.kid === kid))
  if (same !== undefined) {
    const message =
      same.id === key.id ? 'is a key of the agent already' : `has the kid of another key: ${kid}`
    return refuseIssues([{ path: '/PublicKey', message }])
  }
  if (keys.length < MAX_KEYS) return [...keys, key]
  const detail = `The agent has ${MAX_KEYS} keys, which is the maximum. Delete one that is no longer used.`
  return refuse('MARKET_TOO_MANY_AGENT_KEYS', detail)
}

/**
 * Removes a key from those of an agent; undefined if it has no such key.
 *
 * @param hasOtherWay whether the agent needs no key, because it authenticates by tokens of other issuers
 */
export function withoutKey(
  keys: readonly NamedKey[],
  keyId: string,
  hasOtherWay: boolean,
): readonly NamedKey[] | Refusal | undefined {
  const kept = keys.filter(({ id }) => id !== keyId)
  if (kept.length === keys.length) return undefined
  if (kept.length > 0 || hasOtherWay) return kept
  const detail = 'The agent has no other key. Add the new key first, or delete the agent.'
  return refuse('MARKET_LAST_AGENT_KEY', detail)
}

/** Refuses agents who want to make agents: people and keys answer for them. */
export function refuseAgents({ kind }: Actor): Refusal | undefined {
  if (kind !== 'agent') return undefined
  return refuse('MARKET_FORBIDDEN', 'An agent cannot create agents, or decide on them.')
}

/** Refuses to give scopes that somebody does not have. */
export function refuseScopes(given: readonly string[], own: readonly Scope[]): Refusal | undefined {
  const lacking = given.filter((scope) => !own.includes(scope as Scope))
  if (lacking.length === 0) return undefined
  const detail = `Nobody gives an agent more than they may do themselves: the credentials lack ${lacking.join(', ')}.`
  return refuse('MARKET_FORBIDDEN', detail)
}
