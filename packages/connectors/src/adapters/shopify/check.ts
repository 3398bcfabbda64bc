import type { Role } from '../../adapter/adapter.ts'
import { findingOf, ok, warning, wrong } from '../../adapter/findings.ts'
import { type Finding, ShopFailure } from '../../adapter/outcomes.ts'
import { API_VERSION, type Api } from './api/api.ts'
import { defineMarks } from './definitions.ts'
import { CUSTOMER_DATA, PUBLICATIONS, STORE } from './documents/shop.ts'
import { gid, numberOf } from './mapping/ids.ts'

/** The access scopes that each role needs. Writing includes reading. */
export const REQUIRED_SCOPES: Readonly<Record<Role, readonly string[]>> = {
  merchant: [
    'read_products',
    'write_inventory',
    'read_locations',
    'write_orders',
    'read_merchant_managed_fulfillment_orders',
  ],
  channel: [
    'write_products',
    'write_inventory',
    'read_locations',
    'write_orders',
    'read_returns',
    'write_merchant_managed_fulfillment_orders',
  ],
}

export interface CheckedSettings {
  readonly locationId: string
  readonly vatRate?: number
  readonly publicationId?: string
}

interface Store {
  readonly shop: {
    readonly name: string
    readonly myshopifyDomain: string
    readonly currencyCode: string
    readonly taxesIncluded: boolean
  }
  readonly currentAppInstallation: { readonly accessScopes: readonly { readonly handle: string }[] }
  readonly location: { readonly name: string; readonly isActive: boolean } | null
  readonly locations: { readonly nodes: readonly { readonly id: string; readonly name: string }[] }
}

/** Checks address, credentials, scopes, location, taxes, customer data and the definitions of the marks. */
export async function checkShop(
  api: Api,
  role: Role,
  settings: CheckedSettings,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  try {
    const store = await api.run<Store>(STORE, { location: gid('Location', settings.locationId) })
    const { name, myshopifyDomain, currencyCode } = store.shop
    findings.push(
      ok(
        `The store is "${name}" (${myshopifyDomain}); its currency is ${currencyCode}${role === 'channel' ? `, in which the hub has to offer prices to the channel` : ''}.`,
      ),
    )
    findings.push(...checkVersion(api), ...checkScopes(store, role))
    findings.push(checkLocation(store, settings.locationId), checkTaxes(store, settings.vatRate))
    findings.push(await checkCustomerData(api), await checkDefinitions(api, role))
    if (role === 'channel') findings.push(await checkPublication(api, settings.publicationId))
  } catch (error) {
    findings.push(findingOf(error, 'Try again in a minute.'))
  }
  return findings
}

function checkVersion({ servedVersion }: Api): Finding[] {
  if (servedVersion === undefined || servedVersion === API_VERSION) return []
  return [
    warning(
      `Shopify answers with version ${servedVersion} of its API instead of ${API_VERSION}.`,
      'Update the connector: Shopify serves each version for a year.',
    ),
  ]
}

function checkScopes({ currentAppInstallation }: Store, role: Role): Finding[] {
  const granted = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle))
  const missing = REQUIRED_SCOPES[role].filter(
    (scope) => !granted.has(scope) && !granted.has(scope.replace('read_', 'write_')),
  )
  if (missing.length === 0) return [ok('The app has the access scopes that it needs.')]
  return [
    wrong(
      `The app lacks the access ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(', ')}.`,
      'In the Dev Dashboard, add them to a new version of the app, release it, and accept it in the store.',
    ),
  ]
}

function checkLocation({ location, locations }: Store, id: string): Finding {
  if (location?.isActive) return ok(`Stock is that of the location "${location.name}".`)
  if (location)
    return wrong(
      `The location "${location.name}" is not active.`,
      'Activate it in Settings, Locations, or choose another one.',
    )
  const known = locations.nodes.map((one) => `${numberOf(one.id)} (${one.name})`).join(', ')
  return wrong(
    `The store has no location ${id}.`,
    `Enter the number of one of its locations: ${known || 'none is active'}.`,
  )
}

function checkTaxes({ shop }: Store, vatRate: number | undefined): Finding {
  if (shop.taxesIncluded && vatRate !== undefined) {
    return wrong(
      'The prices of the store include tax, and the connection would add VAT to them.',
      'Leave the setting "VAT rate" empty.',
    )
  }
  if (shop.taxesIncluded) return ok('The prices of the store include tax, as those of the hub do.')
  if (vatRate !== undefined)
    return ok(`The prices of the store are without tax: ${vatRate} % are added for the hub.`)
  return wrong(
    'The prices of the store are without tax, and those of the hub include it.',
    'Enter the "VAT rate", or turn on "Include sales tax in product price" in Settings, Taxes and duties.',
  )
}

async function checkCustomerData(api: Api): Promise<Finding> {
  try {
    await api.run(CUSTOMER_DATA)
    return ok('The app can read orders with names, addresses and emails.')
  } catch (error) {
    if (!ShopFailure.is(error) || error.kind !== 'denied') throw error
    return wrong(error.message, error.remedy ?? '')
  }
}

async function checkDefinitions(api: Api, role: Role): Promise<Finding> {
  const problem = await defineMarks(api, role)
  return problem
    ? wrong(problem.message, problem.remedy)
    : ok('The metafields are defined by which the connector finds records again.')
}

async function checkPublication(api: Api, publicationId: string | undefined): Promise<Finding> {
  if (publicationId === undefined) {
    return ok('New products are not published: people choose their sales channels in Shopify.')
  }
  interface Answer {
    readonly publications: {
      readonly nodes: readonly {
        readonly id: string
        readonly catalog: { readonly title: string } | null
      }[]
    }
  }
  const { publications } = await api.run<Answer>(PUBLICATIONS)
  const own = publications.nodes.find(({ id }) => numberOf(id) === numberOf(publicationId))
  if (own) return ok(`New products are published on "${own.catalog?.title ?? publicationId}".`)
  const known = publications.nodes
    .map(({ id, catalog }) => `${numberOf(id)} (${catalog?.title ?? 'unnamed'})`)
    .join(', ')
  return wrong(
    `The store has no sales channel ${publicationId}.`,
    `Enter the number of one of these: ${known || 'none'}.`,
  )
}
