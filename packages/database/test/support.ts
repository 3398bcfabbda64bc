import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { until } from '@entrepot/test-support/outcomes'
import { runSql } from '@entrepot/test-support/postgres'

/** Has a server read its files again, and waits for it: a connection that comes right away may be served by the old ones. */
export async function reloadConfiguration(url: string): Promise<void> {
  const loaded = async () => await runSql(url, 'select pg_conf_load_time()::text as at')
  const [before] = await loaded()
  await runSql(url, 'select pg_reload_conf()')
  await until('the files are read', async () => !isDeepStrictEqual(await loaded(), [before]))
}

/** Runs a script of `fixtures/` with the Node.js of the tests. */
export function spawnFixture(name: string, list: readonly string[]): ChildProcess {
  const file = fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
  return spawn(process.execPath, ['--conditions=@entrepot/source', file, ...list], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}
