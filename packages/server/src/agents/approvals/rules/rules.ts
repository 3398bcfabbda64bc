/** Which calls of agents need a person: the rules of a customer, and what a call comes to by them. Pure. */
import { type Issue, type Refusal, refuseIssues } from '@entrepot/marketplace/routes'
import { type Kind, MEASURED_BY, type Part, type Quantity } from '../../measures/parts.ts'

/** Who has to approve a call. PERSON: the person of the agent, in its client, or a member. MEMBER: a member, in the console or by the API. */
export const NEEDS = ['PERSON', 'MEMBER'] as const

/** Who has to approve a call. */
export type Needs = (typeof NEEDS)[number]

/** One rule: parts of a kind need somebody if one of the quantities is above its limit, and always if there is none. */
export interface AgentRule {
  readonly kind: Kind
  readonly needs: Needs
  readonly agents: 'ALL' | 'HEADLESS'
  readonly above: Readonly<Partial<Record<Quantity, number>>>
}

/** The rules of a customer. */
export interface AgentRules {
  readonly rules: readonly AgentRule[]
  /** For how long a call waits. */
  readonly expiryHours: number
}

const rule = (kind: Kind, above: AgentRule['above'] = {}, needs: Needs = 'PERSON'): AgentRule => ({
  ...{ kind, needs, agents: 'ALL', above },
})

/**
 * The rules of a customer that has stored none: what costs money, what reaches many buyers at once, and what deletes needs a person;
 * administration needs a member.
 */
export const DEFAULT_RULES: AgentRules = {
  rules: [
    rule('cancel', { amount: 100 }),
    rule('refund', { amount: 100 }),
    rule('return', { amount: 100 }),
    rule('price', { count: 20 }),
    rule('offer_rules', { count: 20 }),
    rule('delete'),
    rule('settings', {}, 'MEMBER'),
  ],
  expiryHours: 24,
}

/** How many rules a customer has at most. */
export const MAX_RULES = 100

/** How long a call may wait at most, in hours. */
export const MAX_EXPIRY_HOURS = 7 * 24

/** Refuses limits by which calls of the kind are not measured. */
export function refuseRules(rules: readonly AgentRule[]): Refusal | undefined {
  const issues = rules.flatMap(({ kind, above }, at): Issue[] =>
    Object.keys(above).flatMap((quantity) => {
      const measures = MEASURED_BY[kind]
      if (measures.includes(quantity as Quantity)) return []
      const message =
        measures.length === 0
          ? `has no limits: each call of the kind ${kind} needs somebody`
          : `has no limit ${quantity}: calls of the kind ${kind} are measured by ${measures.join(', ')}`
      return [{ path: `/Rules/${at}/Above`, message }]
    }),
  )
  return issues.length > 0 ? refuseIssues(issues) : undefined
}

/**
 * Who has to approve a call; undefined if the agent makes it alone. A quantity that is not known is above each limit. An agent without a
 * person has nobody who could answer in its client, so a member has to approve.
 *
 * @example
 * whoApproves(DEFAULT_RULES, [{ kind: 'cancel', amount: 250 }], false) // 'PERSON'
 */
export function whoApproves(
  { rules }: AgentRules,
  parts: readonly Part[],
  isHeadless: boolean,
): Needs | undefined {
  const needed = rules.filter(
    ({ kind, agents, above }) =>
      (agents === 'ALL' || isHeadless) &&
      parts.some((part) => part.kind === kind && isAbove(part, above)),
  )
  if (needed.length === 0) return undefined
  return isHeadless || needed.some(({ needs }) => needs === 'MEMBER') ? 'MEMBER' : 'PERSON'
}

function isAbove(part: Part, above: AgentRule['above']): boolean {
  const limits = Object.entries(above) as (readonly [Quantity, number])[]
  if (limits.length === 0) return true
  return limits.some(([quantity, limit]) => {
    const measured = part[quantity]
    return measured === null || measured === undefined || measured > limit
  })
}
