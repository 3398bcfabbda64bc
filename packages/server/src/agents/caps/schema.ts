/** Wire shapes of what agents may do in a day. */
import { STRICT } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { type Amounts, CAP_NAMES, type Caps, type SetCaps, WIRE_NAMES } from './rules.ts'

const MAX = 1_000_000_000

const TEXTS = {
  Calls: 'Calls of the API and of tools, reads included.',
  Writes: 'Calls that write, and orders that jobs change.',
  RefundAmount: 'What refunds and returns give back, in the base currency of the customer.',
  UnitsCancelled: 'Units of orders that are cancelled.',
  PriceChanges: 'Prices of products and channels that change.',
} as const

const typeOf = (name: keyof typeof TEXTS) => (name === 'RefundAmount' ? 'number' : 'integer')

const cap = (name: keyof typeof TEXTS) =>
  Type.Unsafe<number | null>({
    type: [typeOf(name), 'null'],
    minimum: 0,
    maximum: MAX,
    description: `${TEXTS[name]} Null is unlimited.`,
  })

const used = (name: keyof typeof TEXTS) =>
  Type.Unsafe<number>({ type: typeOf(name), description: TEXTS[name] })

const CAPS = {
  Calls: cap('Calls'),
  Writes: cap('Writes'),
  RefundAmount: cap('RefundAmount'),
  UnitsCancelled: cap('UnitsCancelled'),
  PriceChanges: cap('PriceChanges'),
}

/** The caps of an agent, or of all. */
export const AgentCaps = Type.Object(CAPS, {
  title: 'AgentCaps',
  description: 'The most that an agent does in a day of the time zone of the customer.',
})

const AgentUsage = Type.Object(
  {
    Calls: used('Calls'),
    Writes: used('Writes'),
    RefundAmount: used('RefundAmount'),
    UnitsCancelled: used('UnitsCancelled'),
    PriceChanges: used('PriceChanges'),
  },
  { title: 'AgentUsage', description: 'What the agent has done today.' },
)

/** The body of PUT. */
export const AgentCapsRequest = Type.Object(
  {
    Calls: Type.Optional(CAPS.Calls),
    Writes: Type.Optional(CAPS.Writes),
    RefundAmount: Type.Optional(CAPS.RefundAmount),
    UnitsCancelled: Type.Optional(CAPS.UnitsCancelled),
    PriceChanges: Type.Optional(CAPS.PriceChanges),
  },
  { ...STRICT, title: 'AgentCapsRequest' },
)
export type AgentCapsRequest = Static<typeof AgentCapsRequest>

/** The caps for all agents of a customer. */
export const DefaultCapsResponse = Type.Object(
  {
    Caps: AgentCaps,
    Own: Type.Array(Type.String(), {
      description: 'The caps that were set. The others are those of the hub.',
    }),
  },
  { title: 'DefaultAgentCaps' },
)
export type DefaultCapsResponse = Static<typeof DefaultCapsResponse>

/** The caps of an agent. */
export const AgentCapsResponse = Type.Object(
  {
    AgentId: Type.String(),
    Caps: AgentCaps,
    Own: Type.Array(Type.String(), {
      description: 'The caps that were set for this agent. The others are those for all agents.',
    }),
    Used: AgentUsage,
    ResetsAt: Type.String({ format: 'date-time', description: 'When the next day begins.' }),
  },
  { title: 'CapsOfAgent' },
)
export type AgentCapsResponse = Static<typeof AgentCapsResponse>

/** What an agent has done of its caps, in the answer about the agent. */
export const UsageOfAgent = Type.Object(
  {
    Caps: AgentCaps,
    Used: AgentUsage,
    ResetsAt: Type.String({ format: 'date-time', description: 'When the next day begins.' }),
  },
  { title: 'UsageOfAgent', description: 'What the agent has done today of what it may do.' },
)
export type UsageOfAgent = Static<typeof UsageOfAgent>

/** The path parameter of the caps of an agent. */
export const CapsPath = Type.Object({
  id: Type.String({
    pattern: '^(?:[1-9][0-9]{0,14}-|agent_)[\\w-]{22}$',
    description: 'Id of the agent, or the ClientId of one that acts without a person.',
  }),
})
export type CapsPath = Static<typeof CapsPath>

/** The caps of a request. */
export function fromCapsRequest(request: AgentCapsRequest): SetCaps {
  return Object.fromEntries(
    CAP_NAMES.flatMap((name) => {
      const value = request[WIRE_NAMES[name]]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Amounts or caps with the names of the wire. */
export function toWire<T extends Amounts | Caps>(values: T) {
  return {
    Calls: values.calls as T['calls'],
    Writes: values.writes as T['writes'],
    RefundAmount: values.refunds as T['refunds'],
    UnitsCancelled: values.units as T['units'],
    PriceChanges: values.prices as T['prices'],
  }
}

/** The names of the caps that were set. */
export function namesOf(caps: SetCaps): string[] {
  return CAP_NAMES.filter((name) => caps[name] !== undefined).map((name) => WIRE_NAMES[name])
}
