/** Notices that a channel's shop was restored from a backup, and lets what it has lost since then be written again. */
import type { Schemas } from '@entrepot/client'
import type { ChannelShop } from '../../adapter/channel.ts'
import { orderRecords } from '../records/hub.ts'
import { idsOf, orderDataOf, type Pair, pairsByHubId, storePairs } from '../records/pairs.ts'
import { problemLog } from '../records/problems.ts'
import { type StepRun, storeCursors } from '../records/step-run.ts'
import { REFUNDS_CURSOR } from './refunds.ts'

type Order = Schemas['OrderResponse']

/** How much before the newest order that the shop still has its backup can have been made: the hub gets orders late after an outage. */
const BEFORE_MS = 60 * 60_000

/**
 * Asks the shop for the newest orders that it has brought. If one is missing, the shop was restored: what the merchant has shipped, cancelled and
 * taken back since the backup is read again, and the lost orders give back their ids, which the shop gives to others. Usually this is one
 * call. Pairs of lost orders change last, so that a crash before repeats all of it.
 */
export async function recoverChannel(
  run: StepRun,
  hasOrder: NonNullable<ChannelShop['hasOrder']>,
): Promise<void> {
  const lost: (readonly [Order, Pair])[] = []
  let since = run.connection.CreatedAt
  for await (const [order, pair] of broughtOrders(run)) {
    if (run.isOver()) return
    const { identity } = orderDataOf(pair)
    if (await hasOrder(pair.ShopId ?? '', order.ChannelReference, identity)) {
      since = new Date(Date.parse(order.CreatedAt) - BEFORE_MS).toISOString()
      break
    }
    lost.push([order, pair])
  }
  if (run.isDryRun) return
  if (lost.length > 0) {
    for (const read of READS_OF_HUB) await forgetWrites(run, since, read)
    await releaseOrders(run, lost)
  }
  run.state.isVerified = true
}

/** The orders that came from the shop, the newest first. */
async function* broughtOrders(run: StepRun): AsyncGenerator<readonly [Order, Pair], void> {
  const query = { sort: 'newest', pageSize: 20 } as const
  for await (const orders of run.hub.pages('listOrders', query as never)) {
    const pairs = await pairsByHubId(run, 'order', idsOf(orders as readonly Order[]))
    for (const order of orders as readonly Order[]) {
      const pair = pairs.get(String(order.Id))
      if (pair?.State === 'linked') yield [order, pair]
    }
  }
}

/**
 * Reads again what the merchant has done since an order was created in the hub, if that was read already: without a pair, the order was taken
 * for one of another shop. Orders that are new come after all that was read.
 */
export async function readHubAgain(run: StepRun, since: string): Promise<void> {
  const names = [...READS_OF_HUB.map(({ step }) => `hub.${step}`), REFUNDS_CURSOR]
  const later = names.filter((name) => (run.state.cursors.get(name) ?? '') > since)
  if (later.length === 0) return
  await storeCursors(run, Object.fromEntries(later.map((name) => [name, since])))
  for (const { step } of READS_OF_HUB) run.state.workSeen.delete(step)
}

interface ReadOfHub {
  readonly kind: 'shipment' | 'cancellation' | 'return'
  readonly step: 'shipments' | 'cancellations' | 'refunds'
}

const READS_OF_HUB: readonly ReadOfHub[] = [
  { kind: 'shipment', step: 'shipments' },
  { kind: 'cancellation', step: 'cancellations' },
  { kind: 'return', step: 'refunds' },
]

/** Lets records be written again that were written since a time. Adapters find those that the shop still has. */
async function forgetWrites(run: StepRun, since: string, { kind, step }: ReadOfHub): Promise<void> {
  for await (const records of orderRecords(run.hub, kind, { updatedSince: since })) {
    const pairs = [...(await pairsByHubId(run, kind, idsOf(records))).values()]
    const known = pairs.filter(({ State }) => State === 'linked')
    await storePairs(
      run,
      known.map(({ HubId }) => ({ Kind: kind, HubId, ShopId: null, State: 'creating' as const })),
    )
  }
  await storeCursors(run, { [`hub.${step}`]: since })
  run.state.workSeen.delete(step)
}

async function releaseOrders(
  run: StepRun,
  lost: readonly (readonly [Order, Pair])[],
): Promise<void> {
  const log = problemLog(run)
  for (const [{ ChannelReference }, { HubId }] of lost) {
    log.add(
      { Kind: 'order', HubId },
      {
        code: 'order_lost',
        message: `The shop no longer has order ${ChannelReference}: it was restored from a backup, or the order was deleted there.`,
        remedy:
          'Decide with the merchant whether the order is sent nevertheless. What happens to it is no longer shown in the shop. Reset the synchronisation of the channel, so that the shop gets all products again.',
      },
    )
  }
  await log.store()
  await storePairs(
    run,
    lost.map(([, { HubId, Data }]) => ({
      ...{ Kind: 'order', HubId, ShopId: null, State: 'removed' },
      Data: Data as Record<string, unknown>,
    })),
  )
}
