/** A hub as a process of its own, with MCP and without sample data. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HubProcess, spawnHub } from '@entrepot/server/testing'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'

/** A running hub. */
export interface McpHub {
  readonly hub: HubProcess
  readonly store: TestDatabase
  /** For its files, and those of the test. */
  readonly folder: string
  /** Ends it, and drops the database. */
  end(): Promise<void>
}

export async function startMcpHub(): Promise<McpHub> {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-mcp-'))
  const store = await createTestDatabase()
  const config = join(folder, 'entrepot.yaml')
  await writeFile(config, 'mcp: {enabled: true}\n')
  const hub = await spawnHub({
    env: { DATABASE_URL: store.url, ENTREPOT_DATA: folder, ENTREPOT_CONFIG: config },
    args: ['--no-sample'],
  })
  return {
    hub,
    store,
    folder,
    async end() {
      await hub.end()
      await store.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
