/** The SQL of moves: the state of a customer, the triggers that refuse its writes, and what changes in another database. */
import {
  type Connection,
  execute,
  executeScript,
  query,
  queryFirst,
  queryOne,
  raw,
  sql,
  type Transaction,
} from '@entrepot/database'

/** What a move knows of a customer. */
export interface MovingCustomer {
  readonly customerId: string
  readonly name: string
  readonly move: 'frozen' | 'moved' | null
}

export async function findCustomer(
  connection: Connection,
  customerId: string,
): Promise<MovingCustomer | undefined> {
  return await queryFirst<MovingCustomer>(
    connection,
    sql`
    select customer_id::text as "customerId", name, move from marketplace.customers where customer_id = ${customerId}`,
  )
}

/** Lets the transaction write for a customer that is frozen. */
export async function allowWrites(tx: Transaction, customerId: string): Promise<void> {
  await execute(tx, sql`select set_config('marketplace.moving', ${customerId}, true)`)
}

/** Changes the state of a customer, if it is the expected one. Returns whether it was. */
export async function changeState(
  connection: Connection,
  customerId: string,
  from: MovingCustomer['move'],
  to: MovingCustomer['move'],
): Promise<boolean> {
  const count = await execute(
    connection,
    sql`
    update marketplace.customers set move = ${to}
    where customer_id = ${customerId} and move is not distinct from ${from}`,
  )
  return count === 1
}

/** How much work of nodes for a customer has not ended: deliveries, imports, jobs and calls of agents. */
export async function countWork(connection: Connection, customerId: string): Promise<number> {
  const { count } = await queryOne<{ count: number }>(
    connection,
    sql`
    select (
      (select count(*) from marketplace.webhooks where customer_id = ${customerId} and leased_until > clock_timestamp())
      + (select count(*) from marketplace.imports where customer_id = ${customerId} and claimed_until > clock_timestamp())
      + (select count(*) from marketplace.order_jobs where customer_id = ${customerId} and claimed_until > clock_timestamp())
      + (select count(*) from marketplace.product_jobs where customer_id = ${customerId} and claimed_until > clock_timestamp())
      + (select count(*) from hub.agent_approvals where customer_id = ${customerId} and running_until > clock_timestamp())
    )::int as count`,
  )
  return count
}

const triggersOf = (customerId: string) =>
  [`frozen_write_${customerId}`, `frozen_delete_${customerId}`] as const

/** Gives a table the triggers that refuse writes of a customer. It waits for the writes of the table that are running. */
export async function guardTable(
  tx: Transaction,
  table: string,
  customerId: string,
  lockMs: number,
): Promise<void> {
  const [write, remove] = triggersOf(customerId)
  await executeScript(
    tx,
    `set local lock_timeout = ${lockMs};
    create or replace trigger ${write} before insert or update on ${table} for each row
      when (new.customer_id = ${customerId}) execute function marketplace.refuse_frozen('${customerId}');
    create or replace trigger ${remove} before delete on ${table} for each row
      when (old.customer_id = ${customerId}) execute function marketplace.refuse_frozen('${customerId}')`,
  )
}

export async function unguardTable(
  tx: Transaction,
  table: string,
  customerId: string,
  lockMs: number,
): Promise<void> {
  const drops = triggersOf(customerId).map((name) => `drop trigger if exists ${name} on ${table}`)
  await executeScript(tx, `set local lock_timeout = ${lockMs}; ${drops.join('; ')}`)
}

/** The tables that refuse the writes of a customer. */
export async function findGuarded(
  connection: Connection,
  customerId: string,
): Promise<ReadonlySet<string>> {
  const rows = await query<{ name: string }>(
    connection,
    sql`
    select format('%I.%I', n.nspname, c.relname) as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where t.tgname = any(${[...triggersOf(customerId)]}) group by 1 having count(*) = 2`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Lets one import of a customer run at a time. */
export async function lockImport(tx: Transaction, customerId: string): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('entrepot import of customer ' || ${customerId}::text, 0))`,
  )
}

/** Whether a table has a row that fulfils a condition. */
export async function hasRow(
  connection: Connection,
  table: string,
  condition: string,
): Promise<boolean> {
  const { found } = await queryOne<{ found: boolean }>(
    connection,
    sql`select exists (select from ${raw(table)} where ${raw(condition)}) as found`,
  )
  return found
}

export async function deleteRows(
  tx: Transaction,
  table: string,
  condition: string,
): Promise<number> {
  return await execute(tx, sql`delete from ${raw(table)} where ${raw(condition)}`)
}

export async function lastOf(connection: Connection, sequence: string): Promise<bigint> {
  const { last } = await queryOne<{ last: string }>(
    connection,
    sql`select last_value::text as last from ${raw(sequence)}`,
  )
  return BigInt(last)
}

/** Others may take numbers meanwhile, but never so many. */
const TAKEN_MEANWHILE = 1_000

/** Lets a sequence continue behind a number. */
export async function raiseSequence(
  connection: Connection,
  sequence: string,
  last: string,
): Promise<void> {
  await execute(
    connection,
    sql`
    select setval(${sequence}::text::regclass, ${last}::bigint + ${TAKEN_MEANWHILE}::int)
    from ${raw(sequence)} where last_value < ${last}::bigint`,
  )
}

/**
 * Makes the rows of a customer those of this database. Its events up to `bound` have transaction ids of the database before, its channels compare
 * their catalogue again, and no node works for it.
 */
export async function adoptRows(tx: Transaction, customerId: string, bound: string): Promise<void> {
  const ofCustomer = sql`where customer_id = ${customerId}`
  await execute(
    tx,
    sql`update marketplace.customers set event_bounds = event_bounds || ${bound}::bigint ${ofCustomer}`,
  )
  // No transaction has this id, so the rows count as those of another database.
  await execute(tx, sql`update marketplace.channel_syncs set written_by = '0' ${ofCustomer}`)
  await execute(
    tx,
    sql`update marketplace.webhooks set lease_id = null, leased_until = null ${ofCustomer} and lease_id is not null`,
  )
  for (const table of ['imports', 'order_jobs', 'product_jobs']) {
    await execute(
      tx,
      sql`update marketplace.${raw(table)} set claim = null, claimed_until = null ${ofCustomer} and claimed_until is not null`,
    )
  }
  // The rates of this hub may be other ones.
  await execute(
    tx,
    sql`
    insert into marketplace.changed_rates (customer_id, currency_code)
    select distinct customer_id, currency_code from marketplace.orders
    ${ofCustomer} and status = 'REQUIRES_CORRECTION' and rate_to_base_currency is null
    on conflict (customer_id, currency_code) do update set after_order_id = 0`,
  )
}
