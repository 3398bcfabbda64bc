/** Counts what agents do, within what they may do in a day. */
import {
  type Connection,
  type Database,
  isRehearsing,
  outsideRehearsal,
  transaction,
} from '@entrepot/database'
import type { Caller, Refusal, WorkLimit } from '@entrepot/marketplace'
import { isRefusal } from '@entrepot/marketplace/routes'
import type { FastifyRequest } from 'fastify'
import { appendAgentEvents } from '../../people/agent-events/append-agent-events.ts'
import { agentKeyOf } from '../agent-key.ts'
import type { AgentCall, AgentCheck } from '../guard.ts'
import type { Part } from '../measures/parts.ts'
import type { FindState } from '../states/find-states.ts'
import type { CallCounter } from './call-counter.ts'
import {
  type Amounts,
  type Asked,
  amountsOf,
  askedByParts,
  type CapName,
  capsOf,
  findExceeded,
  WIRE_NAMES,
} from './rules.ts'
import { type AgentPlace, claimUsage, giveBackUsage, markTold, readUsage } from './store.ts'
import { type ReachedCap, refuseCapped } from './texts.ts'

type AgentCaller = Pick<Caller, 'customer' | 'actor'>

/** The limits of agents. */
export interface AgentLimits {
  /** Counts a call, or refuses it. */
  readonly check: AgentCheck
  /** Refuses a call that exceeds what is left today, and counts nothing. */
  readonly refuseExceeded: AgentCheck
  /** Takes back what was counted for a call that was refused later. Its number of calls stays. */
  settle(request: FastifyRequest, status: number): Promise<void>
  /** The limit of work in the background. */
  readonly work: WorkLimit
}

/** What {@link createAgentLimits} needs. */
export interface LimitParts {
  readonly database: Database
  readonly findState: FindState
  /** Why nothing is done for an agent that is stopped. */
  readonly refuseStopped: (caller: AgentCaller) => Promise<Refusal | undefined>
  readonly calls: CallCounter
  /** Called if something was not counted or not recorded. */
  readonly onError: (error: unknown) => void
}

/** What was counted for a call. */
interface Counted {
  readonly place: AgentPlace
  readonly day: string
  readonly amounts: Amounts
}

/** Creates the {@link AgentLimits} of a node. */
export function createAgentLimits(parts: LimitParts): AgentLimits {
  const { database, refuseStopped } = parts
  const counted = new WeakMap<FastifyRequest, Counted>()
  return {
    async check(call) {
      if (!call.isWrite) return await countCall(parts, call)
      if (isRehearsing()) {
        return (await countCall(parts, call)) ?? (await refuseRehearsed(parts, call))
      }
      const measured = await call.measure()
      const asked = isRefusal(measured) ? { calls: 1 } : askedBy(call, measured)
      const taken = await take(parts, database, call.principal, amountsOf(asked))
      if (isRefusal(taken)) return taken
      if (isRefusal(measured)) return measured
      counted.set(call.request, taken)
      return undefined
    },
    async refuseExceeded(call) {
      const measured = await call.measure()
      if (isRefusal(measured)) return measured
      return await refuseBeyond(parts, database, call.principal, amountsOf(askedBy(call, measured)))
    },
    async settle(request, status) {
      const taken = counted.get(request)
      // After a 5xx it is not known whether the call has taken effect.
      if (taken === undefined || status < 400 || status >= 500) return
      await giveBack(parts, taken)
    },
    work: {
      async take(connection, caller, amounts) {
        if (caller.actor.kind !== 'agent') return undefined
        const stopped = await refuseStopped(caller)
        if (stopped !== undefined) return stopped
        const taken = await take(parts, connection, caller, amountsOf(amounts))
        return isRefusal(taken) ? taken : undefined
      },
      async giveBack(caller, amounts) {
        if (caller.actor.kind !== 'agent') return
        const place = placeOf(caller)
        const { day } = await readUsage(database, place)
        await giveBack(parts, { place, day, amounts: amountsOf(amounts) })
      },
    },
  }
}

/** Counts a call that changes nothing. */
async function countCall(
  parts: LimitParts,
  { principal }: AgentCall,
): Promise<Refusal | undefined> {
  const { database, findState, calls } = parts
  const place = placeOf(principal)
  const { ofCustomer, ofAgent } = await findState(place.customerId, place.agentKey)
  if (capsOf(ofCustomer, ofAgent).calls === null) return calls.add(place)
  // A rehearsal would lock what the agent has done today until its end, and undo the count.
  const taken = await outsideRehearsal(
    async () => await take(parts, database, principal, amountsOf({ calls: 1 })),
  )
  return isRefusal(taken) ? taken : undefined
}

/** Refuses a dry run of what the limits do not allow now. */
async function refuseRehearsed(parts: LimitParts, call: AgentCall): Promise<Refusal | undefined> {
  const { database, findState } = parts
  const { customer } = call.principal
  const place = placeOf(call.principal)
  const { ofCustomer, ofAgent } = await findState(place.customerId, place.agentKey)
  const caps = capsOf(ofCustomer, ofAgent)
  const measured = await call.measure()
  if (isRefusal(measured)) return measured
  const asked = { ...amountsOf(askedBy(call, measured)), calls: 0 }
  const today = await readUsage(database, place)
  const cap = findExceeded(caps, today.used, asked)
  if (cap === undefined) return undefined
  return refuseCapped(cap, { caps, asked, today }, customer.baseCurrency).refusal
}

/** Calls that begin work in the background, which asks for itself. */
const LATER: ReadonlySet<string> = new Set(['createOrderJob', 'createProductJob', 'createImport'])

function askedBy({ operationId }: AgentCall, parts: readonly Part[]): Asked {
  return { ...(!LATER.has(operationId) && askedByParts(parts)), calls: 1, writes: 1 }
}

function placeOf({ customer, actor }: AgentCaller): AgentPlace {
  const { customerId, timeZone } = customer
  return { customerId, timeZone, agentKey: agentKeyOf(actor) }
}

async function take(
  parts: LimitParts,
  connection: Connection,
  caller: AgentCaller,
  asked: Amounts,
): Promise<Counted | Refusal> {
  const place = placeOf(caller)
  const { ofCustomer, ofAgent } = await parts.findState(place.customerId, place.agentKey)
  const caps = capsOf(ofCustomer, ofAgent)
  const amounts = amountsOf(
    Object.fromEntries(
      Object.entries(asked).map(([name, amount]) => {
        const isUnlimited = caps[name as CapName] === null
        return [name, isUnlimited && !Number.isFinite(amount) ? 0 : amount]
      }),
    ),
  )
  const isKnown = Object.values(amounts).every(Number.isFinite)
  const day = isKnown ? await claimUsage(connection, place, amounts, caps) : undefined
  if (day !== undefined) return { place, day, amounts }
  const refusal = await refuseBeyond(parts, connection, caller, amounts)
  // Another call has given its claim back in between.
  return refusal ?? (await take(parts, connection, caller, asked))
}

/** Refuses what exceeds a cap now, and records that it was reached. */
async function refuseBeyond(
  parts: LimitParts,
  connection: Connection,
  caller: AgentCaller,
  asked: Amounts,
): Promise<Refusal | undefined> {
  const place = placeOf(caller)
  const { ofCustomer, ofAgent } = await parts.findState(place.customerId, place.agentKey)
  const caps = capsOf(ofCustomer, ofAgent)
  const today = await readUsage(connection, place)
  const cap = findExceeded(caps, today.used, asked)
  if (cap === undefined) return undefined
  const { baseCurrency } = caller.customer
  const { reached, refusal } = refuseCapped(cap, { caps, asked, today }, baseCurrency)
  const told = tell(parts, caller, cap, { place, day: today.day }, reached)
  // A transaction may have locked the row in which it is noted.
  if (connection === parts.database) await told
  return refusal
}

/** Writes the event of a cap that was reached: one for each agent, cap and day. */
async function tell(
  { database, onError }: LimitParts,
  { actor }: AgentCaller,
  cap: CapName,
  { place, day }: Pick<Counted, 'place' | 'day'>,
  { limit, used, asked, resetsAt }: ReachedCap,
): Promise<void> {
  const { customerId, agentKey } = place
  await transaction(database, async (tx) => {
    if (!(await markTold(tx, { customerId, agentKey, day }, cap))) return
    const data = {
      ...{ AgentId: agentKey, Cap: WIRE_NAMES[cap], Limit: limit, Used: used, Asked: asked },
      ResetsAt: resetsAt,
    }
    const subject = { kind: 'agent', id: agentKey } as const
    await appendAgentEvents(tx, customerId, [{ type: 'agent.capped', subject, actor, data }])
  }).catch(onError)
}

async function giveBack(
  { database, onError }: LimitParts,
  { place, day, amounts }: Counted,
): Promise<void> {
  const { calls: _, ...rest } = amounts
  // If it fails, the agent may do less today.
  await giveBackUsage(database, { ...place, day }, amountsOf(rest)).catch(onError)
}
