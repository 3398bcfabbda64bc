/** The sample customer of an empty database, and its keys. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, transaction } from '@entrepot/database'
import {
  type Actor,
  type Channel,
  type Customer,
  createApiKey,
  createChannel,
  createCustomer,
  expectDone,
  type FoundKey,
  findApiKey,
  listApiKeys,
  listChannels,
  listCustomers,
  upsertProducts,
} from '@entrepot/marketplace'
import { addMember, listMembers } from '../../people/members/members.ts'
import { addUser } from '../../people/users/users.ts'
import { SAMPLE_PRODUCTS } from './catalogue.ts'
import { storeSampleOrders } from './orders.ts'
import { withPictures } from './pictures.ts'
import { lockSample } from './store.ts'

/** A channel of the sample customer with its key. */
export interface SampleChannel {
  readonly id: number
  readonly name: string
  readonly mode: Channel['mode']
  readonly key: string
}

/** The keys of the sample customer, unencrypted. */
export interface SampleKeys {
  readonly merchantKey: string
  readonly channels: readonly SampleChannel[]
}

/** The file of {@link writeSampleEnv} in the data directory. */
export const SAMPLE_ENV = 'sample.env'

const CUSTOMER_NAME = 'Sample merchant'

/**
 * Creates the sample customer in an empty database, and returns its keys. Returns undefined if the database has other customers.
 *
 * The database stores only the hashes of keys, so the keys are also stored in `sample-keys.json` in the data directory, which only the
 * owner can read. If that file is missing or belongs to another database, new keys are issued. Nodes that start at the same time create
 * one sample customer.
 *
 * @param options.owner email address of the person who owns the customer, if it has no members yet
 * @param options.publicUrl where the hub serves the pictures of the products; without it they have none
 */
export async function ensureSample(
  database: Database,
  dataDirectory: string,
  { owner, publicUrl }: { readonly owner?: string; readonly publicUrl?: string } = {},
): Promise<SampleKeys | undefined> {
  const customer = await claimCustomer(database)
  if (customer === undefined) return undefined
  if (owner !== undefined) await ensureOwner(database, customer.customerId, owner)
  // Keys are issued last. If there are none, an earlier start was interrupted, and the sample is completed now.
  if ((await listApiKeys(database, customer.customerId)).length === 0) {
    const products = publicUrl ? withPictures(SAMPLE_PRODUCTS, publicUrl) : SAMPLE_PRODUCTS
    await upsertProducts(database, customer, products)
  }
  const file = join(dataDirectory, 'sample-keys.json')
  const known = await readKeys(file)
  const isKnown = known !== undefined && (await areGood(database, customer, known))
  const keys = isKnown ? known : await issueKeys(database, customer)
  if (!isKnown) await replaceFile(file, `${JSON.stringify(keys, null, 2)}\n`)
  return keys
}

/**
 * Stores orders of the last 60 days, sent and processed with the keys of the sample, if its customer has no order. Nodes that start at
 * the same time store them once. They take a second or two, so a hub makes them after it has begun to listen.
 *
 * @throws Error if a rule refuses one of them, or a key was removed meanwhile
 */
export async function ensureSampleOrders(database: Database, keys: SampleKeys): Promise<void> {
  const merchant = await findKey(database, keys.merchantKey)
  const channels = new Map<number, Actor>()
  for (const { id, key } of keys.channels) channels.set(id, actorOf(await findKey(database, key)))
  await storeSampleOrders(database, merchant.customer, { merchant: actorOf(merchant), channels })
}

/** The sample customer, which is created if the database is empty. Undefined if there are other customers. */
async function claimCustomer(database: Database): Promise<Customer | undefined> {
  return await transaction(database, async (tx) => {
    await lockSample(tx)
    const customers = await listCustomers(tx)
    const [first] = customers
    if (first) return customers.length === 1 && first.name === CUSTOMER_NAME ? first : undefined
    const input = {
      ...{ name: CUSTOMER_NAME, baseCurrency: 'EUR', defaultVatRate: 21 },
      timeZone: 'Europe/Amsterdam',
    }
    const customer = expectDone(await createCustomer(tx, input))
    const { customerId } = customer
    expectDone(await createChannel(tx, customerId, { name: 'Web shop', mode: 'flat' }))
    expectDone(await createChannel(tx, customerId, { name: 'Marketplace', mode: 'grouped' }))
    return customer
  })
}

/** Makes a person the owner of a customer without members. */
async function ensureOwner(database: Database, customerId: string, email: string): Promise<void> {
  if ((await listMembers(database, customerId)).length > 0) return
  // Both do nothing if another node was faster.
  await addUser(database, { email })
  await addMember(database, { email, customerId, role: 'owner' })
}

async function issueKeys(database: Database, customer: Customer): Promise<SampleKeys> {
  const { customerId } = customer
  return await transaction(database, async (tx) => {
    const ofMerchant = { kind: 'merchant', label: 'Sample' } as const
    const merchant = expectDone(await createApiKey(tx, customerId, ofMerchant))
    const channels: SampleChannel[] = []
    for (const { channelId, name, mode } of await listChannels(tx, customerId)) {
      const label = `Sample ${name}`
      const ofChannel = { kind: 'channel', channelId, label } as const
      const { key } = expectDone(await createApiKey(tx, customerId, ofChannel))
      channels.push({ id: channelId, name, mode, key })
    }
    return { merchantKey: merchant.key, channels }
  })
}

async function findKey(database: Database, key: string): Promise<FoundKey> {
  const found = await findApiKey(database, key)
  if (found === undefined) throw new Error('a sample key was removed while the hub started')
  return found
}

/** A key as the one who acts, for the history of the orders. */
const actorOf = ({ keyId, label }: FoundKey): Actor => ({ kind: 'key', id: keyId, label })

async function readKeys(file: string): Promise<SampleKeys | undefined> {
  try {
    const keys: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isSampleKeys(keys) ? keys : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) {
      return undefined
    }
    throw error
  }
}

function isSampleKeys(value: unknown): value is SampleKeys {
  const { merchantKey, channels } = (value ?? {}) as Partial<SampleKeys>
  const isKey = (key: unknown) => typeof key === 'string'
  return (
    isKey(merchantKey) &&
    Array.isArray(channels) &&
    channels.every((channel) => isKey(channel?.key))
  )
}

async function areGood(database: Database, customer: Customer, keys: SampleKeys): Promise<boolean> {
  for (const key of [keys.merchantKey, ...keys.channels.map((channel) => channel.key)]) {
    const found = await findApiKey(database, key)
    if (found?.customer.customerId !== customer.customerId) return false
    if (found.revokedAt !== null || found.expiresAt !== null) return false
  }
  return true
}

/**
 * Writes `sample.env` into the data directory, which sets variables in a shell: `H` is the address of the hub, `M` the merchant key, and
 * `C` the key of the first channel. Called at each start, because the address may change.
 */
export async function writeSampleEnv(
  dataDirectory: string,
  url: string,
  { merchantKey, channels }: SampleKeys,
): Promise<void> {
  // Exported, so that programs that are started in the shell have them too.
  const lines = [`H=${url}`, `M=${merchantKey}`, `C=${channels[0]?.key ?? ''}`].map(
    (line) => `export ${line}`,
  )
  await replaceFile(join(dataDirectory, SAMPLE_ENV), `${lines.join('\n')}\n`)
}

/** Writes a file that only its owner can read. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, text, { mode: 0o600 })
  await rename(temporary, file)
}
