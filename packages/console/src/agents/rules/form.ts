/** Rules for agents as a form. Pure. */
import type { Input, Output } from '@entrepot/client'
import { nextKey } from '../../components/form/rows/rows.ts'
import { formatTyped, parseAmount } from '../../components/values/money-input.ts'
import type { AgentRule, LimitName } from './words.ts'

export type StoredRules = Output<'getAgentRules'>
export type RulesBody = Input<'replaceAgentRules'>['body']

/** A rule as it is typed. `key` tells rows apart. */
export interface RuleField {
  readonly key: number
  readonly kind: AgentRule['Kind']
  readonly needs: AgentRule['Needs']
  readonly agents: AgentRule['Agents']
  readonly above: Readonly<Record<LimitName, string>>
  /** Whether it was added on this page, so that its fields are shown at once. */
  readonly isNew?: true
}

export interface RulesForm {
  readonly rules: readonly RuleField[]
  readonly expiryHours: string
}

const LIMITS = ['Amount', 'Units', 'Count'] as const

/** The form of rules. */
export function rulesForm(
  { Rules, ExpiryHours }: Pick<StoredRules, 'Rules' | 'ExpiryHours'>,
  currency: string,
): RulesForm {
  return { rules: Rules.map((rule) => ruleField(rule, currency)), expiryHours: String(ExpiryHours) }
}

/** The field of a rule. */
export function ruleField({ Kind, Needs, Agents, Above }: AgentRule, currency: string): RuleField {
  const { Amount, Units, Count } = Above
  return {
    ...{ key: nextKey(), kind: Kind, needs: Needs, agents: Agents },
    above: {
      Amount: Amount === null ? '' : formatTyped(Amount, currency),
      Units: Units === null ? '' : String(Units),
      Count: Count === null ? '' : String(Count),
    },
  }
}

/** A new rule of a kind: a person, all agents, no limits. */
export function newRule(kind: AgentRule['Kind']): RuleField {
  const above = { Amount: '', Units: '', Count: '' }
  return { key: nextKey(), kind, needs: 'PERSON', agents: 'ALL', above, isNew: true }
}

/** What is wrong with a limit as it is typed; empty is no limit. */
export function limitIssue(limit: LimitName, typed: string, currency: string): string | undefined {
  if (typed.trim() === '') return undefined
  const read = readLimit(limit, typed, currency)
  return 'issue' in read ? read.issue : undefined
}

/** A rule with the limits that its kind has; undefined while something is wrong. */
export function ruleOf(
  { kind, needs, agents, above }: RuleField,
  limits: readonly string[],
  currency: string,
): AgentRule | undefined {
  const read: Record<LimitName, number | null> = { Amount: null, Units: null, Count: null }
  for (const limit of LIMITS) {
    if (!limits.includes(limit) || above[limit].trim() === '') continue
    const quantity = readLimit(limit, above[limit], currency)
    if ('issue' in quantity) return undefined
    read[limit] = quantity.amount
  }
  return { Kind: kind, Needs: needs, Agents: agents, Above: read }
}

/** The body of a form; undefined while something is wrong. */
export function rulesBody(
  { rules, expiryHours }: RulesForm,
  kinds: StoredRules['Kinds'],
  currency: string,
): RulesBody | undefined {
  const read = rules.map((rule) => ruleOf(rule, limitsOf(kinds, rule.kind), currency))
  const hours = Number(expiryHours)
  if (read.includes(undefined) || !/^\d+$/.test(expiryHours.trim())) return undefined
  const Rules = (read as readonly AgentRule[]).map((rule) => ({
    ...rule,
    Above: Object.fromEntries(
      Object.entries(rule.Above).filter(([, quantity]) => quantity !== null),
    ),
  }))
  return { Rules: Rules as RulesBody['Rules'], ExpiryHours: hours }
}

/** The limits that rules of a kind may have. */
export function limitsOf(kinds: StoredRules['Kinds'], kind: string): readonly string[] {
  return kinds.find(({ Kind }) => Kind === kind)?.Limits ?? []
}

function readLimit(limit: LimitName, typed: string, currency: string) {
  return parseAmount(typed, limit === 'Amount' ? { currency } : { decimals: 0 })
}
