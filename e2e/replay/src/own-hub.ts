/** Starts a hub for the replay in a temporary folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HubProcess, runEntrepot, spawnHub } from '@entrepot/server/testing'
import { ReplayError } from './errors.ts'
import type { HubAccess } from './hub-client.ts'
import { VAT_RATE } from './products.ts'

/** A running hub with its URL and keys. */
export interface OwnHub {
  readonly access: HubAccess
  /** Aborted if the hub ends before it is closed. */
  readonly signal: AbortSignal
  /** Stops the hub and deletes its data. */
  close(): Promise<void>
}

/**
 * Starts a hub with an embedded PostgreSQL and a customer for the replay. This takes a few seconds.
 *
 * @param currency base currency of the customer
 * @param rates file of exchange rates that the hub imports
 * @throws Error with the output of the hub if it does not start
 * @example
 * const hub = await startOwnHub('GBP')
 * await replay({ file, hub: hub.access, signal: hub.signal })
 * await hub.close()
 */
export async function startOwnHub(currency: string, rates?: string): Promise<OwnHub> {
  const directory = await mkdtemp(join(tmpdir(), 'entrepot-replay-'))
  const remove = async () => await rm(directory, { recursive: true, force: true })
  const env = { ENTREPOT_DATA: directory, HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
  let hub: HubProcess | undefined
  try {
    hub = await spawnHub({ env, args: ['--no-sample'] })
    if (rates !== undefined) await runCommand(env, ['rates', 'import', rates])
    const keys = await createCustomer(env, currency)
    return { access: { url: hub.url, ...keys }, ...superviseHub(hub, remove) }
  } catch (error) {
    await hub?.end()
    await remove()
    throw error
  }
}

function superviseHub(hub: HubProcess, remove: () => Promise<void>) {
  const ended = new AbortController()
  const onExit = () => {
    const message = `The hub of the replay has ended. The end of its output: ${hub.log().slice(-2_000)}`
    ended.abort(new ReplayError('REPLAY_HUB_ENDED', message))
  }
  hub.process.once('close', onExit)
  return {
    signal: ended.signal,
    async close() {
      hub.process.off('close', onExit)
      await hub.end()
      await remove()
    },
  }
}

/**
 * Creates a customer with one channel, whose stock the hub keeps, with the `entrepot` command, while a hub is running.
 *
 * @param env contains the data directory of that hub as ENTREPOT_DATA
 * @returns the keys of the customer
 */
export async function createCustomer(
  env: Readonly<Record<string, string>>,
  currency: string,
): Promise<Pick<HubAccess, 'merchantKey' | 'channelKey'>> {
  const run = async (...args: readonly string[]) => await runCommand(env, args)
  const vat = String(VAT_RATE)
  const customer = await run(
    ...['customers', 'create', '--name', 'Replay', '--base-currency', currency],
    ...['--default-vat-rate', vat, '--stock-keeper', 'hub'],
  )
  const ofCustomer = ['--customer', String(customer.customerId)]
  const create = ['keys', 'create', ...ofCustomer, '--label', 'Replay']
  const channel = await run('channels', 'create', ...ofCustomer, '--name', 'Replay')
  const merchant = await run(...create)
  const ofChannel = ['--kind', 'channel', '--channel', String(channel.Id)]
  const channelKey = await run(...create, ...ofChannel)
  return { merchantKey: String(merchant.key), channelKey: String(channelKey.key) }
}

async function runCommand(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const { code, stdout, stderr } = await runEntrepot([...args, '--json'], env)
  if (code !== 0) throw new Error(`entrepot ${args.join(' ')} failed: ${stderr}`)
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>
}
