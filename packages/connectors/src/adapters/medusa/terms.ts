import type { ShopContext } from '../../adapter/adapter.ts'
import { ShopFailure } from '../../adapter/outcomes.ts'
import { type MedusaApi, Refused } from './api.ts'
import type { Region } from './types.ts'

/** Where units that the sales channel sells may lie, and what a variant without a count has. */
export interface StockTerms {
  readonly salesChannelId: string
  readonly locationIds: ReadonlySet<string>
  readonly unmanagedStock: number
}

/** What decides how products are read. */
export interface ProductTerms {
  readonly regionId: string
  readonly currency: string
  readonly salesChannelId: string
  readonly isInclusive: TaxPreferences
  readonly vatRate: number | undefined
  readonly adminUrl: string
}

/** The settings of a connection, with their defaults. */
export interface MedusaSettings {
  readonly regionId: string
  readonly salesChannelId: string
  readonly shippingOptionId: string
  readonly vatRate: number | undefined
  readonly unmanagedStock: number
  readonly acceptsOtherTax: boolean
  /** Milliseconds between reads of refunds. */
  readonly refundsEvery: number
  readonly adminUrl: string
}

export function settingsOf({ settings }: ShopContext): MedusaSettings {
  const text = (name: string) => String(settings[name] ?? '').trim()
  const { vatRate } = settings
  return {
    regionId: text('regionId'),
    salesChannelId: text('salesChannelId'),
    shippingOptionId: text('shippingOptionId'),
    vatRate: vatRate === undefined || vatRate === '' ? undefined : Number(vatRate),
    unmanagedStock: Number(settings.unmanagedStock ?? 100),
    refundsEvery: Number(settings.returnsEvery ?? 15) * 60_000,
    acceptsOtherTax: settings.otherTax === 'accept',
    adminUrl: (text('adminUrl') || `${text('url').replace(/\/+$/, '')}/app`).replace(/\/+$/, ''),
  }
}

/** Regions with their countries. */
export function readRegions(api: MedusaApi): Promise<Region[]> {
  return api.all<Region>('/admin/regions', 'regions', {
    fields: 'id,name,currency_code,countries.iso_2',
  })
}

/** The currency of the region whose prices are read. Medusa writes it in lower case. */
export async function readCurrency(
  api: MedusaApi,
  { regionId }: MedusaSettings,
): Promise<string | undefined> {
  const region = (await readRegions(api)).find(({ id }) => id === regionId)
  return region?.currency_code.toUpperCase()
}

/** Whether prices contain tax: those for the region, and those for its currency. Medusa lets a shop set both. */
export interface TaxPreferences {
  readonly ofRegion: boolean
  readonly ofCurrency: boolean
}

interface PricePreference {
  readonly attribute: string
  readonly value: string
  readonly is_tax_inclusive: boolean
}

export async function readTaxPreferences(
  api: MedusaApi,
): Promise<(region: Pick<Region, 'id' | 'currency_code'>) => TaxPreferences> {
  const preferences = await api.all<PricePreference>(
    '/admin/price-preferences',
    'price_preferences',
    { fields: 'id,attribute,value,is_tax_inclusive' },
  )
  return (region) => taxPreferencesOf(region, preferences)
}

function taxPreferencesOf(
  region: Pick<Region, 'id' | 'currency_code'>,
  preferences: readonly PricePreference[],
): TaxPreferences {
  const find = (attribute: string, value: string) =>
    preferences.find((one) => one.attribute === attribute && one.value === value)?.is_tax_inclusive
  const ofCurrency = find('currency_code', region.currency_code) ?? false
  return { ofRegion: find('region_id', region.id) ?? ofCurrency, ofCurrency }
}

export async function readProductTerms(
  api: MedusaApi,
  settings: MedusaSettings,
): Promise<ProductTerms> {
  const region = (await readRegions(api)).find(({ id }) => id === settings.regionId)
  if (!region) {
    throw new ShopFailure('settings', `Medusa has no region ${settings.regionId}.`, {
      remedy: 'Copy the id of a region from Settings, Regions.',
    })
  }
  return {
    regionId: region.id,
    currency: region.currency_code,
    salesChannelId: settings.salesChannelId,
    isInclusive: (await readTaxPreferences(api))(region),
    vatRate: settings.vatRate,
    adminUrl: settings.adminUrl,
  }
}

/** The stock locations of the sales channel: Medusa reserves units for its orders there, and nowhere else. */
export async function readStockTerms(
  api: MedusaApi,
  { salesChannelId, unmanagedStock }: MedusaSettings,
): Promise<StockTerms> {
  const locations = await api.all<{ readonly id: string }>(
    '/admin/stock-locations',
    'stock_locations',
    { fields: 'id', filter: { sales_channel_id: salesChannelId } },
  )
  const locationIds = new Set(locations.map(({ id }) => id))
  return { salesChannelId, locationIds, unmanagedStock }
}

/** The result, or undefined if Medusa has no such record. */
export async function orNothing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}
