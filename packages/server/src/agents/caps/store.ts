/** All SQL of what agents may do and have done. */
import {
  type Connection,
  execute,
  join,
  queryFirst,
  queryOne,
  type Sql,
  sql,
} from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import { type Amounts, CAP_NAMES, type CapName, type Caps, type SetCaps } from './rules.ts'

/** An agent at a customer, and the time zone in which the days of the customer begin. */
export interface AgentPlace {
  readonly customerId: string
  readonly agentKey: string
  readonly timeZone: string
}

const column = (name: CapName): Sql => COLUMNS[name]
const COLUMNS: Readonly<Record<CapName, Sql>> = {
  calls: sql`calls`,
  writes: sql`writes`,
  refunds: sql`refunds`,
  units: sql`units`,
  prices: sql`prices`,
}
const todayIn = (timeZone: string): Sql => sql`(clock_timestamp() at time zone ${timeZone})::date`

/**
 * Adds to what an agent has done today, unless it would exceed a cap. One statement, so that nodes together do not exceed it. Returns the
 * day, or undefined if nothing was added.
 */
export async function claimUsage(
  connection: Connection,
  { customerId, agentKey, timeZone }: AgentPlace,
  asked: Amounts,
  caps: Caps,
): Promise<string | undefined> {
  const limited = CAP_NAMES.filter((name) => caps[name] !== null && asked[name] > 0)
  const fits = (used: (name: CapName) => Sql) =>
    join(
      [
        sql`true`,
        ...limited.map(
          (name) => sql`${used(name)} + ${asked[name]}::numeric <= ${caps[name]}::numeric`,
        ),
      ],
      ' and ',
    )
  const row = await queryFirst<{ day: string }>(
    connection,
    sql`
    insert into hub.agent_usage as u (customer_id, agent_key, day, calls, writes, refunds, units, prices)
    select ${customerId}::bigint, ${agentKey}, ${todayIn(timeZone)}, ${valuesOf(asked)}
    where ${fits(() => sql`0`)}
    on conflict (customer_id, agent_key, day) do update set ${added(asked, sql`+`)}
    where ${fits((name) => sql`u.${column(name)}`)}
    returning day::text`,
  )
  return row?.day
}

const valuesOf = (amounts: Amounts): Sql =>
  join(
    CAP_NAMES.map((name) => sql`${amounts[name]}::numeric`),
    ', ',
  )

const added = (amounts: Amounts, sign: Sql): Sql =>
  join(
    CAP_NAMES.map(
      (name) =>
        sql`${column(name)} = greatest(0, u.${column(name)} ${sign} ${amounts[name]}::numeric)`,
    ),
    ', ',
  )

/** Takes back what was added for a call that has changed nothing. */
export async function giveBackUsage(
  connection: Connection,
  { customerId, agentKey, day }: Omit<AgentPlace, 'timeZone'> & { readonly day: string },
  amounts: Amounts,
): Promise<void> {
  await execute(
    connection,
    sql`
    update hub.agent_usage u set ${added(amounts, sql`-`)}
    where customer_id = ${customerId}::bigint and agent_key = ${agentKey} and day = ${day}::date`,
  )
}

/** Calls of an agent that are not limited. */
export interface CountedCalls extends AgentPlace {
  readonly calls: number
}

/** Adds calls of several agents. The rows are written in one order, so that nodes cannot deadlock. */
export async function addCalls(
  connection: Connection,
  counted: readonly CountedCalls[],
): Promise<void> {
  await execute(
    connection,
    sql`
    insert into hub.agent_usage as u (customer_id, agent_key, day, calls)
    select "customerId", "agentKey", (clock_timestamp() at time zone "timeZone")::date, calls
    from json_to_recordset(${JSON.stringify(counted)}::text::json)
      as c ("customerId" bigint, "agentKey" text, "timeZone" text, calls bigint)
    order by "customerId", "agentKey" collate "C"
    on conflict (customer_id, agent_key, day) do update set calls = u.calls + excluded.calls`,
  )
}

/** What an agent has done today, and when the next day begins. */
export interface UsageToday {
  readonly day: string
  readonly used: Amounts
  readonly resetsAt: Date
  readonly secondsLeft: number
}

/** Reads {@link UsageToday}. */
export async function readUsage(
  connection: Connection,
  { customerId, agentKey, timeZone }: AgentPlace,
): Promise<UsageToday> {
  const { day, resetsAt, secondsLeft, ...used } = await queryOne<
    Amounts & Omit<UsageToday, 'used'>
  >(
    connection,
    sql`
    select d.day::text, ends_at as "resetsAt",
      greatest(1, ceil(extract(epoch from ends_at - clock_timestamp())))::integer as "secondsLeft",
      coalesce(calls, 0)::float8 as calls, coalesce(writes, 0)::float8 as writes, coalesce(refunds, 0)::float8 as refunds,
      coalesce(units, 0)::float8 as units, coalesce(prices, 0)::float8 as prices
    from (select ${todayIn(timeZone)} as day) d
    cross join lateral (select (d.day + 1)::timestamp at time zone ${timeZone} as ends_at) e
    left join hub.agent_usage u
      on u.customer_id = ${customerId}::bigint and u.agent_key = ${agentKey} and u.day = d.day`,
  )
  return { day, used, resetsAt, secondsLeft }
}

/** Notes that an event says of a cap that it was reached. Returns whether it was not noted before on this day. */
export async function markTold(
  connection: Connection,
  { customerId, agentKey, day }: Omit<AgentPlace, 'timeZone'> & { readonly day: string },
  cap: CapName,
): Promise<boolean> {
  const row = await queryFirst(
    connection,
    sql`
    insert into hub.agent_usage as u (customer_id, agent_key, day, told)
    values (${customerId}::bigint, ${agentKey}, ${day}::date, array[${cap}::text])
    on conflict (customer_id, agent_key, day) do update set told = u.told || ${cap}::text
    where not ${cap} = any(u.told)
    returning 1`,
  )
  return row !== undefined
}

/** The name under which the caps for all agents of a customer are stored. */
export const ALL_AGENTS = ''

/** What a customer has set for an agent, or for all with {@link ALL_AGENTS}. */
export async function readCaps(
  connection: Connection,
  customerId: string,
  agentKey: string,
): Promise<SetCaps> {
  const row = await queryFirst<{ caps: SetCaps }>(
    connection,
    sql`select caps from hub.agent_caps where customer_id = ${customerId}::bigint and agent_key = ${agentKey}`,
  )
  return row?.caps ?? {}
}

/** Stores what a customer sets. Returns whether anything has changed. */
export async function storeCaps(
  connection: Connection,
  { customerId, agentKey }: Omit<AgentPlace, 'timeZone'>,
  caps: SetCaps,
  by: Actor,
): Promise<boolean> {
  const row = await queryFirst(
    connection,
    sql`
    insert into hub.agent_caps as c (customer_id, agent_key, caps, changed_by)
    values (${customerId}::bigint, ${agentKey}, ${JSON.stringify(caps)}::jsonb, ${JSON.stringify(by)}::jsonb)
    on conflict (customer_id, agent_key) do update
      set caps = excluded.caps, changed_by = excluded.changed_by, changed_at = clock_timestamp()
    where c.caps is distinct from excluded.caps
    returning 1`,
  )
  return row !== undefined
}

/** Removes what a customer has set. Returns whether there was anything. */
export async function removeCaps(
  connection: Connection,
  { customerId, agentKey }: Omit<AgentPlace, 'timeZone'>,
): Promise<boolean> {
  const removed = await execute(
    connection,
    sql`delete from hub.agent_caps where customer_id = ${customerId}::bigint and agent_key = ${agentKey}`,
  )
  return removed > 0
}

/** Days for which the usage of agents is kept. */
const KEPT_DAYS = 90

/** Removes the usage of old days. */
export async function removeOldUsage(connection: Connection): Promise<void> {
  await execute(
    connection,
    sql`delete from hub.agent_usage where day < (clock_timestamp() - make_interval(days => ${KEPT_DAYS}))::date`,
  )
}
