/** The environment of a run: PostgreSQL, two hubs with a faulty link each, and customers. */

import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@entrepot/database'
import { type DevIdp, startDevIdp } from '@entrepot/dev-idp'
import { freePort } from '@entrepot/test-support/free-port'
import type { History } from '../history.ts'
import { HubNode } from './hub-node.ts'
import { DIRECTORY_PREFIX, removeLeftovers } from './leftovers.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { startLink } from './proxy.ts'
import { commandRunner, createShop, type RunCommand, type Shop } from './shops.ts'

/** All running parts. */
export interface World {
  readonly directory: string
  readonly postgres: Postgres
  readonly hubs: readonly HubNode[]
  readonly shops: readonly Shop[]
  readonly history: History
  /** Runs the `entrepot` command on the database, without the faulty links. */
  readonly command: RunCommand
  /** Whether clients currently cut their own connections. A fault sets it. */
  isCutting: boolean
  close(): Promise<void>
}

/** Names of the hubs. */
export const NODES = ['one', 'two'] as const

/**
 * Starts everything. Takes about ten seconds.
 *
 * @param parent folder in which the folder of the run is created
 * @throws Error with the output of a hub or of PostgreSQL, if one does not start
 */
export async function createWorld(history: History, parent = tmpdir()): Promise<World> {
  await removeLeftovers(parent)
  const directory = await mkdtemp(join(parent, `${DIRECTORY_PREFIX}${process.pid}-`))
  // For the user of PostgreSQL.
  await chmod(directory, 0o755)
  await mkdir(join(directory, 'hubs'))
  const closers: (() => Promise<unknown>)[] = [
    async () => await rm(directory, { recursive: true, force: true }),
  ]
  const close = async () => {
    for (const closer of closers.toReversed()) await closer()
    closers.length = 0
  }
  try {
    const postgres = await startPostgres(directory)
    closers.push(postgres.stop)
    const idp = await startDevIdp()
    closers.push(idp.stop)
    const hubs = await createHubs(directory, postgres, history, idp)
    closers.push(async () => await Promise.all(hubs.map((hub) => hub.link.close())))
    for (const hub of hubs) closers.push(async () => await hub.close())
    await Promise.all(hubs.map((hub) => hub.start()))
    const command = commandRunner({ DATABASE_URL: postgres.urlAt(postgres.port) })
    const shops = await createShops(postgres)
    return { directory, postgres, hubs, shops, history, command, isCutting: false, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function createShops(postgres: Postgres): Promise<readonly Shop[]> {
  const database = await openDatabase({ url: postgres.urlAt(postgres.port), maxConnections: 2 })
  try {
    return await Promise.all([
      createShop(database, 'North', 'merchant'),
      createShop(database, 'South', 'hub'),
      createShop(database, 'West', 'merchant', 'acknowledged'),
    ])
  } finally {
    await database.end()
  }
}

/** People sign in with a provider that no fault affects, and MCP is enabled. JSON is valid YAML. */
function configuration(publicUrl: string, provider: object): string {
  const login = {
    package: '@entrepot/oauth',
    allowPrivateProviders: true,
    providers: { local: { provider: 'oidc', ...provider } },
  }
  return JSON.stringify({ publicUrl, mcp: { enabled: true }, plugins: { login } })
}

async function createHubs(directory: string, postgres: Postgres, history: History, idp: DevIdp) {
  const ports = await Promise.all(NODES.map(freePort))
  const config = join(directory, 'entrepot.yaml')
  const publicUrl = `http://127.0.0.1:${ports[0]}`
  const client = { clientId: 'chaos', clientSecret: 'known to everybody' }
  await idp.register({ ...client, redirectUris: [`${publicUrl}/oauth/local/callback`] })
  await writeFile(config, configuration(publicUrl, { ...client, issuer: idp.issuer }))
  return await Promise.all(
    NODES.map(async (name, index) => {
      const link = await startLink(postgres.port)
      const env = {
        DATABASE_URL: postgres.urlAt(link.port),
        ENTREPOT_CONFIG: config,
        ENTREPOT_DATA: join(directory, 'hubs', name),
        ENTREPOT_SECRET: 'a secret of at least 32 characters for a chaos run',
        LOG_LEVEL: 'info',
      }
      const port = ports[index] as number
      return new HubNode({ name, port, directory: join(directory, 'hubs'), env, link, history })
    }),
  )
}
