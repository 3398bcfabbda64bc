/** Shipments, cancellations and decided returns of the hub go to a channel's shop. */
import type { ChannelShop } from '../../adapter/channel.ts'
import type { Outcome, RecordProblem } from '../../adapter/outcomes.ts'
import { fingerprint } from '../records/fingerprint.ts'
import { isRecordRefusal, type OrderRecords } from '../records/hub.ts'
import { idsOf, type Pair, type PairToStore, pairsByHubId, storePairs } from '../records/pairs.ts'
import { type ProblemLog, problemLog, refusedByHub } from '../records/problems.ts'
import { readHubSince } from '../records/read-pages.ts'
import { keysOf, type RecordKey } from '../records/record-key.ts'
import { mark, type StepRun } from '../records/step-run.ts'
import { toUnits } from './lines.ts'

type AnyKind = keyof OrderRecords

/** How a kind of records is carried over. */
export interface Carried<Kind extends AnyKind> {
  readonly kind: Kind
  /** What of a record the shop gets. Undefined: it does not concern the shop. */
  contentOf(record: OrderRecords[Kind]): unknown
  write(record: OrderRecords[Kind], shopOrderId: string): Promise<Outcome<string>>
  /** Takes a record back that was written, and of which the shop gets nothing any more. */
  undo?(record: OrderRecords[Kind], shopOrderId: string): Promise<Outcome<undefined>>
}

export async function syncShipments(
  run: StepRun,
  writeShipment: NonNullable<ChannelShop['writeShipment']>,
  voidShipment: ChannelShop['voidShipment'],
): Promise<void> {
  const markOf = (shipment: OrderRecords['shipment']) =>
    mark(run, 'shipment', shipment.MerchantShipmentReference)
  await carryChanged<'shipment'>(run, {
    kind: 'shipment',
    contentOf: ({ Status, Lines, Parcels, TrackTraceNo, TrackTraceUrl, Method }) =>
      Status === 'VOIDED' ? undefined : [Lines, Parcels, TrackTraceNo, TrackTraceUrl, Method],
    write: (shipment, shopOrderId) =>
      writeShipment({
        shopOrderId,
        shipment,
        units: toUnits(shipment.Lines),
        mark: markOf(shipment),
      }),
    ...(voidShipment && {
      undo: (shipment, shopOrderId) =>
        voidShipment({ shopOrderId, shipment, mark: markOf(shipment) }),
    }),
  })
}

export async function syncChannelCancellations(
  run: StepRun,
  writeCancellation: NonNullable<ChannelShop['writeCancellation']>,
): Promise<void> {
  await carryChanged<'cancellation'>(run, {
    kind: 'cancellation',
    // Those of the channel come from the shop.
    contentOf: ({ ChannelCancellationReference, Lines }) =>
      ChannelCancellationReference === null ? Lines : undefined,
    write: (cancellation, shopOrderId) =>
      writeCancellation({
        shopOrderId,
        cancellation,
        units: toUnits(cancellation.Lines),
        mark: mark(run, 'cancellation', cancellation.MerchantReference),
      }),
  })
}

export async function syncDecidedReturns(
  run: StepRun,
  writeReturn: NonNullable<ChannelShop['writeReturn']>,
): Promise<void> {
  await carryChanged<'return'>(run, {
    kind: 'return',
    contentOf: ({ Status, Lines, RefundInclVat }) =>
      Status === 'ON_THE_WAY' ? undefined : [Status, Lines, RefundInclVat],
    write: (decided, shopOrderId) =>
      writeReturn({
        shopOrderId,
        decided,
        units: decided.Lines.flatMap(({ ChannelOrderLineReference, AcceptedQuantity }) =>
          AcceptedQuantity === 0
            ? []
            : [{ shopLineId: ChannelOrderLineReference, quantity: AcceptedQuantity }],
        ),
        refundInclVat: decided.RefundInclVat,
        mark: mark(run, 'return', decided.MerchantReturnReference),
      }),
  })
}

async function carryChanged<Kind extends Exclude<AnyKind, 'refund'>>(
  run: StepRun,
  carried: Carried<Kind>,
): Promise<void> {
  await readHubSince(run, carried.kind, (records) => carry(run, carried, records))
}

export async function carry<Kind extends AnyKind>(
  run: StepRun,
  carried: Carried<Kind>,
  records: readonly OrderRecords[Kind][],
): Promise<void> {
  const orderIds = records.map(({ OrderId }) => String(OrderId))
  const orders = await pairsByHubId(run, 'order', orderIds)
  const pairs = await pairsByHubId(run, carried.kind, idsOf(records))
  const log = problemLog(run)
  try {
    for (const record of records) {
      if (run.isOver()) break
      const order = orders.get(String(record.OrderId))
      // Orders that did not come from this shop are none of its business.
      if (order === undefined || order.ShopId === null) continue
      const pair = pairs.get(String(record.Id))
      const options = { shopOrderId: order.ShopId, pair, log }
      await carryOne(run, carried, record, options)
    }
  } finally {
    await log.store()
  }
}

interface CarryOptions {
  readonly shopOrderId: string
  readonly pair: Pair | undefined
  readonly log: ProblemLog
}

async function carryOne<Kind extends AnyKind>(
  run: StepRun,
  carried: Carried<Kind>,
  record: OrderRecords[Kind],
  options: CarryOptions,
): Promise<void> {
  const { kind, contentOf, write } = carried
  const { shopOrderId, pair, log } = options
  const hubId = String(record.Id)
  const key: RecordKey = { Kind: kind, HubId: hubId }
  const [name = ''] = keysOf(key)
  const carriedContent = contentOf(record)
  if (carriedContent === undefined) return await takeBack(run, carried, record, options)
  const content = fingerprint(carriedContent)
  if (pair?.State === 'linked' && pair.Fingerprint === content) {
    run.counts.unchanged += 1
    return
  }
  if (run.state.held.has(name, content)) return
  if (run.isDryRun) {
    const action = pair?.Fingerprint ? 'update' : 'create'
    const text = `The ${kind} ${hubId} of order ${record.ChannelOrderReference}.`
    return run.propose({ action, hubId, text })
  }
  if (pair === undefined) {
    await storePairs(run, [{ Kind: kind, HubId: hubId, ShopId: null, State: 'creating' }])
  }
  const outcome = await write(record, shopOrderId)
  if ('problem' in outcome) {
    run.state.held.add(run.step, name, content)
    return log.add(key, outcome.problem, record.OrderId)
  }
  // A return that the shop has announced keeps its id there.
  const ShopId = pair?.ShopId ?? outcome.done
  const refused = await link(run, { Kind: kind, HubId: hubId, ShopId, Fingerprint: content })
  if (refused !== undefined) {
    run.state.held.add(run.step, name, content)
    return log.add(key, refused, record.OrderId)
  }
  run.counts.written += 1
  log.solve(key)
}

/** Stores the id of the shop. One that the hub refuses, such as that of another record, is a problem of this record alone. */
async function link(
  run: StepRun,
  pair: Omit<PairToStore, 'State'>,
): Promise<RecordProblem | undefined> {
  try {
    await storePairs(run, [{ ...pair, State: 'linked' }])
    return undefined
  } catch (error) {
    if (!isRecordRefusal(error)) throw error
    return refusedByHub(`the id ${pair.ShopId} that the shop has given the ${pair.Kind}`, error)
  }
}

/** What the merchant takes back is undone in the shop, if that can be. */
async function takeBack<Kind extends AnyKind>(
  run: StepRun,
  { kind, undo }: Carried<Kind>,
  record: OrderRecords[Kind],
  { shopOrderId, pair, log }: CarryOptions,
): Promise<void> {
  const HubId = String(record.Id)
  const key: RecordKey = { Kind: kind, HubId }
  const [name = ''] = keysOf(key)
  if (undo === undefined) reportVoided(key, pair, record, log)
  if (undo === undefined || pair === undefined || pair.State === 'removed') return
  if (run.state.held.has(name, 'removed')) return
  if (run.isDryRun) {
    const text = `The ${kind} ${HubId} of order ${record.ChannelOrderReference}.`
    return run.propose({ action: 'remove', hubId: HubId, text })
  }
  const outcome = await undo(record, shopOrderId)
  if ('problem' in outcome) {
    run.state.held.add(run.step, name, 'removed')
    return log.add(key, outcome.problem, record.OrderId)
  }
  await storePairs(run, [{ Kind: kind, HubId, ShopId: null, State: 'removed' }])
  run.counts.written += 1
  log.solve(key)
}

/** A shipment that the merchant takes back after the shop has told the buyer is for a person. */
function reportVoided(
  key: RecordKey,
  pair: Pair | undefined,
  record: OrderRecords[AnyKind],
  log: ProblemLog,
): void {
  if (key.Kind !== 'shipment' || pair?.State !== 'linked' || pair.ShopId === null) return
  log.add(
    key,
    {
      code: 'shipment_voided',
      message: `The merchant has taken back a shipment of order ${record.ChannelOrderReference}, which the shop shows as sent.`,
      remedy: 'Take the shipment back in the shop, too, or tell the buyer.',
    },
    record.OrderId,
  )
}
