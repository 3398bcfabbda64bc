import { spawnSync } from 'node:child_process'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseDirectory, temporaryDirectory } from '@entrepot/test-support/folders'
import { runSql } from '@entrepot/test-support/postgres'
import { expect, test, vi } from 'vitest'
import { startHub, writePidFile } from './support.ts'

// Starts whole servers, on machines that may be busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

test('a second hub on the same directory is refused with the process that holds it, and the first continues', async () => {
  const directory = await databaseDirectory()
  const first = await startHub(directory)
  const second = await startHub(directory)
  expect(second.report).toMatchObject({
    event: 'refused',
    code: 'DATABASE_IN_USE',
    message: expect.stringContaining(`process ${first.child.pid}`),
  })
  expect(second.report.message).toContain(directory)
  expect(second.report.message).toContain('DATABASE_URL')
  expect(await runSql(first.report.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.each(['an empty', 'an existing', 'a crashed'])(
  'of five hubs that start at the same time on %s directory, exactly one succeeds',
  async (kind) => {
    const directory = await (kind === 'an empty' ? temporaryDirectory() : databaseDirectory())
    if (kind === 'a crashed') {
      const ended = spawnSync(process.execPath, ['--version'])
      await writePidFile(directory, ended.pid)
    }
    const hubs = await Promise.all(Array.from({ length: 5 }, () => startHub(directory)))
    const winners = hubs.filter((hub) => hub.report.event === 'started')
    const losers = hubs.filter((hub) => hub.report.event === 'refused')
    expect(winners).toHaveLength(1)
    expect(losers.map((hub) => hub.report.code)).toEqual(Array(4).fill('DATABASE_IN_USE'))
    expect(await runSql(winners[0]?.report.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test('a directory reached by another path is the same directory', async () => {
  const directory = await databaseDirectory()
  await mkdir(join(directory, 'sub'))
  await startHub(directory)
  const second = await startHub(join(directory, 'sub', '..'))
  expect(second.report.code).toBe('DATABASE_IN_USE')
})

test('a hub that stops releases the directory at once', async () => {
  const directory = await databaseDirectory()
  await (await startHub(directory)).kill('SIGTERM')
  await chmod(directory, 0o700)
  expect((await startHub(directory)).report).toMatchObject({ event: 'started', adopted: false })
})
