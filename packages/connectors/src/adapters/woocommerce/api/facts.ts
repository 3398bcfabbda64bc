/** What the shop is set to: currency, and how its prices and taxes are to be read. */
import { keepFor } from '../../shared/keep-for.ts'
import type { WooCalls } from './calls.ts'

interface WooSetting {
  readonly id: string
  readonly value: string
}

interface WooRate {
  readonly country: string
  readonly state: string
  readonly postcode: string
  readonly city: string
  readonly rate: string
  readonly priority: number
  readonly compound: boolean
  readonly class: string
}

export interface ShopFacts {
  readonly currency: string
  /** ISO 3166-1 alpha-2 of the shop's own address. */
  readonly country: string
  readonly taxesAreOn: boolean
  /** Whether the prices of products are with tax. */
  readonly pricesIncludeTax: boolean
  readonly stockIsManaged: boolean
  /** Percent in the shop's own country, by tax class; '' is the standard class. */
  readonly rates: ReadonlyMap<string, number>
}

export async function readFacts(calls: WooCalls): Promise<ShopFacts> {
  const [general, tax, products] = await Promise.all(
    ['general', 'tax', 'products'].map((group) => settingsOf(calls, group)),
  )
  const country = (general?.get('woocommerce_default_country') ?? '').split(':')[0] ?? ''
  const taxesAreOn = general?.get('woocommerce_calc_taxes') === 'yes'
  return {
    currency: general?.get('woocommerce_currency') ?? '',
    country,
    taxesAreOn,
    pricesIncludeTax: tax?.get('woocommerce_prices_include_tax') === 'yes',
    stockIsManaged: products?.get('woocommerce_manage_stock') !== 'no',
    rates: taxesAreOn ? ratesOf(await calls.all<WooRate>('/taxes'), country) : new Map(),
  }
}

/** For how long the settings of a shop are taken as they were read. */
const FACTS_MS = 600_000

export type ReadFacts = () => Promise<ShopFacts>

/** Settings change seldom, so not each run reads them. */
export function keepFacts(calls: WooCalls): ReadFacts {
  return keepFor(FACTS_MS, () => readFacts(calls))
}

async function settingsOf(calls: WooCalls, group: string): Promise<Map<string, string>> {
  const settings = await calls.get<readonly WooSetting[]>(`/settings/${group}`)
  return new Map(settings.map(({ id, value }) => [id, value]))
}

/** The rates of a whole country. Those of a part of it depend on the buyer. */
function ratesOf(rates: readonly WooRate[], country: string): Map<string, number> {
  const byClass = new Map<string, number>()
  const priorities = new Set<string>()
  for (const rate of rates) {
    const isWhole = rate.state === '' && rate.postcode === '' && rate.city === ''
    if (!isWhole || (rate.country !== '' && rate.country !== country)) continue
    const name = rate.class === 'standard' ? '' : rate.class
    // Of the rates of one priority, the first one counts.
    if (priorities.has(`${name} ${rate.priority}`)) continue
    priorities.add(`${name} ${rate.priority}`)
    const before = byClass.get(name) ?? 0
    const percent = Number(rate.rate)
    byClass.set(
      name,
      rate.compound ? before + percent + (before * percent) / 100 : before + percent,
    )
  }
  return byClass
}

/** The tax class with this rate. Where several have it, the standard one. */
export function classOfRate(facts: ShopFacts, percent: number): string | undefined {
  const found = [...facts.rates].filter(([, rate]) => rate === percent).map(([name]) => name)
  if (found.length > 0) return found.includes('') ? '' : found[0]
  return percent === 0 ? 'zero-rate' : undefined
}
