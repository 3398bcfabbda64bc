/** A real shop beside the sample customer, as a channel of it: for people who try the hub in a checkout of the repository. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '@entrepot/database'
import {
  createApiKey,
  createChannel,
  expectDone,
  findApiKey,
  listApiKeys,
  listChannels,
  revokeApiKey,
  SCOPES,
} from '@entrepot/marketplace'
import type { FastifyBaseLogger } from 'fastify'
import { ConfigError } from '../../config/problems.ts'
import type { SampleKeys } from './sample.ts'

/** Only a checkout has it: the package of the hub contains neither shops nor connectors. */
const SHOPS = fileURLToPath(new URL('../../../../connectors/shops', import.meta.url))

/** The shops that can be started, by the names of their folders, and their titles. */
const TITLES: Readonly<Record<string, string>> = { vendure: 'Vendure' }

/**
 * Checks whether a shop can be started.
 *
 * @param shops folder of the shops
 * @throws ConfigError that says what to do
 */
export function checkSampleShop(shop: string, shops = SHOPS): void {
  const refuse = (message: string) => {
    throw new ConfigError([{ source: undefined, path: '--with-shop', message }])
  }
  if (!existsSync(join(shops, 'sample.ts'))) {
    refuse('shops can only be started in a checkout of the repository')
  }
  const names = Object.keys(TITLES)
  if (!names.includes(shop)) refuse(`there is no shop ${shop}; there are: ${names.join(', ')}`)
  if (!existsSync(join(shops, shop, '.prepared/stamp'))) {
    refuse(`the shop is not installed; run: npm run connectors:prepare -- ${shop}`)
  }
}

/** Options of {@link startSampleShop}. */
export interface StartSampleShopOptions {
  readonly shop: string
  readonly database: Database
  readonly sample: SampleKeys
  /** Address of the hub. */
  readonly url: string
  readonly dataDirectory: string
  readonly logger: FastifyBaseLogger
}

/**
 * Starts the shop with its connector as a process. It takes some seconds until the shop answers, and the hub does not wait for it. It ends
 * with the hub, also after a crash of the hub.
 */
export async function startSampleShop(
  options: StartSampleShopOptions,
): Promise<{ stop(): Promise<void> }> {
  const { shop, url, dataDirectory, logger } = options
  const keys = await issueKeys(options)
  const child = fork(join(SHOPS, 'sample.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--conditions=@entrepot/source'],
  })
  child.on('message', (message) => logger.info({ process: child.pid }, String(message)))
  // A process that cannot be started, or ends before it gets its message, must not end the hub.
  child.on('error', (error) => logger.error({ err: error }, `the shop ${shop} was not started`))
  child.on('exit', (code) => {
    if (code !== 0) logger.error({ code }, `the shop ${shop} and its connector have ended`)
  })
  child.send({ shop, url, file: join(dataDirectory, `${shop}.sqlite`), ...keys })
  return { stop: async () => await end(child) }
}

/** Longest time for the records at hand. The shop ends with its process. */
const STOP_TIMEOUT_MS = 20_000

/** Closing the channel tells the process to end, as the end of the hub does. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exit
  clearTimeout(timer)
}

/** Keys of this run for the merchant and the channel of the shop. Those of the run before end. */
async function issueKeys({ shop, database, sample }: StartSampleShopOptions) {
  const merchant = await findApiKey(database, sample.merchantKey)
  if (merchant === undefined) throw new Error('a sample key was removed while the hub started')
  const { customerId } = merchant.customer
  const name = TITLES[shop] ?? shop
  const label = `Sample shop, ${name}`
  for (const key of await listApiKeys(database, customerId)) {
    if (key.label === label && key.revokedAt === null) {
      await revokeApiKey(database, customerId, key.keyId)
    }
  }
  const known = (await listChannels(database, customerId)).find((one) => one.name === name)
  const channel =
    known ?? expectDone(await createChannel(database, customerId, { name, mode: 'grouped' }))
  const { channelId } = channel
  const issue = async (input: Parameters<typeof createApiKey>[2]) =>
    expectDone(await createApiKey(database, customerId, input)).key
  return {
    channelId,
    merchantKey: await issue({ kind: 'merchant', label, scopes: [...SCOPES.merchant] }),
    channelKey: await issue({ kind: 'channel', channelId, label, scopes: [...SCOPES.channel] }),
  }
}
