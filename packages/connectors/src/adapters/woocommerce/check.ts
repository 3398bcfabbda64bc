/** Whether the shop has all that the connection needs, in words. */
import type { Role } from '../../adapter/adapter.ts'
import { findingOf, ok, warning, wrong } from '../../adapter/findings.ts'
import type { Finding } from '../../adapter/outcomes.ts'
import type { WooCalls } from './api/calls.ts'
import { readFacts, type ShopFacts } from './api/facts.ts'
import { isGone } from './api/refusals.ts'
import type { WooWebhook } from './api/wire.ts'

/** No product has it: the highest id of the database. An update of it shows whether the key may write, and changes nothing. */
const NO_PRODUCT = 2_147_483_647

export async function checkShop(calls: WooCalls, role: Role): Promise<Finding[]> {
  if (!/^https?:\/\/[^/]/.test(calls.address)) {
    return [
      wrong(
        `${JSON.stringify(calls.address)} is not the address of a shop.`,
        'Set the address with https, such as https://shop.example.',
      ),
    ]
  }
  try {
    const facts = await readFacts(calls)
    return [
      ok(`The shop answers at ${calls.address}, and the key may read.`),
      ...transport(calls),
      await canWrite(calls),
      ...settings(facts, role),
      ...(await webhooks(calls)),
    ]
  } catch (error) {
    return [findingOf(error, 'Check the address and the key of the connection.')]
  }
}

function transport({ isSecure }: WooCalls): Finding[] {
  if (isSecure) return []
  return [
    warning(
      'The shop is reached by http: requests are signed, but everybody on the way can read names and addresses.',
      'Set up https for the shop, and use its address with https.',
    ),
  ]
}

async function canWrite(calls: WooCalls): Promise<Finding> {
  const reply = await calls.ask('PUT', `/products/${NO_PRODUCT}`, { body: {} })
  if ('refusal' in reply && isGone(reply.refusal)) {
    return ok('The key may write.')
  }
  return warning(
    'Whether the key may write cannot be seen: the shop gives an unexpected answer.',
    'See that the permissions of the key are Read/Write.',
  )
}

function settings(facts: ShopFacts, role: Role): Finding[] {
  const kind = facts.pricesIncludeTax ? 'with' : 'without'
  const found: Finding[] = [
    ok(
      `The shop is in ${facts.country}, sells in ${facts.currency}, and enters prices ${kind} tax.`,
    ),
    ...(role === 'channel'
      ? [ok(`The hub has to offer prices in ${facts.currency} to the channel.`)]
      : []),
  ]
  if (!facts.stockIsManaged) {
    const finding = role === 'channel' ? wrong : warning
    const remedy = 'Turn on WooCommerce > Settings > Products > Inventory > Manage stock.'
    found.push(finding('The shop does not manage stock.', remedy))
  }
  if (!facts.taxesAreOn) {
    found.push(
      warning(
        'The shop does not reckon with taxes: its orders have no VAT.',
        'If it should, turn on WooCommerce > Settings > General > Enable taxes, and add the rates.',
      ),
    )
  } else if (facts.rates.get('') === undefined) {
    found.push(
      warning(
        `The shop has no standard rate for ${facts.country}.`,
        'Add it under WooCommerce > Settings > Tax > Standard rates.',
      ),
    )
  }
  return found
}

/** Webhooks that lead to a connector are known by their address. */
async function webhooks(calls: WooCalls): Promise<Finding[]> {
  const all = await calls.all<WooWebhook>('/webhooks')
  const ours = all.filter(({ delivery_url }) => /\/hints\/[^/]+\/?$/.test(delivery_url))
  if (ours.length === 0) {
    return [ok('No webhook of the shop leads to a connector: changes are found by the next read.')]
  }
  const stopped = ours.filter(({ status }) => status !== 'active')
  if (stopped.length === 0) {
    return [ok(`${ours.length} webhooks of the shop wake the connector.`)]
  }
  return stopped.map(({ name, topic, status }) =>
    warning(
      `The webhook ${JSON.stringify(name)} (${topic}) is ${status}. The shop disables a webhook after seven failed deliveries in a row. Nothing is lost: changes are found by the next read.`,
      'See that the connector can be reached from the shop, and set the status to Active in WooCommerce > Settings > Advanced > Webhooks.',
    ),
  )
}
