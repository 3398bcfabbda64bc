/** The customers of a run, and the `entrepot` command. */
import type { Database } from '@entrepot/database'
import {
  createApiKey,
  createChannel,
  createCustomer,
  expectDone,
  putOfferRules,
} from '@entrepot/marketplace'
import { runEntrepot } from '@entrepot/server/testing'

/** An API key and its name in the history. */
export interface Key {
  readonly label: string
  readonly text: string
}

/** A channel with its key. */
export interface ChannelAccess {
  readonly id: number
  readonly mode: 'flat' | 'grouped'
  readonly key: Key
}

/** A customer with its keys. */
export interface Shop {
  readonly id: string
  readonly key: Key
  readonly channels: readonly ChannelAccess[]
  /** Whether the hub keeps its stock, or else the merchant. */
  readonly isKeptByHub: boolean
}

/** Runs the `entrepot` command and returns the JSON that it prints. */
export type RunCommand = (...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>

/**
 * Creates a {@link RunCommand}.
 *
 * @param env contains the URL of the database as DATABASE_URL
 */
export function commandRunner(env: Readonly<Record<string, string>>): RunCommand {
  return async (...args) => {
    const { code, stdout, stderr } = await runEntrepot([...args, '--json'], env)
    if (code !== 0) throw new Error(`entrepot ${args.join(' ')} failed: ${stderr}`)
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>
  }
}

/** Creates a customer with a flat and a grouped channel, and a key for each. */
export async function createShop(
  database: Database,
  name: string,
  stockKeeper: 'merchant' | 'hub',
  countsExclude: 'acknowledged' | null = null,
): Promise<Shop> {
  // What has left is held back for longer than a run takes, so that what is available at the end does not depend on the time.
  const stock = { stockKeeper, countsExclude, stockLag: 10_080, restockReturns: true }
  const input = { name, baseCurrency: 'EUR', defaultVatRate: 21, ...stock }
  const customer = expectDone(await createCustomer(database, input))
  const id = customer.customerId
  const issue = async (kind: 'merchant' | 'channel', label: string, channelId?: number) => {
    const { key } = expectDone(
      await createApiKey(database, id, {
        kind,
        label,
        ...(channelId && { channelId }),
      }),
    )
    return { label: `${label} of ${id}`, text: key }
  }
  const channels: ChannelAccess[] = []
  for (const mode of ['flat', 'grouped'] as const) {
    const { channelId } = expectDone(await createChannel(database, id, { name: mode, mode }))
    // Prices move by any amount, and nobody reviews them.
    expectDone(await putOfferRules(database, customer, channelId, { GuardPercent: 0 }))
    channels.push({ id: channelId, mode, key: await issue('channel', mode, channelId) })
  }
  const isKeptByHub = stockKeeper === 'hub'
  return { id, key: await issue('merchant', 'merchant'), channels, isKeptByHub }
}
