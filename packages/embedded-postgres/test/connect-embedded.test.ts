import { databaseDirectory, serverPid, temporaryDirectory } from '@entrepot/test-support/folders'
import { runSql } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectEmbedded, startEmbeddedPostgres } from '../src/index.ts'
import { startHub } from './support.ts'

// Starts whole servers, on machines that may be busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

test('a command works in addition to a running hub, and does not affect it when it closes', async () => {
  const directory = await databaseDirectory()
  const hub = await startHub(directory)
  const command = await connectEmbedded({ directory })
  await runSql(command.url, 'create table from_command (id int)')
  await command.close()
  expect(await runSql(hub.report.url, 'select count(*)::int from from_command')).toEqual([
    { count: 0 },
  ])
  expect(await serverPid(directory)).toBe(hub.report.pid)
})

test('without a hub, the server runs as long as the command, and the next hub finds its data', async () => {
  const directory = await temporaryDirectory()
  const command = await connectEmbedded({ directory })
  await runSql(command.url, 'create table from_command as select 7 as id')
  await command.close()
  await command.close()
  expect(await serverPid(directory)).toBe(0)
  const hub = await startHub(directory)
  expect(await runSql(hub.report.url, 'select id from from_command')).toEqual([{ id: 7 }])
})

test('a hub that starts while a command is working takes over its server', async () => {
  const directory = await databaseDirectory()
  const command = await connectEmbedded({ directory })
  const hub = await startHub(directory)
  expect(hub.report).toMatchObject({ event: 'started', adopted: true })
  await command.close()
  expect(await runSql(hub.report.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a hub that starts while a command stops the server starts a new one', async () => {
  const directory = await databaseDirectory()
  const command = await connectEmbedded({ directory })
  const [postgres] = await Promise.all([startEmbeddedPostgres({ directory }), command.close()])
  onTestFinished(() => postgres.stop())
  expect(await runSql(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('concurrent commands on a directory without a hub all succeed, and the last one stops the server', async () => {
  const directory = await temporaryDirectory()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const command = await connectEmbedded({ directory })
      expect(await runSql(command.url, 'select 1 as one')).toEqual([{ one: 1 }])
      await command.close()
    }),
  )
  expect(await serverPid(directory)).toBe(0)
})

test('a command that ends does not stop the server while another one uses it', async () => {
  const directory = await databaseDirectory()
  const starter = await connectEmbedded({ directory })
  const other = await connectEmbedded({ directory })
  await starter.close()
  expect(await runSql(other.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await other.close()
  expect(await serverPid(directory)).toBe(0)
})
