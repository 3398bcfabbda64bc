import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { databaseDirectory } from '@entrepot/test-support/folders'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findServer } from '../src/claim.ts'
import { discardPidFile } from '../src/cluster/postmaster.ts'
import { startEmbeddedPostgres } from '../src/index.ts'
import { openCluster } from '../src/testing.ts'
import { writePidFile } from './support.ts'

// Starts whole servers, on machines that may be busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const LATER = () => Date.now() + 60_000

async function openData() {
  const cluster = await openCluster(await databaseDirectory())
  return { cluster, file: `${cluster.data}/postmaster.pid` }
}

test('a server that has not yet written its process number is waited for', async () => {
  const { cluster, file } = await openData()
  const postgres = await startEmbeddedPostgres({ directory: cluster.directory })
  onTestFinished(() => postgres.stop())
  const written = await readFile(file, 'utf8')
  for (const part of ['', String(postgres.pid)]) {
    await writeFile(file, part)
    const found = findServer(cluster, LATER())
    for (let turn = 0; turn < 1_000; turn += 1) await setImmediate()
    expect(existsSync(file)).toBe(true)
    await writeFile(file, written)
    expect(await found).toMatchObject({ pid: postgres.pid, status: 'ready' })
  }
})

test('an empty file that a crash has left behind does not prevent the start', async () => {
  const { cluster, file } = await openData()
  await writeFile(file, '')
  const postgres = await startEmbeddedPostgres({ directory: cluster.directory })
  await postgres.stop()
})

test('the file of a dead server is left to PostgreSQL, which replaces it', async () => {
  const { cluster, file } = await openData()
  await writePidFile(cluster.directory, spawnSync(process.execPath, ['--version']).pid)
  expect(await findServer(cluster, LATER())).toBeUndefined()
  expect(existsSync(file)).toBe(true)
  const postgres = await startEmbeddedPostgres({ directory: cluster.directory })
  expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${postgres.pid}\n`))
  await postgres.stop()
})

test('the file of a server that was started meanwhile is not touched', async () => {
  const { cluster, file } = await openData()
  const postgres = await startEmbeddedPostgres({ directory: cluster.directory })
  onTestFinished(() => postgres.stop())
  const { ctimeNs } = await stat(file, { bigint: true })
  discardPidFile(cluster.data, { pid: process.pid, port: 1, status: 'ready' })
  expect((await stat(file, { bigint: true })).ctimeNs).toBe(ctimeNs)
})
