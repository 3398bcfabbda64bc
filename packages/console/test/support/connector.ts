/** Plays a connector by calling the hub: says which shops it knows, takes what it is asked for, and reports runs and problems. */
import type { Client, Input, Output } from '@entrepot/client'
import { createClient } from '@entrepot/client'
import { runEntrepot } from '@entrepot/server/testing'
import { expect } from 'vitest'
import type { ConsoleHub } from './console.ts'

type Request = Output<'leaseConnection'>['Requests'][number]
type RunBody = Input<'recordConnectionRun'>['body']
type Problem = NonNullable<Input<'storeConnectionProblems'>['body']['Problems']>[number]

/** A connector that does what a test says. */
export interface PlayedConnector {
  readonly client: Client
  /** Says which shops it knows: Medusa 2 as a merchant, and a shop that can be both. */
  describe(): Promise<void>
  /** Takes the lease of a connection, and returns what people have asked of it. */
  serve(id: number, says?: Partial<Input<'leaseConnection'>['body']>): Promise<readonly Request[]>
  /** Waits until people have asked for something, and returns it. */
  awaitRequest(id: number, action: Request['Action']): Promise<Request>
  /** Reports a run; one that answers a request has its id. */
  report(id: number, run?: Partial<RunBody>): Promise<void>
  /** Reports what could not be carried over, and what could. */
  reportProblems(
    id: number,
    problems: readonly Problem[],
    solved?: Input<'storeConnectionProblems'>['body']['Solved'],
  ): Promise<void>
  /** Links a record of the hub with one of the shop. */
  link(
    id: number,
    pair: Pick<
      Input<'storeConnectionPairs'>['body']['Pairs'][number],
      'Kind' | 'HubId' | 'ShopId' | 'Url' | 'Data'
    >,
  ): Promise<void>
}

const MEDUSA: Input<'storeConnector'>['body'] = {
  Title: 'Medusa 2',
  Roles: ['merchant'],
  Guide: 'docs/guides/shops/medusa.md',
  Settings: [
    {
      Name: 'url',
      Label: 'Backend URL',
      Help: 'The address at which the administration of the shop is.',
      Type: 'url',
      Required: true,
    },
    {
      Name: 'salesChannel',
      Label: 'Sales channel',
      Help: 'Its products come to the hub. In the shop: Settings, Sales Channels.',
      Type: 'text',
    },
    {
      Name: 'stepBack',
      Label: 'Days to read again',
      Help: 'How far the first run looks back.',
      Type: 'number',
      Default: 30,
    },
  ],
  Secrets: [
    {
      Name: 'apiKey',
      Label: 'Secret API key',
      Help: 'In the shop: Settings, Secret API Keys, Create.',
      Required: true,
    },
  ],
}

const MARKETPLACE: Input<'storeConnector'>['body'] = {
  Title: 'Woo test shop',
  Roles: ['merchant', 'channel'],
  Guide: 'docs/guides/shops/woocommerce.md',
  Settings: [
    {
      Name: 'url',
      Label: 'Store address',
      Help: 'The address of the shop, as buyers open it.',
      Type: 'url',
      Required: true,
    },
    {
      Name: 'publish',
      Label: 'New products are',
      Help: 'What buyers see of a product that the hub has created.',
      Type: 'choice',
      Choices: [
        { Value: 'draft', Label: 'Drafts' },
        { Value: 'publish', Label: 'Published' },
      ],
      Default: 'draft',
      Roles: ['channel'],
    },
    {
      Name: 'backorders',
      Label: 'Sell more than there is',
      Help: 'Buyers can order products without stock.',
      Type: 'boolean',
      Roles: ['channel'],
    },
  ],
  Secrets: [
    { Name: 'consumerKey', Label: 'Consumer key', Help: 'With read and write.', Required: true },
    { Name: 'consumerSecret', Label: 'Consumer secret', Help: 'Shown once.', Required: true },
    { Name: 'webhookSecret', Label: 'Webhook secret', Help: 'Only for webhooks.' },
  ],
}

/** A run in which nothing was to be done. */
const emptyRun = (): Omit<RunBody, 'Lease'> => ({
  StartedAt: new Date(Date.now() - 2_000).toISOString(),
  FinishedAt: new Date().toISOString(),
  Trigger: 'request',
  IsDryRun: false,
  Outcome: 'ok',
  Steps: [],
})

/** Starts to play. */
export function playConnector(hub: ConsoleHub, key: string): PlayedConnector {
  const client = createClient({ hub: hub.url, key })
  const leases = new Map<number, number>()
  const leaseOf = (id: number) => leases.get(id) ?? 0
  const serve: PlayedConnector['serve'] = async (id, says = {}) => {
    const body = { Holder: 'test-connector', Seconds: 300, ...says }
    const { Number: lease, Requests } = await client.leaseConnection({ id, body })
    leases.set(id, lease)
    return Requests
  }
  return {
    client,
    serve,
    async describe() {
      await client.storeConnector({ shop: 'medusa', body: MEDUSA })
      await client.storeConnector({ shop: 'woocommerce', body: MARKETPLACE })
    },
    async awaitRequest(id, action) {
      let found: Request | undefined
      await expect
        .poll(async () => {
          found = (await serve(id)).find(({ Action }) => Action === action)
          return found?.Action
        })
        .toBe(action)
      return found as Request
    },
    async report(id, run = {}) {
      await client.recordConnectionRun({ id, body: { ...emptyRun(), ...run, Lease: leaseOf(id) } })
    },
    async reportProblems(id, problems, solved = []) {
      const body = { Lease: leaseOf(id), Problems: [...problems], Solved: [...solved] }
      await client.storeConnectionProblems({ id, body })
    },
    async link(id, pair) {
      const Pairs = [{ State: 'linked' as const, ...pair }]
      await client.storeConnectionPairs({ id, body: { Lease: leaseOf(id), Pairs } })
    },
  }
}

/** Makes a key of the merchant with which a connector can be played. */
export async function connectorKey({ databaseUrl }: ConsoleHub): Promise<string> {
  const args = ['keys', 'create', '--customer', '1', '--label', 'Connector', '--json', '--scopes']
  const scopes = ['connections:read', 'connections:write']
  const { stdout } = await runEntrepot([...args, ...scopes], { DATABASE_URL: databaseUrl })
  return (JSON.parse(stdout) as { readonly key: string }).key
}
