/** The rules of agents without a person. Pure but for new ids and keys. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Actor, Scope } from '@entrepot/marketplace'
import { type Refusal, refuse } from '@entrepot/marketplace/routes'

/** What an agent is: it asks for access, has it, or was refused it. */
export const AGENT_STATUSES = ['WAITING', 'ACTIVE', 'REJECTED'] as const
export type AgentStatus = (typeof AGENT_STATUSES)[number]

/** How many agents a customer has at most. */
export const MAX_AGENTS = 100

const CLIENT_ID = /^agent_[\w-]{22}$/

/** Makes an id for the authorization server. It is no secret. */
export function newClientId(): string {
  return `agent_${randomBytes(16).toString('base64url')}`
}

/** Whether an id of a client may be that of an agent without a person. */
export function isHeadlessId(clientId: string): boolean {
  return CLIENT_ID.test(clientId)
}

/** A public key of Ed25519 as a JSON Web Key (RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
}

/** A key pair. */
export interface KeyPair {
  readonly publicKey: PublicKey
  readonly privateKey: PublicKey & { readonly d: string }
}

/** Makes a key pair for an agent that has none. */
export function newKeyPair(): KeyPair {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const publicKey = { kty: 'OKP', crv: 'Ed25519', x } as const
  return { publicKey, privateKey: { ...publicKey, d } }
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
