/** Two hubs as nodes of one installation: with the same database, secret and public URL, as behind a load balancer. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HubProcess, spawnHub } from '@entrepot/server/testing'
import { freePort } from '@entrepot/test-support/free-port'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'

/** The running nodes. People and clients use the URL of the first. */
export interface TwoNodes {
  readonly one: HubProcess
  readonly two: HubProcess
  readonly store: TestDatabase
  /** Ends both, and drops the database. */
  end(): Promise<void>
}

/** Starts both nodes with MCP enabled. @param registeredScopes what agents may be given that register themselves. Default: as the hub */
export async function startTwoNodes(registeredScopes?: readonly string[]): Promise<TwoNodes> {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-two-nodes-'))
  const [store, port] = await Promise.all([createTestDatabase(), freePort()])
  const config = join(folder, 'entrepot.yaml')
  const allowedScopes = registeredScopes?.join(' ')
  const mcp = { dynamicClientRegistration: { allowedScopes } }
  const plugins = { login: { package: '@entrepot/oauth', mcp } }
  const more = registeredScopes && `devIdp: {enabled: true}\nplugins: ${JSON.stringify(plugins)}\n`
  const base = `publicUrl: http://127.0.0.1:${port}\nmcp: {enabled: true}\n`
  await writeFile(config, `${base}${more ?? ''}`)
  const start = async (name: string, more: Record<string, string>) =>
    await spawnHub({
      env: {
        DATABASE_URL: store.url,
        ENTREPOT_SECRET: 's'.repeat(40),
        ENTREPOT_CONFIG: config,
        ENTREPOT_DATA: join(folder, name),
        ...more,
      },
      args: ['--no-sample'],
    })
  const [one, two] = await Promise.all([start('one', { PORT: String(port) }), start('two', {})])
  return {
    one,
    two,
    store,
    async end() {
      await Promise.all([one.end(), two.end()])
      await store.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
