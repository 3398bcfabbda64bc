/** What the hub lacks so that a connection works well, in words. */
import type { Schemas } from '@entrepot/client'
import type { Adapter, CountsExclude } from '../../adapter/adapter.ts'
import { ok, warning, wrong } from '../../adapter/findings.ts'
import type { Finding } from '../../adapter/outcomes.ts'
import { countedHub, isHubError } from '../records/hub.ts'
import type { Connection } from '../records/report.ts'
import { allowedSteps, countsExcludeOf } from '../records/settings.ts'
import { type Account, connectionsOf } from './accounts.ts'

type Customer = Schemas['CustomerResponse']

/** Scopes that a key needs, by what it serves. */
const NEEDED = {
  merchant: [
    ...['connections:read', 'connections:write', 'settings:read', 'products:read'],
    ...['products:write', 'orders:read', 'orders:write', 'fulfilment:read', 'fulfilment:write'],
  ],
  channel: [
    ...['connections:read', 'connections:write', 'products:sync', 'offers:sync'],
    ...['orders:create', 'orders:read', 'orders:cancel', 'fulfilment:read', 'returns:create'],
  ],
} as const satisfies Record<Account['kind'], readonly string[]>

/** Checks a key, and for a merchant who keeps the stock. */
export async function examineAccount(
  account: Account,
  adapters: readonly Adapter[],
): Promise<readonly Finding[]> {
  const { kind, scopes } = account
  const missing = scopes === undefined ? [] : NEEDED[kind].filter((one) => !scopes.includes(one))
  const findings: Finding[] = []
  if (missing.length > 0) {
    findings.push(
      wrong(
        `The key lacks the scopes ${missing.join(', ')}.`,
        `Create a key of the ${kind} with all scopes of the guide, and give it to the connector.`,
      ),
    )
  } else findings.push(ok(`The key of the ${kind} permits all calls.`))
  if (kind === 'channel') return findings
  const connections = await connectionsOf(account)
  return [
    ...findings,
    ...orderTakers(connections),
    ...(await examineStock(account, connections, adapters)),
  ]
}

/** Two shops that both take the orders of the merchant would both send them. */
function orderTakers(connections: readonly Connection[]): readonly Finding[] {
  const takers = connections.filter(
    (one) => !one.IsPaused && allowedSteps(one)?.has('orders') !== false,
  )
  if (takers.length < 2) return []
  const names = takers.map(({ Name }) => Name).join(', ')
  return [
    warning(
      `Several shops take the orders of the merchant: ${names}. Each order would be in all of them.`,
      'Limit the others by the setting "steps", such as "products,stock" for a shop that only has products.',
    ),
  ]
}

async function examineStock(
  { client }: Account,
  connections: readonly Connection[],
  adapters: readonly Adapter[],
): Promise<readonly Finding[]> {
  const counting = connections.filter((one) => allowedSteps(one)?.has('stock') !== false)
  if (counting.length === 0) return []
  const descriptions = new Map(adapters.map(({ description }) => [description.shop, description]))
  const excluded = counting.map(({ Shop }) => countsExcludeOf(descriptions.get(Shop)))
  try {
    const hub = countedHub(client, { hubReads: 0, hubWrites: 0, shop: 0 })
    return [stockFinding(await hub.call('getCustomer'), new Set(excluded))]
  } catch (error) {
    if (!isHubError(error)) throw error
    const message = 'The key cannot read who keeps the stock.'
    return [warning(message, 'Give it the scope settings:read.')]
  }
}

/** What the counts of shops leave out, and what follows from other settings of the merchant. */
const COUNTS = {
  without: {
    shop: 'The shop takes off stock when it gets an order.',
    fits: 'The hub expects counts without the orders that the shop has, as the shop sends them.',
    merchant:
      'The hub takes open orders off the counts of the shop, which has taken them off already: less is offered than there is.',
    way: 'a system that takes orders off at import (StockKeeper "merchant", CountsExclude "acknowledged")',
  },
  with: {
    shop: 'The shop counts the units of an order until they leave.',
    fits: 'The hub takes open orders off the counts, which contain them, as the shop sends them.',
    merchant:
      'The hub takes them for gone once the shop has the order: more is offered than there is.',
    way: 'a system that sends counts of the shelf (StockKeeper "merchant", CountsExclude null)',
  },
} as const

/** Whether the settings of the merchant fit what the counts of the shops leave out. */
export function stockFinding(
  { StockKeeper, CountsExclude }: Pick<Customer, 'StockKeeper' | 'CountsExclude'>,
  excluded: ReadonlySet<CountsExclude>,
): Finding {
  if (excluded.size > 1) {
    return warning(
      'Some shops take off stock when they get an order, and others when they ship it: the hub cannot know what a count contains.',
      'Limit all but one of them by the setting "steps" to steps without "stock". docs/guides/stock.md explains it.',
    )
  }
  const [expected = 'acknowledged'] = excluded
  const counts = COUNTS[expected === 'acknowledged' ? 'without' : 'with']
  if (StockKeeper === 'merchant' && CountsExclude === expected) return ok(counts.fits)
  const found = {
    merchant: counts.merchant,
    hub: 'The hub keeps the stock itself, and each count of the shop is a recount for it.',
    none: 'The hub does not take open orders off the stock: more can be sold than there is.',
  }[StockKeeper]
  return warning(
    `${counts.shop} ${found}`,
    `Choose under Settings, Stock: ${counts.way}. docs/guides/stock.md explains it.`,
  )
}
