/** Wire shapes of what agents may do in a day. */
import { STRICT } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { AgentCaps, AgentUsage, CAPS } from '../../cap-shapes.ts'
import { type Amounts, CAP_NAMES, type Caps, type SetCaps, WIRE_NAMES } from './rules.ts'

/** The body of PUT. */
export const AgentCapsRequest = Type.Partial(Type.Object(CAPS), {
  ...STRICT,
  title: 'AgentCapsRequest',
})
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

const USED = {
  Used: AgentUsage,
  ResetsAt: Type.String({ format: 'date-time', description: 'When the next day begins.' }),
}

/** The caps of an agent. */
export const AgentCapsResponse = Type.Object(
  {
    AgentId: Type.String(),
    Caps: AgentCaps,
    Own: Type.Array(Type.String(), {
      description: 'The caps that were set for this agent. The others are those for all agents.',
    }),
    ...USED,
  },
  { title: 'CapsOfAgent' },
)
export type AgentCapsResponse = Static<typeof AgentCapsResponse>

/** What an agent has done of its caps, in the answer about the agent. */
export const UsageOfAgent = Type.Object(
  { Caps: AgentCaps, ...USED },
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
