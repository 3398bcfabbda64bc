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

/** Why nobody may act for a customer. Undefined if it is active. */
export function refuseDisabled({ customerId, isActive }: Customer): Refusal | undefined {
  if (isActive) return undefined
  const detail = `Customer ${customerId} is disabled, and its data is kept. Ask the operator of the hub to enable it.`
  return refuse('MARKET_CUSTOMER_DISABLED', detail)
}
