import { findingOf, ok, warning, wrong } from '../../adapter/findings.ts'
import type { Finding } from '../../adapter/outcomes.ts'
import type { MedusaApi } from './api.ts'
import { type MedusaSettings, orNothing, readRegions, readTaxPreferences } from './terms.ts'
import type { Region } from './types.ts'

interface Location {
  readonly id: string
  readonly name: string
}

interface ShippingOption {
  readonly name: string
  readonly shipping_profile_id: string
  readonly service_zone?: {
    readonly geo_zones?: readonly { readonly type: string; readonly country_code: string }[]
  }
}

/** Checks what the connection needs. What a later check needs and is not there ends the checks. */
export async function check(api: MedusaApi, settings: MedusaSettings): Promise<readonly Finding[]> {
  const regions = await readRegionsOrWhy(api)
  if ('level' in regions) return [regions]
  const region = regions.find(({ id }) => id === settings.regionId)
  return [
    ok('The secret API key works.'),
    ...(region ? await checkRegion(api, region, settings) : [noRegion(settings, regions)]),
    ...(await checkChannel(api, settings)),
    ...(await checkShipping(api, region, settings)),
    ...(await checkProducts(api, settings)),
  ]
}

async function readRegionsOrWhy(api: MedusaApi): Promise<readonly Region[] | Finding> {
  try {
    return await readRegions(api)
  } catch (error) {
    return findingOf(error, 'Try again later.')
  }
}

function noRegion({ regionId }: MedusaSettings, regions: readonly Region[]): Finding {
  const known = regions.map(({ id, name }) => `${id} (${name})`).join(', ')
  return wrong(
    `There is no region ${regionId}.`,
    known === ''
      ? 'Create a region in Medusa under Settings, Regions.'
      : `Take one of these: ${known}.`,
  )
}

async function checkRegion(
  api: MedusaApi,
  region: Region,
  settings: MedusaSettings,
): Promise<readonly Finding[]> {
  const currency = region.currency_code.toUpperCase()
  const found = [ok(`Prices are those of the region "${region.name}" in ${currency}.`)]
  const { ofRegion, ofCurrency } = (await readTaxPreferences(api))(region)
  if (!(ofRegion && ofCurrency) && settings.vatRate === undefined) {
    const which = ofRegion ? '' : ` or for the region "${region.name}"`
    found.push(
      wrong(
        `Prices in ${currency}${which} are without tax, and the hub has prices with VAT.`,
        'Switch on "Tax inclusive pricing" for the currency under Settings, Store, and for the region, or enter the VAT rate in the settings of the connection.',
      ),
    )
  }
  return [...found, ...(await checkTaxes(api, region, settings))]
}

async function checkTaxes(
  api: MedusaApi,
  { countries = [] }: Region,
  settings: MedusaSettings,
): Promise<readonly Finding[]> {
  if (settings.acceptsOtherTax) return []
  const taxRegions = await api.all<{ readonly country_code: string | null }>(
    '/admin/tax-regions',
    'tax_regions',
    { fields: 'id,country_code' },
  )
  const taxed = new Set(taxRegions.map(({ country_code }) => country_code))
  const untaxed = countries.map(({ iso_2 }) => iso_2).filter((code) => !taxed.has(code))
  if (untaxed.length === 0) return [ok('All countries of the region have a tax region.')]
  const list = untaxed.map((code) => code.toUpperCase()).join(', ')
  return [
    warning(
      `Medusa has no tax region for ${list}: orders with VAT from there become problems.`,
      'Create them under Settings, Tax Regions, or accept the tax of the shop in the settings of the connection.',
    ),
  ]
}

async function checkChannel(
  api: MedusaApi,
  { salesChannelId }: MedusaSettings,
): Promise<readonly Finding[]> {
  const found = await orNothing(
    api.get<{ readonly sales_channel: { readonly name: string; readonly is_disabled: boolean } }>(
      `/admin/sales-channels/${salesChannelId}`,
    ),
  )
  if (!found) {
    return [
      wrong(
        `There is no sales channel ${salesChannelId}.`,
        'Copy the id of a sales channel from Settings, Sales Channels.',
      ),
    ]
  }
  const { name, is_disabled } = found.sales_channel
  const locations = await api.all<Location>('/admin/stock-locations', 'stock_locations', {
    fields: 'id,name',
    filter: { sales_channel_id: salesChannelId },
  })
  const names = locations.map((location) => `"${location.name}"`).join(', ')
  return [
    is_disabled
      ? warning(`The sales channel "${name}" is disabled.`, 'Enable it, if it is to sell.')
      : ok(`Products and orders are those of the sales channel "${name}".`),
    locations.length === 0
      ? wrong(
          `No stock location is linked to the sales channel "${name}".`,
          'Link one under Settings, Locations & Shipping, Sales Channels. Without it, Medusa refuses orders.',
        )
      : ok(`Stock is counted at ${names}.`),
  ]
}

async function checkShipping(
  api: MedusaApi,
  region: Region | undefined,
  { shippingOptionId }: MedusaSettings,
): Promise<readonly Finding[]> {
  const found = await orNothing(
    api.get<{ readonly shipping_option: ShippingOption }>(
      `/admin/shipping-options/${shippingOptionId}`,
      { fields: 'id,name,shipping_profile_id,service_zone.geo_zones.*' },
    ),
  )
  if (!found) {
    return [
      wrong(
        `There is no shipping option ${shippingOptionId}.`,
        'Copy the id of a shipping option from Settings, Locations & Shipping.',
      ),
    ]
  }
  const { name, service_zone } = found.shipping_option
  const zones = new Set(service_zone?.geo_zones?.map(({ country_code }) => country_code))
  const outside = (region?.countries ?? [])
    .map(({ iso_2 }) => iso_2)
    .filter((code) => !zones.has(code))
  if (outside.length === 0) return [ok(`Orders get the shipping option "${name}".`)]
  const list = outside.map((code) => code.toUpperCase()).join(', ')
  return [
    warning(
      `The shipping option "${name}" does not reach ${list}. Orders get it nevertheless.`,
      'Add the countries to its service zone, so that your people see the right option.',
    ),
  ]
}

async function checkProducts(
  api: MedusaApi,
  { salesChannelId }: MedusaSettings,
): Promise<readonly Finding[]> {
  const { count } = await api.get<{ readonly count: number }>('/admin/products', {
    fields: 'id',
    limit: '1',
    'sales_channel_id[]': salesChannelId,
    'status[]': 'published',
  })
  return [
    count === 0
      ? warning(
          'The sales channel has no published product.',
          'Publish products, and add them to the sales channel.',
        )
      : ok(`The sales channel has ${count} published ${count === 1 ? 'product' : 'products'}.`),
  ]
}
