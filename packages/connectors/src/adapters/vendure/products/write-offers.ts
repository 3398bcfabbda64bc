/** Prices and stocks. */
import type { OfferToWrite } from '../../../adapter/channel.ts'
import { NOT_IN_SHOP, type Outcome, type RecordProblem } from '../../../adapter/outcomes.ts'
import { type Call, problemOfError, VendureError } from '../api.ts'
import type { ShopFacts } from '../facts.ts'
import { parseShopId, toOfferInput } from './map-product.ts'
import { readLevels, UPDATE_VARIANTS } from './stock.ts'

/** Vendure updates the variants of one call one after the other, in one transaction. */
const BATCH = 100

/** Where offers are written to. */
export interface OfferPlace {
  readonly facts: ShopFacts
  readonly currency: string
  readonly stockLocationId: string
}

/** Writes offers in batches, and one by one where the shop refuses a batch. */
export async function writeOffers(
  call: Call,
  place: OfferPlace,
  offers: readonly OfferToWrite[],
): Promise<readonly Outcome<undefined>[]> {
  const outcomes: Outcome<undefined>[] = []
  for (let begin = 0; begin < offers.length; begin += BATCH) {
    outcomes.push(...(await writeBatch(call, place, offers.slice(begin, begin + BATCH))))
  }
  return outcomes
}

async function writeBatch(
  call: Call,
  place: OfferPlace,
  offers: readonly OfferToWrite[],
): Promise<readonly Outcome<undefined>[]> {
  const ids = offers.map(({ shopId }) => parseShopId(shopId).variantId)
  const levels = await readLevels(call, place.stockLocationId, ids)
  const inputs = offers.map((offer, index): Outcome<object> => {
    const id = ids[index] ?? ''
    const level = levels.get(id)
    if (level === undefined) return { problem: variantMissing(offer) }
    return toOfferInput(offer, level.stockAllocated, place)
  })
  const input = inputs.flatMap((one) => ('done' in one ? [one.done] : []))
  try {
    if (input.length > 0) await call(UPDATE_VARIANTS, { input })
  } catch (error) {
    if (!(error instanceof VendureError)) throw error
    // Nothing of the batch was written: one of them is at fault.
    return await Promise.all(inputs.map(async (one) => await writeAlone(call, one)))
  }
  return inputs.map((one) => ('problem' in one ? one : { done: undefined }))
}

async function writeAlone(call: Call, input: Outcome<object>): Promise<Outcome<undefined>> {
  if ('problem' in input) return input
  try {
    await call(UPDATE_VARIANTS, { input: [input.done] })
    return { done: undefined }
  } catch (error) {
    return { problem: problemOfError(error) }
  }
}

function variantMissing({ merchantProductReference }: OfferToWrite): RecordProblem {
  return {
    code: NOT_IN_SHOP,
    message: `The shop does not have ${merchantProductReference} any more: it was deleted there, or a backup without it was restored.`,
    remedy: 'Send the products of the channel again: Reset, on the page of the channel.',
  }
}
