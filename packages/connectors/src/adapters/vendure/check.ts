/** Checks a connection. `me` is forbidden for API keys, so each right is tried by a call that changes nothing. */
import type { ShopContext } from '../../adapter/adapter.ts'
import { findingOf, ok, wrong } from '../../adapter/findings.ts'
import { type Finding, ShopFailure } from '../../adapter/outcomes.ts'
import { type Call, VendureError } from './api.ts'
import { currencyOf, readFacts, type ShopFacts, stockLocationOf } from './facts.ts'

/** Calls that need one right each, and what needs it. Updates and deletions have an empty list. */
const RIGHTS = [
  ['Catalog: read', '{ products(options: { take: 1 }) { totalItems } }'],
  ['Catalog: create', 'mutation { createProductVariants(input: []) { id } }'],
  ['Catalog: update', 'mutation { updateProducts(input: []) { id } }'],
  ['Catalog: delete', 'mutation { deleteProducts(ids: []) { result } }'],
  ['Order: read', '{ orders(options: { take: 1 }) { totalItems } }'],
  [
    'Order: update',
    'mutation { transitionFulfillmentToState(id: "-1", state: "Shipped") { __typename } }',
  ],
] as const

/** What was found. */
export async function check(
  call: Call,
  settings: ShopContext['settings'],
): Promise<readonly Finding[]> {
  let facts: ShopFacts
  try {
    facts = await readFacts(call)
  } catch (error) {
    return [toFinding(error)]
  }
  const rights = await Promise.all(
    RIGHTS.map(async ([name, query]) => await tryRight(call, name, query)),
  )
  const reached = ok(`The shop answers. Its channel is ${facts.channel.code}.`)
  return [reached, ...rights, ...findingsOf(facts, settings)]
}

async function tryRight(call: Call, name: string, query: string): Promise<Finding> {
  try {
    await call(query)
  } catch (error) {
    // The shop has looked for the record: the key may do it.
    if (!(error instanceof VendureError)) {
      return ShopFailure.is(error) && error.kind === 'denied'
        ? wrong(
            `The key does not have the right ${name}.`,
            `Give the role of the API key the right ${name} (Settings, Roles).`,
          )
        : toFinding(error)
    }
  }
  return ok(`The key has the right ${name}.`)
}

function toFinding(error: unknown): Finding {
  if (error instanceof VendureError) {
    const remedy = 'Check that this is the Admin API of Vendure 3.6 or newer.'
    return wrong(`The shop answered: ${error.message}`, remedy)
  }
  return findingOf(error, 'Check that the shop runs and that this machine reaches it.')
}

/** What the settings of the shop mean for the connection. Pure. */
export function findingsOf(
  facts: ShopFacts,
  settings: ShopContext['settings'],
): readonly Finding[] {
  return [locationFinding(facts, settings), currencyFinding(facts, settings), taxFinding(facts)]
}

function locationFinding(facts: ShopFacts, settings: ShopContext['settings']): Finding {
  try {
    const id = stockLocationOf(facts, settings)
    const name = facts.stockLocations.find((location) => location.id === id)?.name
    return ok(`Stock goes to the stock location ${name}.`)
  } catch (error) {
    return toFinding(error)
  }
}

function currencyFinding(facts: ShopFacts, settings: ShopContext['settings']): Finding {
  const currency = currencyOf(facts, settings)
  const { code, availableCurrencyCodes } = facts.channel
  if (availableCurrencyCodes.includes(currency)) {
    return ok(`Prices are in ${currency}, with ${facts.precision} decimals.`)
  }
  return wrong(
    `The channel ${code} does not sell in ${currency}, but in ${availableCurrencyCodes.join(', ')}.`,
    `Add ${currency} to the currencies of the channel (Settings, Channels), or change the currency of the connection.`,
  )
}

function taxFinding({ channel }: ShopFacts): Finding {
  const { code, pricesIncludeTax, defaultTaxZone } = channel
  if (defaultTaxZone === null) {
    return wrong(
      `The channel ${code} has no default tax zone.`,
      'Choose a default tax zone in Settings, Channels.',
    )
  }
  if (pricesIncludeTax) return ok('Prices of the channel include tax.')
  return wrong(
    `Prices of the channel ${code} are without tax, and those of the hub include VAT.`,
    'Turn on "Prices include tax" of the channel in Settings, Channels.',
  )
}
