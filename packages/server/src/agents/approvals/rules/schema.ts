/** Wire shapes of the rules for agents. */
import { Count, Nullable, OneOf, STRICT } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { KINDS, MEASURED_BY } from '../../measures/parts.ts'
import {
  type AgentRule,
  type AgentRules,
  DEFAULT_RULES,
  MAX_EXPIRY_HOURS,
  MAX_RULES,
  NEEDS,
} from './rules.ts'
import type { StoredRules } from './store.ts'

/** Who has to approve, on the wire. */
export const NeedsName = OneOf(
  NEEDS,
  'PERSON: the person of the agent, in its client, or a member. MEMBER: a member, in the console or by the API. Agents without a person always need a member.',
)

/** What a call does, on the wire. */
export const KindName = OneOf(
  KINDS,
  'What a call does. A call can be of several kinds: one that changes prices and stock is of both, and one that deletes is of `delete` as well.',
)

const AgentsName = OneOf(['ALL', 'HEADLESS'], 'Which agents. ALL when left out.')

const Above = Type.Object(
  {
    Amount: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'With VAT, in the base currency. Of cancel, return and refund.',
      }),
    ),
    Units: Type.Optional(Count(0, 1_000_000_000, 'Of ship, cancel and return.')),
    Count: Type.Optional(
      Count(0, 1_000_000, 'Records in one call. Of all but delete, settings and other.'),
    ),
  },
  {
    ...STRICT,
    title: 'AgentRuleLimits',
    description:
      'Only calls need somebody that are above one of these limits, or of which the hub cannot know whether they are. Without limits, all calls of the kind do.',
  },
)

const Rule = Type.Object(
  {
    Kind: KindName,
    Needs: NeedsName,
    Agents: Type.Optional(AgentsName),
    Above: Type.Optional(Above),
  },
  { ...STRICT, title: 'AgentRule' },
)

/** The body of PUT. */
export const AgentRulesRequest = Type.Object(
  {
    Rules: Type.Array(Rule, {
      maxItems: MAX_RULES,
      description: 'All rules. A call for which no rule needs somebody is made at once.',
    }),
    ExpiryHours: Count(1, MAX_EXPIRY_HOURS, 'For how long a call waits.'),
  },
  { ...STRICT, title: 'AgentRulesRequest' },
)
export type AgentRulesRequest = Static<typeof AgentRulesRequest>

const RuleResponse = Type.Object(
  {
    Kind: KindName,
    Needs: NeedsName,
    Agents: AgentsName,
    Above: Type.Object(
      {
        Amount: Nullable(Type.Number()),
        Units: Nullable(Type.Number()),
        Count: Nullable(Type.Number()),
      },
      { title: 'AgentRuleLimitsResponse' },
    ),
  },
  { title: 'AgentRuleResponse' },
)

const KindResponse = Type.Object(
  { Kind: KindName, Limits: Type.Array(Type.String()) },
  { title: 'AgentRuleKind' },
)

/** The rules in an answer. */
export const AgentRulesResponse = Type.Object(
  {
    Rules: Type.Array(RuleResponse),
    ExpiryHours: Type.Integer(),
    IsDefault: Type.Boolean({ description: 'Whether the customer has stored none of its own.' }),
    ChangedBy: Nullable(Type.String({ description: 'Who has stored them.' })),
    ChangedAt: Nullable(Type.String({ format: 'date-time' })),
    Kinds: Type.Array(KindResponse, {
      description: 'All kinds of calls, and the limits that rules of each may have.',
    }),
    DefaultRules: Type.Array(RuleResponse, {
      description: 'The rules of the hub, for customers that have stored none.',
    }),
  },
  { title: 'AgentRules' },
)
export type AgentRulesResponse = Static<typeof AgentRulesResponse>

/** The rules that a request stores. */
export function toRules({ Rules, ExpiryHours }: AgentRulesRequest): AgentRules {
  return {
    rules: Rules.map(
      ({ Kind, Needs, Agents = 'ALL', Above: { Amount, Units, Count: count } = {} }) => ({
        ...{ kind: Kind, needs: Needs, agents: Agents },
        above: {
          ...(Amount !== undefined && { amount: Amount }),
          ...(Units !== undefined && { units: Units }),
          ...(count !== undefined && { count }),
        },
      }),
    ),
    expiryHours: ExpiryHours,
  }
}

/** The answer with the rules of a customer. */
export function toRulesResponse(
  { rules, expiryHours }: AgentRules,
  stored: StoredRules | undefined,
): AgentRulesResponse {
  return {
    Rules: rules.map(toRuleResponse),
    ExpiryHours: expiryHours,
    IsDefault: stored === undefined,
    ChangedBy: stored?.changedBy.label ?? null,
    ChangedAt: stored?.changedAt.toISOString() ?? null,
    Kinds: KINDS.map((kind) => ({
      Kind: kind,
      Limits: MEASURED_BY[kind].map((quantity) => LIMITS[quantity]),
    })),
    DefaultRules: DEFAULT_RULES.rules.map(toRuleResponse),
  }
}

/** The quantities on the wire. */
const LIMITS = { amount: 'Amount', units: 'Units', count: 'Count' } as const

function toRuleResponse({ kind, needs, agents, above: { amount, units, count } }: AgentRule) {
  return {
    ...{ Kind: kind, Needs: needs, Agents: agents },
    Above: { Amount: amount ?? null, Units: units ?? null, Count: count ?? null },
  }
}
