/** Decisions on prices that wait. */
import type { Input, Output } from '@entrepot/client'
import { useAction } from '../components/form/use-action.ts'
import { formatPercent } from '../components/values/language.ts'
import { useSession } from '../hub/session.tsx'
import type { Overview } from '../overview/queries.ts'

/** A price that waits for a person, or was refused. */
export type GuardedPrice = Output<'listGuardedPrices'>[number]

/** What is decided. */
export type Decision = Input<'decideGuardedPrices'>['body']['Decision']

/** The prices of a channel that wait for the same reason. */
export type WaitingGroup = NonNullable<Overview['Offers']>['ToReview'][number]

/** The id of a price in the list. */
export function idOf({ ChannelId, MerchantProductReference }: GuardedPrice): string {
  return `${ChannelId} ${MerchantProductReference}`
}

/** A decision on prices as they are shown: a price that has changed since then waits on. */
export function decisionOn(Decision: Decision, prices: readonly GuardedPrice[]) {
  return {
    Decision,
    Items: prices.map(({ ChannelId, MerchantProductReference, Price }) => ({
      ChannelId,
      MerchantProductReference,
      Price: Price ?? 0,
    })),
  }
}

/** The change of a price in percent; undefined if it cannot be told. */
export function changeOf({ KnownPrice, Price }: GuardedPrice): number | undefined {
  if (KnownPrice === null || KnownPrice === 0 || Price === null) return undefined
  return (Price / KnownPrice - 1) * 100
}

/**
 * Why a price waits, or waited until it was refused.
 *
 * @example whyHeld(price) // 'A rise of 60%; the limit is 40%.'
 */
export function whyHeld(price: GuardedPrice): string {
  if (price.Price === 0) return 'A price of 0 always needs review.'
  const percent = changeOf(price)
  const limit = `the limit is ${formatPercent(price.GuardPercent)}.`
  return percent === undefined
    ? `The price was 0; ${limit}`
    : `${percent < 0 ? 'A drop' : 'A rise'} of ${formatPercent(Math.round(Math.abs(percent) * 10) / 10)}; ${limit}`
}

const DONE: Readonly<Record<Decision, string>> = {
  accept: 'Accepted. Channels get the new prices when they next fetch.',
  refuse: 'Rejected. Channels keep the prices that they have; your own prices stay as they are.',
}

/** The write of decisions. */
export function useDecision(onClose?: () => void) {
  const { client } = useSession()
  return useAction({
    run: async (body: Input<'decideGuardedPrices'>['body']) => {
      await client.decideGuardedPrices({ body })
      return body.Decision
    },
    done: (decision) => DONE[decision],
    ...(onClose && { onClose }),
  })
}
