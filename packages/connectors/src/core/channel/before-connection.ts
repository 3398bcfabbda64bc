/** Orders that a channel's shop had before it was connected: what is done there already must not be sent again. */
import type { ShopChannelOrder } from '../../adapter/channel.ts'
import type { RecordProblem } from '../../adapter/outcomes.ts'
import { sumUnits } from '../../adapter/units.ts'
import type { ProblemLog } from '../records/problems.ts'
import type { RecordKey } from '../records/record-key.ts'
import { type StepRun, storeCursors } from '../records/step-run.ts'

type NewOrder = Extract<ShopChannelOrder, { order: unknown }>

/** The cursor with the time at which orders were read first. */
const FROM = 'orders.from'

/** Stores when the first read of orders begins: a connection can wait for its secrets for days after it was created. */
export async function beginFrom(run: StepRun): Promise<void> {
  const { cursors } = run.state
  if (cursors.has(run.step) || cursors.has(FROM)) return
  await storeCursors(run, { [FROM]: new Date(run.now()).toISOString() })
}

/**
 * Whether an order without a pair is not created in the hub: it is from before the connection, and the shop has done all of it or a part. An order of
 * which a part was shipped is a problem. The hub has it already if the shop was connected before.
 */
export async function isLeftOut(
  run: StepRun,
  record: NewOrder,
  key: RecordKey,
  log: ProblemLog,
): Promise<boolean> {
  if (record.isOnlyUpdate) return true
  const progress = isFromBefore(run, record) ? progressOf(record) : 'open'
  if (progress === 'open') return false
  const channelReference = [record.order.ChannelReference]
  if ((await run.hub.call('listOrders', { channelReference })).length > 0) return false
  if (progress === 'done') log.solve(key)
  else log.add(key, shippedInPart(record))
  return true
}

function isFromBefore({ state, connection }: StepRun, { order }: NewOrder): boolean {
  const from = state.cursors.get(FROM) ?? connection.CreatedAt
  return Date.parse(order.OrderDate ?? '') < Date.parse(from)
}

/** What the shop has done with an order: `part` if it has shipped some of the units, and others are open. */
export function progressOf({
  order,
  cancellations,
  shipped = [],
}: Pick<NewOrder, 'order' | 'cancellations' | 'shipped'>): 'open' | 'part' | 'done' {
  const gone = sumUnits([...shipped, ...cancellations.flatMap(({ units }) => units)])
  const isDone = order.Lines.every(
    (line) => line.Quantity <= (gone.get(line.ChannelReference) ?? 0),
  )
  if (isDone) return 'done'
  return shipped.length > 0 ? 'part' : 'open'
}

function shippedInPart({ order }: NewOrder): RecordProblem {
  return {
    code: 'shipped_in_part',
    message: `The shop had shipped a part of order ${order.ChannelReference} before it was connected. The hub does not have this order.`,
    remedy: 'Ship the other units from the shop, or enter them there as an order of their own.',
  }
}
