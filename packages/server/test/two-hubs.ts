/** Two hubs in this process as nodes of one installation, with people who sign in and agents that act for them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, sql } from '@entrepot/database'
import {
  createApiKey,
  expectDone,
  migrations,
  type NewApiKey,
  type Scope,
} from '@entrepot/marketplace'
import type { Browser } from '@entrepot/test-support/browser'
import { freePort } from '@entrepot/test-support/free-port'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { createShop, type Shop } from '@entrepot/test-support/shop'
import { hubMigrations } from '../src/database/migrations.ts'
import { hubNames } from '../src/names.ts'
import { removePerson } from '../src/people/members/members.ts'
import { listUsers } from '../src/people/users/users.ts'
import { type LocalHub, startHubHere } from '../src/testing.ts'

export { type AgentTokens, bearer, connectAgent, signIn } from '@entrepot/test-support/sign-in'

/** An answer of the API. */
export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any
}

export interface TwoHubs {
  readonly one: LocalHub
  readonly two: LocalHub
  readonly nodes: readonly [LocalHub, LocalHub]
  /** That people open. */
  readonly origin: string
  readonly store: TestDatabase
  /** Two customers with an order each. */
  readonly corner: Shop
  readonly kiosk: Shop
  end(): Promise<void>
}

/** How {@link startTwoHubs} starts them. */
interface TwoHubsOptions {
  readonly host?: string
  readonly settings?: string
  readonly registeredScopes?: readonly string[]
}

/**
 * Starts both nodes with MCP and the development provider.
 *
 * @param host by which people open the hub. Passkeys need localhost.
 * @param settings further lines of the configuration
 * @param registeredScopes what agents may be given that register themselves. @default as the hub
 */
export async function startTwoHubs({
  host = '127.0.0.1',
  settings = '',
  registeredScopes,
}: TwoHubsOptions = {}): Promise<TwoHubs> {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-two-hubs-'))
  const [store, port] = await Promise.all([
    createTestDatabase({ migrations: [migrations, hubMigrations] }),
    freePort(),
  ])
  const corner = await createShop(store.database, 'Corner Shop')
  const kiosk = await createShop(store.database, 'Kiosk')
  const config = join(folder, 'entrepot.yaml')
  const registration = { allowedScopes: registeredScopes?.join(' ') }
  const login = {
    package: '@entrepot/oauth',
    mcp: { dynamicClientRegistration: registration },
  }
  const plugins = registeredScopes
    ? `devIdp: {enabled: true}\nplugins: ${JSON.stringify({ login })}\n`
    : ''
  const base = `publicUrl: http://${host}:${port}\nmcp: {enabled: true}\n`
  await writeFile(config, base + plugins + settings)
  const start = async (name: string, ownPort: number) =>
    await startHubHere({
      DATABASE_URL: store.url,
      ENTREPOT_SECRET: 's'.repeat(40),
      ENTREPOT_CONFIG: config,
      ENTREPOT_DATA: join(folder, name),
      PORT: String(ownPort),
    })
  const one = await start('one', port)
  const two = await start('two', 0)
  return {
    ...{ one, two, nodes: [one, two], store, corner, kiosk },
    origin: `http://${host}:${port}`,
    async end() {
      await Promise.all([one.end(), two.end()])
      await store.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a key of the merchant. */
export async function newKey(
  { store }: Pick<TwoHubs, 'store'>,
  { customer }: Pick<Shop, 'customer'>,
  scopes: readonly Scope[] = hubNames.scopes.merchant,
  label = 'Test',
): Promise<string> {
  const input: NewApiKey = { kind: 'merchant', label, scopes: [...scopes] }
  const issued = await createApiKey(store.database, customer.customerId, input, { names: hubNames })
  return expectDone(issued).key
}

/** The headers of calls with a new key of the merchant. */
export async function keyOf(...input: Parameters<typeof newKey>): Promise<{ 'x-api-key': string }> {
  return { 'x-api-key': await newKey(...input) }
}

/** Removes all people and their invitations: nodes know users by their ids for a second, so that each test begins with new ones. */
export async function removePeople({ store: { database } }: Pick<TwoHubs, 'store'>): Promise<void> {
  for (const { email } of await listUsers(database)) {
    expectDone(await removePerson(database, email, { force: true }))
  }
  await execute(database, sql`delete from hub.invitations`)
}

/** Calls the API. */
export async function callApi(
  { url }: Pick<LocalHub, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>>,
  { method = 'GET', body }: { readonly method?: string; readonly body?: unknown } = {},
): Promise<ApiAnswer> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(`${url}/v2${path}`, {
    method,
    headers: { ...json, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
}

/** The headers of a page of the hub that calls the API for a customer. */
export function asPage(
  { url }: Pick<LocalHub, 'url'>,
  browser: Browser,
  { customer }: { readonly customer: Pick<Shop['customer'], 'customerId'> },
): Readonly<Record<string, string>> {
  return {
    cookie: browser.cookiesFor(url),
    'entrepot-customer': customer.customerId,
    'sec-fetch-site': 'same-origin',
  }
}
