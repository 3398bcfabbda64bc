/** Whether a principal may make a call. */
import { type Refusal, refuse } from '../shared/errors.ts'
import type { Actor } from './actor.ts'
import type { Customer } from './customer.ts'
import type { Principal, Requirement, Requirements } from './principal.ts'
import type { Scope } from './scopes.ts'

/** Returns why a principal may not make a call that has these requirements. Undefined if it may. */
export function refuseAccess(
  principal: Principal,
  requirements: Requirements,
): Refusal | undefined {
  const disabled = refuseDisabled(principal.customer)
  if (disabled !== undefined) return disabled
  const all = [requirements].flat() as readonly Requirement[]
  const required = all.find(({ kind }) => kind === principal.kind)
  if (required === undefined) {
    const kinds = all.map(({ kind }) => kind).join(' or ')
    return refuse('MARKET_FORBIDDEN', wrongKind(principal, kinds))
  }
  const { scope } = required
  const isAllowed =
    typeof scope === 'string'
      ? principal.scopes.includes(scope)
      : scope.some((name) => principal.scopes.includes(name))
  if (isAllowed) return undefined
  const names = [scope].flat().join(' or ')
  return refuse('MARKET_FORBIDDEN', `${LACKING[principal.actor.kind]} the scope ${names}.`)
}

function wrongKind({ kind, actor }: Principal, kinds: string): string {
  if (actor.kind === 'key') return `This call needs a ${kinds} key; this is a ${kind} key.`
  return `This call needs a ${kinds} key. People and their agents cannot make it.`
}

const LACKING: Readonly<Record<Actor['kind'], string>> = {
  key: 'This API key lacks',
  person: 'The role of this person at the customer lacks',
  agent: 'This access token, or the role of the person who authorized it, lacks',
  system: 'This job lacks',
}

/** All scopes of which one is sufficient for a call. */
export function scopesOf(requirements: Requirements): readonly Scope[] {
  const all = [requirements].flat() as readonly Requirement[]
  return [...new Set(all.flatMap(({ scope }) => scope))]
}

/** Methods that read. Calls of other methods are refused without asking the database. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Why a call is not served while a customer moves to another hub. Undefined for customers that stay. */
export function refuseMoving({ customerId, move }: Customer, method: string): Refusal | undefined {
  if (move === 'moved') {
    const detail = `Customer ${customerId} has moved to another hub. Send the same request again in some seconds, to the address of the proxy and not to that of a hub.`
    return refuse('MARKET_CUSTOMER_MOVED', detail)
  }
  return move === 'frozen' && !READING.has(method) ? refuseFrozen(customerId) : undefined
}

/** The refusal of a write for a frozen customer. */
export function refuseFrozen(customerId: string): Refusal {
  const detail = `Customer ${customerId} is read-only while it moves to another hub, which takes minutes. Nothing was changed. Send the same request again in some seconds.`
  return refuse('MARKET_CUSTOMER_FROZEN', detail)
}

/** Why nobody may act for a customer. Undefined if it is active. */
export function refuseDisabled({ customerId, isActive }: Customer): Refusal | undefined {
  if (isActive) return undefined
  const detail = `Customer ${customerId} is disabled, and its data is kept. Ask the operator of the hub to enable it.`
  return refuse('MARKET_CUSTOMER_DISABLED', detail)
}
