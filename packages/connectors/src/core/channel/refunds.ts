/** Refunds without a return, such as a price reduction, go to a channel's shop. */
import type { ChannelShop } from '../../adapter/channel.ts'
import type { RecordProblem } from '../../adapter/outcomes.ts'
import { type OrderRecords, orderRecords } from '../records/hub.ts'
import { earlier } from '../records/read-pages.ts'
import { retryFromHub } from '../records/retries.ts'
import { mark, type StepRun, storeCursors } from '../records/step-run.ts'
import { type Carried, carry } from './from-hub.ts'
import { takenByOthers } from './taken.ts'

type Refund = OrderRecords['refund']

/** The cursor up to which refunds were read. */
export const REFUNDS_CURSOR = 'hub.amounts'

/** Writes refunds to the shop, each once. Runs before the returns of the same step, whose cursor says whether the connection is a new one. */
export async function syncRefunds(
  run: StepRun,
  writeRefund: ChannelShop['writeRefund'],
): Promise<void> {
  const carried: Carried<'refund'> = {
    kind: 'refund',
    contentOf: ({ RefundInclVat }) => RefundInclVat,
    write: async (refund, shopOrderId) =>
      (await writeRefund?.({
        shopOrderId,
        refund,
        taken: await takenByOthers(run, refund),
        mark: mark(run, 'refund', refund.MerchantReference),
      })) ?? { problem: forPeople(refund) },
  }
  const process = (page: readonly Refund[]) => carry(run, carried, page)
  await retryFromHub(run, 'refund', process)
  if (run.isOver()) return
  const start = startOf(run)
  let last = start
  const query = { createdSince: earlier(start) }
  for await (const page of orderRecords(run.hub, 'refund', query)) {
    run.counts.read += page.length
    await process(page)
    if (run.isOver()) return
    last = page.at(-1)?.CreatedAt ?? last
  }
  await storeCursors(run, { [REFUNDS_CURSOR]: last })
}

/** People have paid what is older than the first version of the connector that carries refunds over. */
function startOf({ state, step, connection }: StepRun): string {
  const { cursors, freshSince } = state
  const isNew = !cursors.has(`hub.${step}`)
  return cursors.get(REFUNDS_CURSOR) ?? (isNew ? connection.CreatedAt : freshSince)
}

function forPeople(refund: Refund): RecordProblem {
  const { RefundInclVat, CurrencyCode, ChannelOrderReference, Reason } = refund
  return {
    code: 'refund_for_people',
    message: `The merchant gives back ${RefundInclVat} ${CurrencyCode} of order ${ChannelOrderReference} (${Reason}). The connector cannot write it to this shop.`,
    remedy: 'Give the amount back in the shop.',
  }
}
