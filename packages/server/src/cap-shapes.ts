/** Shapes of what agents may do in a day, for the API and for the data of events. */
import { Type } from 'typebox'

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

/** One member for each cap. */
export const CAPS = {
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

/** What an agent has done of each cap. */
export const AgentUsage = Type.Object(
  {
    Calls: used('Calls'),
    Writes: used('Writes'),
    RefundAmount: used('RefundAmount'),
    UnitsCancelled: used('UnitsCancelled'),
    PriceChanges: used('PriceChanges'),
  },
  { title: 'AgentUsage', description: 'What the agent has done today.' },
)
