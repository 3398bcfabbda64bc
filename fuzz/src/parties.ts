/** Two customers, and all kinds of principals: keys, people, agents, and nobody. */
import type { Database } from '@entrepot/database'
import { createApiKey, createChannel, createCustomer, expectDone } from '@entrepot/marketplace'
import { hubNames } from '@entrepot/server'
import { runEntrepot } from '@entrepot/server/testing'
import { bearer, connectAgent, signIn } from '@entrepot/test-support/sign-in'

/** Headers; a list is sent as several headers of the same name. */
export type Headers = Readonly<Record<string, string | readonly string[]>>

/** A principal. */
export interface Credential {
  /** Undefined if the headers are not valid. */
  readonly kind: 'merchant' | 'channel' | undefined
  /** Whether it has all scopes of its kind. */
  readonly isFull: boolean
  readonly headers: Headers
  /** The customer for whom it acts, if it may. */
  readonly customerId?: string
}

/** A customer with keys. */
export interface Party {
  readonly customerId: string
  readonly merchantKey: string
  readonly channelKey: string
  readonly credentials: readonly Credential[]
}

/** Credentials that nobody has. */
export const STRANGERS: readonly Credential[] = [
  {},
  { 'x-api-key': `ent_m1_${'x'.repeat(43)}` },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
].map((headers) => ({ kind: undefined, isFull: false, headers }))

export async function addCustomer(database: Database, name: string): Promise<Party> {
  const { customerId } = expectDone(
    await createCustomer(database, { name, baseCurrency: 'EUR', defaultVatRate: 21 }),
  )
  const all = { kind: 'merchant' as const, label: 'All', scopes: [...hubNames.scopes.merchant] }
  const { key: merchantKey } = expectDone(
    await createApiKey(database, customerId, all, { names: hubNames }),
  )
  const few = { kind: 'merchant' as const, label: 'Few', scopes: ['orders:read' as const] }
  const { key: fewKey } = expectDone(await createApiKey(database, customerId, few))
  const keys: string[] = []
  for (const mode of ['flat', 'grouped'] as const) {
    const { channelId } = expectDone(
      await createChannel(database, customerId, { name: `Shop ${mode}`, mode }),
    )
    const input = { kind: 'channel', channelId, label: mode } as const
    keys.push(expectDone(await createApiKey(database, customerId, input)).key)
  }
  const [channelKey = ''] = keys
  return {
    ...{ customerId, merchantKey, channelKey },
    credentials: [
      withKey('merchant', merchantKey, true),
      withKey('merchant', fewKey, false),
      ...keys.map((key) => withKey('channel', key, true)),
    ].map((credential) => ({ ...credential, customerId })),
  }
}

function withKey(kind: 'merchant' | 'channel', key: string, isFull: boolean): Credential {
  return { kind, isFull, headers: { 'x-api-key': key } }
}

/** What the people have to do with the first and the second customer. */
const PEOPLE = [
  { name: 'ann', email: 'ann@example.com', roles: ['owner', 'viewer'] },
  { name: 'bo', email: 'bo@example.com', roles: [undefined, 'owner'] },
  { name: 'chidi', email: 'chidi.okafor@example.com', roles: ['operator', undefined] },
] as const

const AGENTS = [
  { name: 'ann', scope: undefined },
  { name: 'bo', scope: 'orders:read orders:write products:read members:read' },
] as const

/** Signs people in, makes them members, and connects agents. */
export async function addPeople(
  hub: { readonly url: string },
  databaseUrl: string,
  parties: readonly Party[],
): Promise<readonly Credential[]> {
  const credentials: Credential[] = []
  for (const { name, email, roles } of PEOPLE) {
    const cookie = (await signIn(hub, name)).cookiesFor(hub.url)
    for (const [index, role] of roles.entries()) {
      const { customerId = '' } = parties[index] ?? {}
      if (role !== undefined) await addMember(databaseUrl, email, customerId, role)
      const headers = { cookie, 'entrepot-customer': customerId, 'sec-fetch-site': 'same-origin' }
      // A person can also name a customer of others.
      const isFull = role === 'owner'
      credentials.push({ kind: role && 'merchant', isFull, headers, ...(role && { customerId }) })
    }
  }
  for (const { name, scope } of AGENTS) {
    const tokens = await connectAgent(hub, name, { ...(scope && { scope }) })
    for (const { customerId } of parties) {
      const headers = { ...bearer(tokens), 'entrepot-customer': customerId }
      credentials.push({ kind: 'merchant', isFull: false, headers, customerId })
    }
  }
  return credentials
}

async function addMember(url: string, email: string, customerId: string, role: string) {
  const args = ['members', 'add', email, '--customer', customerId, '--role', role, '--json']
  const { code, stderr } = await runEntrepot(args, { DATABASE_URL: url })
  if (code !== 0) throw new Error(stderr)
}
