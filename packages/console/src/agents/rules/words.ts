/** Rules for agents in words. Pure. */
import type { Output } from '@entrepot/client'
import { counted, formatMoney, formatNumber } from '../../components/values/language.ts'

export type AgentRule = Output<'getAgentRules'>['Rules'][number]
export type LimitName = keyof AgentRule['Above']

/** What calls of each kind do. A kind that the console does not know is named by its name. */
const KINDS: Readonly<Record<string, readonly [label: string, records: string]>> = {
  acknowledge: ['Acknowledging orders', 'orders'],
  ship: ['Shipments and backorders', 'records'],
  cancel: ['Cancellations', 'cancellations'],
  return: ['Returns and decisions on them', 'returns'],
  refund: ['Refunds without a return', 'refunds'],
  product: ['Creating and changing products', 'products'],
  price: ['Changes of prices', 'products'],
  stock: ['Changes of stock', 'products'],
  offer_rules: ['Changes to channel rules and overrides', 'overrides'],
  order_job: ['Bulk actions on orders', 'orders'],
  delete: ['All deletions', 'records'],
  settings: ['Channels, keys, members and other administration', 'records'],
  other: ['Comments, corrections, closing orders and views', 'records'],
}

/** The label of a kind. */
export function kindLabel(kind: string): string {
  return KINDS[kind]?.[0] ?? kind
}

/** The label of a limit of a kind. */
export function limitLabel(kind: string, limit: string): string {
  if (limit === 'Amount') return 'Only above this amount'
  if (limit === 'Units') return 'Only above this many units'
  return `Only above this many ${KINDS[kind]?.[1] ?? 'records'} in a call`
}

/**
 * A rule as a sentence.
 *
 * @example
 * ruleInWords({ Kind: 'cancel', Needs: 'PERSON', Agents: 'ALL', Above: { Amount: 100, Units: null, Count: null } }, 'EUR')
 * // 'Cancellations need approval if they are worth more than €100.00.'
 */
export function ruleInWords({ Kind, Needs, Agents, Above }: AgentRule, currency: string): string {
  const { Amount, Units, Count } = Above
  const limits = [
    Amount === null ? '' : `are worth more than ${formatMoney(Amount, currency)}`,
    Units === null ? '' : `have more than ${counted(Units, 'unit')}`,
    // Rules have no count: each change of them needs the approval.
    Count !== null && Kind === 'offer_rules' ? 'change rules' : '',
    Count === null
      ? ''
      : `concern more than ${formatNumber(Count)} ${KINDS[Kind]?.[1] ?? 'records'} in one call`,
  ].filter(Boolean)
  const whose = Agents === 'HEADLESS' ? ' by unattended agents' : ''
  const who = Needs === 'MEMBER' ? "a member's approval" : 'approval'
  const when = limits.length === 0 ? '' : ` if they ${limits.join(', or ')}`
  return `${kindLabel(Kind)}${whose} need ${who}${when}.`
}
