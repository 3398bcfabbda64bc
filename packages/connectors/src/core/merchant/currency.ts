/** Prices of a merchant's shop are numbers for the hub: they have to be in its base currency. */
import { isProblem } from '@entrepot/client'
import { ok, wrong } from '../../adapter/findings.ts'
import type { MerchantShop } from '../../adapter/merchant.ts'
import { type Finding, ShopFailure } from '../../adapter/outcomes.ts'
import type { Hub } from '../records/hub.ts'
import type { StepRun } from '../records/step-run.ts'

/** The base currency of the merchant. Undefined if the key may not read it. */
export async function baseCurrencyOf({ hub, state }: StepRun): Promise<string | undefined> {
  if (state.baseCurrency === undefined) state.baseCurrency = await readBaseCurrency(hub)
  return state.baseCurrency ?? undefined
}

async function readBaseCurrency(hub: Hub): Promise<string | null> {
  try {
    return (await hub.call('getCustomer')).BaseCurrency
  } catch (error) {
    if (isProblem(error) && error.status === 403) return null
    throw error
  }
}

/** Compares the currencies. Undefined if one of them is not known. */
export async function currencyFinding(
  hub: Hub,
  shop: MerchantShop | undefined,
): Promise<Finding | undefined> {
  const currency = await shop?.readCurrency?.()
  const base = currency === undefined ? null : await readBaseCurrency(hub)
  return currency === undefined || base === null ? undefined : compare(currency, base)
}

function compare(currency: string, base: string): Finding {
  if (currency === base) return ok(`The prices of the shop are in ${base}, as those of the hub.`)
  return wrong(
    `The prices of the shop are in ${currency}, and the hub would take them for ${base}.`,
    `Choose prices in ${base} in the shop or in the settings of the connection, or make ${currency} the base currency of the merchant, which is possible before its first order.`,
  )
}

/**
 * Must be called before prices of the shop are written to the hub.
 *
 * @throws ShopFailure if they are in another currency
 */
export async function requireCurrency(run: StepRun, shop: MerchantShop): Promise<void> {
  const { state } = run
  if (state.isCurrencyCompared) return
  const currency = await shop.readCurrency?.()
  const base = currency === undefined ? undefined : await baseCurrencyOf(run)
  if (currency !== undefined && base !== undefined) {
    const { level, message, remedy } = compare(currency, base)
    if (level === 'error') throw new ShopFailure('settings', message, { ...(remedy && { remedy }) })
  }
  state.isCurrencyCompared = true
}
