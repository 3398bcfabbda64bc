/** A Medusa server as a process of its own, with a database of the embedded PostgreSQL. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@entrepot/test-support/free-port'
import { createTestDatabase } from '@entrepot/test-support/postgres'

const FOLDER = join(import.meta.dirname, 'medusa')
const BINARY = join(FOLDER, 'node_modules/.bin/medusa')
const PERSON = { email: 'owner@shop.example', password: 'of-tests' }

/** A shop that sells to the Netherlands and to Germany, in euros, with prices that contain tax. */
export interface MedusaShop {
  readonly url: string
  /** Of the first server. */
  readonly pid: number
  /** A secret API key. */
  readonly apiKey: string
  readonly regionId: string
  readonly salesChannelId: string
  readonly shippingOptionId: string
  readonly shippingProfileId: string
  readonly locationId: string
  /** Calls the Admin API. @throws if the status is not 2xx */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Ends the server at once, as a failure of its machine would. */
  kill(): Promise<void>
  /** Starts it again on the same port, with the same database. */
  restart(): Promise<void>
  stop(): Promise<void>
  /** What the server has printed last. */
  log(): string
}

/** An empty database. */
interface EmptyDatabase {
  readonly url: string
  drop(): Promise<unknown>
}

/**
 * Starts a new shop; it takes about 30 s. `npm run connectors:prepare -- medusa` must have installed it.
 *
 * @param given its database. By default a new one of the embedded PostgreSQL
 */
export async function startMedusa(given?: EmptyDatabase): Promise<MedusaShop> {
  const database = given ?? (await createTestDatabase({ maxConnections: 1 }))
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    PORT: String(port),
    NODE_ENV: 'production',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    LOG_LEVEL: 'warn',
  }
  const url = `http://127.0.0.1:${port}`
  const run = async (...args: string[]) => {
    await promisify(execFile)(BINARY, args, { cwd: FOLDER, env })
  }
  await run('db:migrate', '--skip-scripts')
  await run('user', '-e', PERSON.email, '-p', PERSON.password)
  const printed = { log: '' }
  let server = await start(env, url, printed)
  const pid = server.pid ?? 0
  const restart = async () => {
    server = await start(env, url, printed)
  }
  const kill = () => end(server, 'SIGKILL')
  const stop = async () => {
    await end(server, 'SIGTERM')
    await database.drop()
  }
  try {
    const apiKey = await createApiKey(url)
    const call = caller(url, { authorization: `Basic ${btoa(`${apiKey}:`)}` })
    const log = () => printed.log
    return { url, pid, apiKey, call, kill, restart, stop, log, ...(await furnish(call)) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  env: NodeJS.ProcessEnv,
  url: string,
  printed: { log: string },
): Promise<ChildProcess> {
  const server = spawn(BINARY, ['start'], { cwd: FOLDER, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (text) => {
      printed.log = `${printed.log}${text}`.slice(-10_000)
    })
  }
  while (server.exitCode === null && server.signalCode === null) {
    const isUp = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return server
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Medusa has ended before it answered:\n${printed.log}`)
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}

async function createApiKey(url: string): Promise<string> {
  const { token } = await caller(url, {})<{ readonly token: string }>(
    'POST',
    '/auth/user/emailpass',
    PERSON,
  )
  const call = caller(url, { authorization: `Bearer ${token}` })
  const body = { title: 'Entrepot', type: 'secret' }
  const answer = await call<{ readonly api_key: { readonly token: string } }>(
    'POST',
    '/admin/api-keys',
    body,
  )
  return answer.api_key.token
}

type Call = MedusaShop['call']
/** A record of Medusa. */
export interface Named {
  readonly id: string
}
export type Answer<Name extends string> = Readonly<Record<Name, Named>>

function caller(url: string, headers: Readonly<Record<string, string>>): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
}

/** The region, the taxes, the stock location and the shipping that the shop needs to take an order. */
async function furnish(call: Call) {
  const countries = ['nl', 'de']
  const { region } = await call<Answer<'region'>>('POST', '/admin/regions', {
    name: 'Europe',
    currency_code: 'eur',
    countries,
    is_tax_inclusive: true,
    payment_providers: ['pp_system_default'],
  })
  // The preference of the region holds only for prices of the region.
  const { price_preferences } = await call<{ readonly price_preferences: readonly Named[] }>(
    'GET',
    '/admin/price-preferences?attribute=currency_code&value=eur',
  )
  const [preference] = price_preferences
  await call('POST', `/admin/price-preferences${preference ? `/${preference.id}` : ''}`, {
    attribute: 'currency_code',
    value: 'eur',
    is_tax_inclusive: true,
  })
  for (const [country_code, rate] of [
    ['nl', 21],
    ['de', 19],
  ] as const) {
    await call('POST', '/admin/tax-regions', {
      country_code,
      provider_id: 'tp_system',
      default_tax_rate: { name: 'VAT', code: 'vat', rate },
    })
  }
  const { sales_channel } = await call<Answer<'sales_channel'>>('POST', '/admin/sales-channels', {
    name: 'Marketplaces',
  })
  const { stock_location } = await call<Answer<'stock_location'>>(
    'POST',
    '/admin/stock-locations',
    { name: 'Warehouse' },
  )
  const location = `/admin/stock-locations/${stock_location.id}`
  await call('POST', `${location}/sales-channels`, { add: [sales_channel.id] })
  await call('POST', `${location}/fulfillment-providers`, { add: ['manual_manual'] })
  await call('POST', `${location}/fulfillment-sets`, { name: 'Parcels', type: 'shipping' })
  const shipping = await furnishShipping(call, location, countries)
  return {
    regionId: region.id,
    salesChannelId: sales_channel.id,
    locationId: stock_location.id,
    ...shipping,
  }
}

async function furnishShipping(call: Call, location: string, countries: readonly string[]) {
  const { stock_location } = await call<{
    readonly stock_location: { readonly fulfillment_sets: readonly Named[] }
  }>('GET', `${location}?fields=id,*fulfillment_sets`)
  const [set] = stock_location.fulfillment_sets
  const { fulfillment_set } = await call<{
    readonly fulfillment_set: { readonly service_zones: readonly Named[] }
  }>('POST', `/admin/fulfillment-sets/${set?.id}/service-zones`, {
    name: 'Europe',
    geo_zones: countries.map((country_code) => ({ type: 'country', country_code })),
  })
  const { shipping_profile } = await call<Answer<'shipping_profile'>>(
    'POST',
    '/admin/shipping-profiles',
    {
      name: 'Parcels',
      type: 'parcels',
    },
  )
  const { shipping_option } = await call<Answer<'shipping_option'>>(
    'POST',
    '/admin/shipping-options',
    {
      name: 'Standard',
      service_zone_id: fulfillment_set.service_zones[0]?.id,
      shipping_profile_id: shipping_profile.id,
      provider_id: 'manual_manual',
      price_type: 'flat',
      type: { label: 'Standard', description: 'Three days', code: 'standard' },
      prices: [{ currency_code: 'eur', amount: 5 }],
      rules: [],
    },
  )
  return {
    shippingOptionId: shipping_option.id,
    shippingProfileId: shipping_profile.id,
  }
}
