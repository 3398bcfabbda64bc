/** Which tables have rows of a customer, and what becomes of them in a move. */
import type { Table } from '../backup/store.ts'

/** Tables of the hub that a move does not carry, each with the reason. A test finds tables that are in neither list. */
export const NOT_CARRIED: Readonly<Record<string, string>> = {
  'entrepot.migrations': 'of the database',
  'marketplace.event_log': 'of the database',
  'marketplace.ecb_rates': 'the same for all customers: each hub fetches them',
  'marketplace.rate_windows': 'counters of the current minute',
  'hub.sessions': 'of people, who sign in again',
  'hub.passkey_challenges': 'sign-ins under way',
  'hub.first_owner_links': 'of the hub',
  'hub.recovery_links': 'of people, for one hour',
}

/** Rows of these may be written while the customer is frozen: they count calls, also those that only read. */
export const UNGUARDED: ReadonlySet<string> = new Set([
  'marketplace.rate_windows',
  'hub.agent_usage',
  'hub.scim_calls',
])

/** People who are known at the customer, in the order in which they are loaded. They may be known at the other hub already. */
export const PEOPLE = ['hub.users', 'hub.identities', 'hub.passkeys'] as const

/** Columns with ids of users. These differ between hubs. */
export const USER_COLUMNS: Readonly<Record<string, string>> = {
  'hub.users': 'user_id',
  'hub.identities': 'user_id',
  'hub.passkeys': 'user_id',
  'hub.members': 'user_id',
  'hub.invitations': 'accepted_by',
  'hub.told_agents': 'user_id',
  'hub.scim_users': 'user_id',
  'hub.agent_approvals': 'user_id',
}

/** Columns with keys of agents. That of an agent of a person begins with the id of the person: see `agentId`. */
export const AGENT_KEYS: Readonly<Record<string, string>> = {
  'hub.told_agents': 'agent_id',
  'hub.agent_stops': 'agent_key',
  'hub.agent_caps': 'agent_key',
  'hub.agent_usage': 'agent_key',
  'hub.agent_approvals': 'agent_key',
}

/** Columns with actors on whom it depends what is done later. Other actors are told of only, and keep the ids of the hub before. */
const ACTORS: Readonly<Record<string, readonly string[]>> = {
  'hub.invitations': ['invited_by'],
  'hub.headless_agents': ['asked_by', 'decided_by'],
  'hub.agent_approvals': ['actor'],
  'marketplace.imports': ['actor'],
  'marketplace.order_jobs': ['actor'],
  'marketplace.product_jobs': ['actor'],
}

/** The tables with ids of users, whose rows are loaded into a table of their own first. */
export const STAGED: ReadonlySet<string> = new Set(
  [USER_COLUMNS, AGENT_KEYS, ACTORS].flatMap((columns) => Object.keys(columns)),
)

/** The value of a column of the row `s` of a staged table, with the ids that people have here: those of `move_people`. */
export function settledValue(table: string, column: string): string {
  const value = `s.${column}`
  if (column === USER_COLUMNS[table]) return 'p.new_id'
  if (column === AGENT_KEYS[table]) {
    const person = `from move_people m where m.old_id::text = split_part(${value}, '-', 1)`
    return `coalesce((select m.new_id || substr(${value}, strpos(${value}, '-')) ${person}), ${value})`
  }
  if (!ACTORS[table]?.includes(column)) return value
  return `case ${value} ->> 'kind' when 'person' then ${settledId(value, '{id}')} else ${settledId(value, '{person,id}')} end`
}

/** An actor with the id that a person has here, at a place in it. */
function settledId(actor: string, place: string): string {
  const id = `select m.new_id::text from move_people m where m.old_id::text = ${actor} #>> '${place}'`
  return `coalesce(jsonb_set(${actor}, '${place}', to_jsonb((${id}))), ${actor})`
}

/** Whether a table has rows of customers. */
export function isOfCustomers({ columns }: Table): boolean {
  return columns.includes('customer_id')
}

/** The tables that a move carries, each after those that it refers to. */
export function carriedTables(tables: readonly Table[]): readonly Table[] {
  const find = (name: string) => tables.filter((table) => table.name === name)
  const rest = tables.filter(
    (table) => (isOfCustomers(table) && !(table.name in NOT_CARRIED)) || table.name === WORKLOADS,
  )
  return [...PEOPLE.flatMap(find), ...rest]
}

/** They belong to agents of the customer. */
const WORKLOADS = 'hub.agent_workloads'

/** The condition on the rows of a customer in a table that is carried. @param customerId digits only */
export function rowsOf({ name }: Table, customerId: string): string {
  if ((PEOPLE as readonly string[]).includes(name)) return `user_id in (${peopleOf(customerId)})`
  if (name === WORKLOADS) {
    return `agent_id in (select agent_id from hub.headless_agents where customer_id = ${customerId})`
  }
  return `customer_id = ${customerId}`
}

/** Whoever a row of the customer names. */
function peopleOf(customerId: string): string {
  const named = Object.entries(USER_COLUMNS)
    .filter(([table]) => !(PEOPLE as readonly string[]).includes(table))
    .map(([table, column]) => `select ${column} from ${table} where customer_id = ${customerId}`)
  const owners = `select substring(owner from 8)::bigint from marketplace.views
    where customer_id = ${customerId} and owner ~ '^person:[0-9]+$'`
  return [...named, owners].join(' union ')
}
