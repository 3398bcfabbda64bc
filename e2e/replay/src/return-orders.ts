/** Creates the returns for the cancellations. */
import { toNumber } from './amounts.ts'
import { forEachAtOnce } from './at-once.ts'
import { isChannels, type PlannedReturn, type ReturnedLine } from './cancellations.ts'
import type { HubAnswer, HubClient, HubRequest } from './hub-client.ts'
import type { Outcome } from './outcome.ts'

/** Options of {@link returnOrders}. */
export interface ReturnOrdersOptions {
  readonly client: HubClient
  readonly outcome: Outcome
  readonly returns: readonly PlannedReturn[]
  /** Number of concurrent returns. */
  readonly concurrency: number
}

/**
 * Creates each return. The merchant creates every second one and accepts it at once; the channel creates the others, and the merchant
 * accepts them later. Units of its own returns are for sale again, if the hub keeps the stock. Refusals of the hub are counted in the outcome.
 */
export async function returnOrders(options: ReturnOrdersOptions): Promise<void> {
  const { returns, concurrency } = options
  await forEachAtOnce(returns, concurrency, async (planned) => {
    await (isChannels(planned)
      ? returnAsChannel(options, planned)
      : returnAsMerchant(options, planned))
  })
}

async function returnAsMerchant(options: ReturnOrdersOptions, planned: PlannedReturn) {
  const { reference, order, lines } = planned
  const body = {
    MerchantReturnReference: reference,
    MerchantOrderReference: order,
    Reason: 'OTHER',
    Status: 'ACCEPTED',
    Restock: true,
    Lines: [...lines].map(([number, line]) => ({
      MerchantOrderLineReference: `${order}-${number}`,
      Quantity: line.quantity,
      ...refundOf(line),
    })),
  }
  await send(options, planned, { as: 'merchant', method: 'POST', path: '/v2/returns', body })
}

async function returnAsChannel(options: ReturnOrdersOptions, planned: PlannedReturn) {
  const { reference, order, lines } = planned
  const body = {
    ChannelReturnReference: reference,
    ChannelOrderReference: order,
    Reason: 'PRODUCT_UNSATISFACTORY',
    Lines: [...lines].map(([number, { quantity }]) => ({
      ChannelOrderLineReference: String(number),
      Quantity: quantity,
    })),
  }
  const request = { as: 'channel', method: 'POST', path: '/v2/returns', body } as const
  const announced = await send(options, planned, request)
  if (announced === undefined) return
  const { MerchantReturnReference: name } = announced.body as { MerchantReturnReference: string }
  const decision = {
    Status: 'ACCEPTED',
    Lines: [...lines].map(([number, line]) => ({
      MerchantOrderLineReference: `${order}-${number}`,
      ...refundOf(line),
    })),
  }
  const path = `/v2/returns/${encodeURIComponent(name)}`
  await send(options, planned, { as: 'merchant', method: 'PUT', path, body: decision })
}

/** The refund of a line, if it differs from what was paid. */
function refundOf({ refund, standardRefund }: ReturnedLine) {
  return refund === standardRefund ? {} : { ManualRefundInclVat: toNumber(refund) }
}

/** Sends a request. If the hub refuses it, counts the refusal and returns undefined. */
async function send(
  { client, outcome }: ReturnOrdersOptions,
  planned: PlannedReturn,
  request: HubRequest,
): Promise<HubAnswer | undefined> {
  const answer = await client.send(request)
  if (answer.status === 200 || answer.status === 201) return answer
  const { code, detail } = answer.body as { code?: string; detail?: string }
  outcome.refusedReturns.push(`${planned.reference}: ${answer.status} ${code}: ${detail}`)
  return undefined
}
