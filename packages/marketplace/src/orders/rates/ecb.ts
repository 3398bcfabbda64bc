/** The euro reference rates of the European Central Bank, which apply to all customers that have no rate of their own. */
import type { Database } from '@entrepot/database'
import type { Client } from '@entrepot/rest'
import type { FastifyInstance } from 'fastify'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import { isRefusal, type Refusal } from '../../kit/shared/errors.ts'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { lockArrivals } from '../record/store.ts'
import { readEcbRates } from './ecb-file.ts'
import * as store from './ecb-store.ts'
import { convertAllWaiting } from './rates.ts'
import { expectedDay } from './rules.ts'

/** Where the rates of the bank are fetched. */
export interface EcbOptions {
  /** The address of a file of the bank, or of a copy of one; the file of 90 days also fills gaps. */
  readonly url: string
  /** Lets the address be http, and in a private network. @default false */
  readonly allowPrivate?: boolean
}

/** The result of {@link storeEcbRates}. */
export interface StoredEcbRates {
  /** Rates in the file. */
  readonly count: number
  /** Rates of it that were not known, or different. */
  readonly changed: number
  /** First and last day of the file. */
  readonly from: string
  readonly to: string
}

/** The job that fetches the rates. */
const JOB = 'rates-ecb'

/** Each hour. The bank publishes at 16:00 in Frankfurt; most runs find the newest rates stored, and end. */
const CRON = '7 * * * *'

/** Number of rates in one statement. */
const CHUNK = 10_000

/** The file with all rates since 1999 has 9 MB. */
const MAX_BYTES = 32 * 1024 * 1024

const TIMEOUT_MS = 60_000

/**
 * Stores the rates of a file of the bank for all customers, and converts the orders that wait for them. Rates that customers have stored
 * themselves take precedence on their days.
 *
 * Refusal: `MARKET_INVALID_INPUT` if the text is no such file, or only a part of one. Nothing is stored then.
 *
 * @example
 * await storeEcbRates(database, await readFile('eurofxref-hist-90d.xml', 'utf8'))
 */
export async function storeEcbRates(
  database: Database,
  text: string,
): Promise<StoredEcbRates | Refusal> {
  const rates = readEcbRates(text)
  if (isRefusal(rates)) return rates
  let changed = 0
  for (let start = 0; start < rates.length; start += CHUNK) {
    changed += await store.upsertEcbRates(database, rates.slice(start, start + CHUNK))
  }
  for (const customerId of await store.findCustomerIds(database)) {
    await keyedTransaction(database, customerId, async (tx) => {
      // After the rates are committed: an order that did not see them has been stored when the lock is granted.
      await lockArrivals(tx, customerId, 'product')
      await store.markWaitingCurrencies(tx, customerId)
    })
  }
  await convertAllWaiting(database)
  const days = rates.map((rate) => rate.Date).toSorted()
  return { count: rates.length, changed, from: days[0] ?? '', to: days.at(-1) ?? '' }
}

/**
 * Fetches the file of the configured address, and stores its rates.
 *
 * @returns undefined if the newest rates that the bank can have published are stored already
 * @throws RestError when there is no complete answer with the status 200, or the file is too large
 */
export async function fetchEcbRates(
  database: Database,
  options: EcbOptions,
  signal?: AbortSignal,
): Promise<StoredEcbRates | Refusal | undefined> {
  const newest = await store.findNewestDay(database)
  if (newest !== null && newest >= expectedDay(new Date())) return undefined
  const client = await createEcbClient(options)
  try {
    const request = { baseURL: options.url }
    const { body } = await client.sendOk(request, signal ? { signal } : {})
    return await storeEcbRates(database, body)
  } finally {
    await client.close()
  }
}

/** Loads the client, which is 150 modules, because commands need none. */
async function createEcbClient({ url, allowPrivate = false }: EcbOptions): Promise<Client> {
  const [{ createClient }, { allowPrivateAddresses }] = await Promise.all([
    import('@entrepot/rest'),
    import('@entrepot/rest/unsafe'),
  ])
  const { protocol, hostname, port } = new URL(url)
  const allowedPorts = port === '' ? [] : [Number(port)]
  return createClient({
    guard: {
      allowedHosts: [hostname],
      ...(allowPrivate && { protocols: ['https:', 'http:'], [allowPrivateAddresses]: true }),
      allowedPorts: [...allowedPorts, ...(protocol === 'http:' ? [80] : [443])],
    },
    timeout: { total: TIMEOUT_MS },
    limits: { bodyBytes: MAX_BYTES },
    retry: { attempts: 3 },
  })
}

/** Fetches the rates each hour as far as they can be new, and when a node starts. */
export function fetchInBackground(
  fastify: FastifyInstance,
  database: Database,
  jobs: Jobs,
  options: EcbOptions,
): void {
  jobs.schedule(JOB, CRON, async (signal) => {
    const stored = await fetchEcbRates(database, options, signal)
    if (stored === undefined) return
    if (isRefusal(stored)) throw new Error(`${stored.detail} (${options.url})`)
    fastify.log.info(`exchange rates: ${stored.changed} new of ${stored.count}, to ${stored.to}`)
  })
  fastify.addHook('onListen', async () => {
    jobs
      .send(database, JOB, {})
      .then(() => jobs.wake(JOB))
      .catch((error: unknown) =>
        fastify.log.warn({ err: error }, 'the first exchange rates were not requested'),
      )
  })
}
