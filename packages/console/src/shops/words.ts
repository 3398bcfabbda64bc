/** Connections, runs and records of shops in words. Pure. */
import { formatNumber, numberFormat } from '../components/values/language.ts'
import type { Connection, ListedRun } from './queries.ts'

/** A state as it is shown: a colour and a word; and where they say more, what it means and what to do. */
export interface StateWords {
  readonly color: string
  readonly label: string
  readonly text?: string
  readonly remedy?: string
}

type Stated = Pick<Connection, 'State' | 'Failure' | 'Lease'>

const RESTART = 'Start the connector, or check its log if it should be running. See the Set up tab.'

/** The state of a connection, with why it does not run and what to do. */
export function stateOf({ State, Failure, Lease }: Stated): StateWords {
  switch (State) {
    case 'new':
      return {
        color: 'blue',
        label: 'Not started',
        text: 'No connector has served this connection yet.',
        remedy: 'Give its connector the secrets and start it. See the Set up tab.',
      }
    case 'running':
      // The hub says 'offline' only after some minutes.
      if (Lease === null) {
        const text = 'Its connector stopped reporting a moment ago.'
        return { color: 'yellow', label: 'No connector', text, remedy: RESTART }
      }
      return { color: 'green', label: 'Active' }
    case 'paused':
      return {
        color: 'gray',
        label: 'Paused',
        text: 'Nothing is synced, tested or retried until it is resumed.',
      }
    case 'failing':
      return {
        color: 'red',
        label: 'Failing',
        ...(Failure && { text: Failure.Message, remedy: Failure.Remedy }),
      }
    case 'offline':
      return {
        color: 'yellow',
        label: 'Offline',
        text: 'No connector has reported for this connection in the last few minutes.',
        remedy: RESTART,
      }
    default:
      return { color: 'gray', label: State }
  }
}

/**
 * Whether a connector serves a connection, and what it needs if not.
 *
 * @param channel the name of the channel of the connection; undefined for one of the merchant
 * @param runsElsewhere whether a connector serves connections of other owners
 */
export function servedOf(
  { State, Lease }: Pick<Connection, 'State' | 'Lease'>,
  channel: string | undefined,
  runsElsewhere: boolean,
): StateWords {
  if (Lease !== null) return { color: 'green', label: `Served by ${Lease.Holder}` }
  if (State === 'failing') {
    return { color: 'red', label: 'A connector has tried, and failed. The reason is above.' }
  }
  const key = channel === undefined ? 'a key of your business' : `a key of the channel ${channel}`
  const text = runsElsewhere
    ? `A connector runs for other connections. For this one it needs ${key}: create one, add it to ENTREPOT_KEY after a comma, and restart it.`
    : `The connector needs ${key}.`
  return { color: 'gray', label: 'No connector serves this connection', text }
}

/** The roles of a shop, and what each means. */
export const ROLES = {
  merchant: {
    label: 'Merchant',
    text: 'The shop has the stock. Its products are sent to the hub, and orders of your channels are sent to the shop.',
  },
  channel: {
    label: 'Channel',
    text: 'The shop sells your products. They are sent to it with prices and stock, and its orders are sent to the hub.',
  },
} as const satisfies Readonly<Record<Connection['Role'], object>>

const STEPS: Readonly<Record<string, string>> = {
  products: 'Products',
  stock: 'Stock',
  orders: 'Orders',
  cancellations: 'Cancellations',
  fulfilments: 'Shipments and cancellations',
  returns: 'Returns',
  catalogue: 'Products, prices and stock',
  shipments: 'Shipments',
  refunds: 'Refunds',
}

/** The name of a step of a run; the step itself if the connector is newer than the console. */
export function stepLabel(step: string): string {
  return STEPS[step] ?? step
}

const KINDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  product: ['Product', 'Products'],
  order: ['Order', 'Orders'],
  order_line: ['Order line', 'Order lines'],
  shipment: ['Shipment', 'Shipments'],
  cancellation: ['Cancellation', 'Cancellations'],
  return: ['Return', 'Returns'],
  refund: ['Refund', 'Refunds'],
}

/** The name of a kind of record. */
export function kindLabel(kind: string, isMany = false): string {
  return KINDS[kind]?.[isMany ? 1 : 0] ?? kind
}

/** A number of records of a kind, such as `1 order` and `12 products`. */
export function countOf(kind: string, count: number): string {
  return `${formatNumber(count)} ${kindLabel(kind, count !== 1).toLowerCase()}`
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** A time in its largest unit, such as `2 hours`. */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const)
  const format = numberFormat({
    ...{ style: 'unit', unitDisplay: 'long' },
    unit,
  })
  return format.format(Math.floor(seconds / size))
}

const UNKNOWN = 'Not reported'

/** Whether the last report of a connector still holds: an offline connector reports nothing, and a paused one does nothing. */
const isCurrent = ({ State }: Pick<Connection, 'State'>) =>
  State === 'running' || State === 'failing'

/** For how long records wait at a connection. */
export function lagOf(connection: Pick<Connection, 'State' | 'LagSeconds'>): string {
  const { LagSeconds } = connection
  if (LagSeconds === null || !isCurrent(connection)) return UNKNOWN
  return LagSeconds < 60 ? 'Up to date' : duration(LagSeconds)
}

type Waiting = Pick<Connection, 'State' | 'Pending'>

/** What waits, by step: `Orders: 3; Products, prices and stock: 120`. */
export function pendingOf(connection: Waiting): string {
  if (connection.Pending === null || !isCurrent(connection)) return UNKNOWN
  const waiting = Object.entries(connection.Pending).filter(([, count]) => count > 0)
  if (waiting.length === 0) return 'Nothing'
  return waiting.map(([step, count]) => `${stepLabel(step)}: ${formatNumber(count)}`).join('; ')
}

/** How many records wait in all. */
export function pendingTotal(connection: Waiting): string {
  if (connection.Pending === null || !isCurrent(connection)) return UNKNOWN
  return formatNumber(Object.values(connection.Pending).reduce((total, count) => total + count, 0))
}

const OUTCOMES = {
  ok: ['green', 'Done'],
  partly: ['yellow', 'Done with problems'],
  failed: ['red', 'Failed'],
} as const satisfies Readonly<Record<ListedRun['Outcome'], readonly [string, string]>>

/** How a run ended. */
export function outcomeOf(
  run: Pick<ListedRun, 'Outcome'>,
): readonly [color: string, label: string] {
  return OUTCOMES[run.Outcome]
}

const TRIGGERS: Readonly<Record<ListedRun['Trigger'], string>> = {
  schedule: 'By schedule',
  hint: 'After a message from the shop',
  event: 'After an event in the hub',
  request: 'Requested here',
  start: 'Start of the connector',
}

/** Why a run began. */
export function triggerOf({ Trigger }: Pick<ListedRun, 'Trigger'>): string {
  return TRIGGERS[Trigger] ?? Trigger
}

/** What a run did, in all: `120 read, 3 written, 1 failed`. A test, and a run that could not use the shop, have no steps. */
export function sumOf({ Steps: steps, Failure }: Pick<ListedRun, 'Steps' | 'Failure'>): string {
  if (steps.length === 0) return 'Nothing was synced'
  const total = (count: (step: ListedRun['Steps'][number]) => number) =>
    steps.reduce((sum, step) => sum + count(step), 0)
  const counts = [
    [total(({ Read }) => Read), 'read'],
    [total(({ Written }) => Written), 'written'],
    [total(({ Failed }) => Failed), 'failed'],
  ] as const
  const some = counts.filter(([count]) => count > 0)
  if (some.length === 0) return Failure === null ? 'Nothing to do' : 'None'
  return some.map(([count, word]) => `${formatNumber(count)} ${word}`).join(', ')
}

/** A time that something took, such as `340 ms` and `12 seconds`. */
export function spanOf(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : duration(milliseconds / 1_000)
}

/** How long a run took. */
export function tookOf(startedAt: string, finishedAt: string): string {
  return spanOf(Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)))
}
