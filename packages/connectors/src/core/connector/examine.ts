/** What the hub lacks so that a connection works well, in words. */
import type { Schemas } from '@entrepot/client'
import { ok, warning, wrong } from '../../adapter/findings.ts'
import type { Finding } from '../../adapter/outcomes.ts'
import { countedHub, isHubError } from '../records/hub.ts'
import type { Connection } from '../records/report.ts'
import { allowedSteps } from '../records/settings.ts'
import { type Account, connectionsOf } from './accounts.ts'

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
export async function examineAccount(account: Account): Promise<readonly Finding[]> {
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
  return [...findings, ...orderTakers(connections), ...(await examineStock(account, connections))]
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
): Promise<readonly Finding[]> {
  const counts = connections.some((one) => allowedSteps(one)?.has('stock') !== false)
  if (!counts) return []
  try {
    const hub = countedHub(client, { hubReads: 0, hubWrites: 0, shop: 0 })
    return [stockFinding(await hub.call('getCustomer'))]
  } catch (error) {
    if (!isHubError(error)) throw error
    const message = 'The key cannot read who keeps the stock.'
    return [warning(message, 'Give it the scope settings:read.')]
  }
}

/** Whether the settings of the merchant fit a shop that takes an order off its stock when it gets it, as shops do. */
export function stockFinding({
  StockKeeper,
  CountsExclude,
}: Pick<Schemas['CustomerResponse'], 'StockKeeper' | 'CountsExclude'>): Finding {
  if (StockKeeper === 'merchant' && CountsExclude === 'acknowledged') {
    return ok('The hub expects counts without the orders that the shop has.')
  }
  const found = {
    merchant:
      'The hub takes open orders off the counts of the shop, which has taken them off already: less is offered than there is.',
    hub: 'The hub keeps the stock itself, and each count of the shop is a recount for it.',
    none: 'The hub does not take open orders off the stock: more can be sold than there is until the shop has them.',
  }[StockKeeper]
  return warning(
    `A shop takes off stock when it gets an order. ${found}`,
    'Choose under Settings, Stock: a system that takes orders off at import (StockKeeper "merchant", CountsExclude "acknowledged"). docs/guides/stock.md explains it.',
  )
}
