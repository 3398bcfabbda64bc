/** What an adapter must know of a shop: decimals, currency, language, stock location and taxes. */
import type { ShopContext } from '../../adapter/adapter.ts'
import { ShopFailure } from '../../adapter/outcomes.ts'
import { keepFor } from '../shared/keep-for.ts'
import type { Call } from './api.ts'

/** Read once, and again after {@link KEPT_MS}. */
export interface ShopFacts {
  readonly precision: number
  readonly channel: {
    readonly code: string
    readonly pricesIncludeTax: boolean
    readonly defaultCurrencyCode: string
    readonly availableCurrencyCodes: readonly string[]
    readonly defaultLanguageCode: string
    readonly defaultTaxZone: { readonly id: string; readonly name: string } | null
  }
  readonly stockLocations: readonly { readonly id: string; readonly name: string }[]
  readonly taxRates: readonly {
    readonly value: number
    readonly enabled: boolean
    readonly zone: { readonly id: string }
    readonly category: { readonly id: string; readonly isDefault: boolean }
  }[]
}

/** Settings of a shop change rarely. */
const KEPT_MS = 5 * 60_000

const FACTS = `query {
  globalSettings { serverConfig { moneyStrategyPrecision } }
  activeChannel {
    code pricesIncludeTax defaultCurrencyCode availableCurrencyCodes defaultLanguageCode defaultTaxZone { id name }
  }
  stockLocations(options: { take: 100 }) { items { id name } }
  taxRates(options: { take: 1000 }) { items { value enabled zone { id } category { id isDefault } } }
}`

interface FactsData {
  readonly globalSettings: { readonly serverConfig: { readonly moneyStrategyPrecision: number } }
  readonly activeChannel: ShopFacts['channel']
  readonly stockLocations: { readonly items: ShopFacts['stockLocations'] }
  readonly taxRates: { readonly items: ShopFacts['taxRates'] }
}

/** Reads the facts. */
export async function readFacts(call: Call): Promise<ShopFacts> {
  const { globalSettings, activeChannel, stockLocations, taxRates } = await call<FactsData>(FACTS)
  return {
    precision: globalSettings.serverConfig.moneyStrategyPrecision,
    channel: activeChannel,
    stockLocations: stockLocations.items,
    taxRates: taxRates.items,
  }
}

/** Keeps the facts for some minutes. */
export function keepFacts(call: Call): () => Promise<ShopFacts> {
  return keepFor(KEPT_MS, () => readFacts(call))
}

/**
 * The stock location of the settings.
 *
 * @throws ShopFailure if there is none, or if it is not clear which one
 */
export function stockLocationOf(facts: ShopFacts, settings: ShopContext['settings']): string {
  const { stockLocations } = facts
  const { stockLocation } = settings
  const found = stockLocation
    ? stockLocations.filter(({ id, name }) => name === stockLocation || id === stockLocation)
    : stockLocations
  const [only] = found
  if (only !== undefined && found.length === 1) return only.id
  const names = stockLocations.map(({ name }) => name).join(', ')
  throw new ShopFailure(
    'settings',
    stockLocation
      ? `The shop has no stock location named ${stockLocation}. It has: ${names}.`
      : `The shop has ${stockLocations.length} stock locations: ${names}.`,
    { remedy: 'Enter the name of one of them as the stock location of the connection.' },
  )
}

/** The currency of the offers. */
export function currencyOf({ channel }: ShopFacts, settings: ShopContext['settings']): string {
  return String(settings.currency || channel.defaultCurrencyCode)
}

/**
 * The tax category for a VAT rate in the default tax zone of the channel.
 *
 * @param rate in percent; null for the default category
 * @returns undefined if no category has this rate
 */
export function taxCategoryOf(facts: ShopFacts, rate: number | null): string | null | undefined {
  if (rate === null) return null
  const { taxRates, channel } = facts
  const fitting = taxRates.filter(
    ({ value, enabled, zone }) =>
      enabled && value === rate && zone.id === channel.defaultTaxZone?.id,
  )
  return (fitting.find(({ category }) => category.isDefault) ?? fitting[0])?.category.id
}
