import { until } from '@entrepot/test-support/outcomes'
import { createTestDatabase, runSql } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase, type ListenOptions, listen, openDatabase } from '../src/index.ts'
import { networkTo } from './network.ts'

/** Listens to a channel of a new database, through a network that can be cut. */
async function listening(options: Partial<ListenOptions> = {}) {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const network = await networkTo(url)
  const database = await openDatabase({ url: network.url })
  onTestFinished(() => closeDatabase(database, 1_000))
  const heard: string[] = []
  let begun = 0
  const listener = listen(database, 'Channel "of" today', {
    onNotification: (payload) => heard.push(payload),
    onListening: () => {
      begun += 1
    },
    ...options,
  })
  onTestFinished(() => listener.stop())
  const notify = async (payload: string) =>
    await runSql(url, `select pg_notify('Channel "of" today', '${payload}')`)
  await until('it listens', () => listener.isActive)
  return { database, heard, listener, network, notify, url, timesBegun: () => begun }
}

test('notifications of the channel arrive in order, and others do not', async () => {
  const { database, heard, notify, url } = await listening()
  await notify('one')
  await runSql(url, `notify changes, 'of another channel'`)
  await notify('two')
  await until('both arrive', () => heard.length === 2)
  expect(heard).toEqual(['one', 'two'])
  expect(database.totalCount - database.idleCount).toBe(0)
})

test('a connection that the server ends is opened again, and says that it begins again', async () => {
  const { heard, listener, notify, timesBegun, url } = await listening()
  await runSql(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and datname = current_database()`,
  )
  await until('it notices', () => !listener.isActive)
  await until('it listens again', () => listener.isActive)
  expect(timesBegun()).toBe(2)
  await notify('again')
  await until('it arrives', () => heard.length === 1)
})

test('a connection through which nothing passes any more is replaced', async () => {
  const { heard, listener, network, notify, timesBegun } = await listening({ checkInterval: 1_000 })
  network.silenceOpen()
  await until('it listens again', () => timesBegun() > 1 && listener.isActive)
  await notify('again')
  await until('it arrives', () => heard.length === 1)
})

test('a listener that was stopped has no connection', async () => {
  const { heard, listener, notify, url } = await listening()
  await listener.stop()
  await until('the server has ended it', async () => {
    const [row] = await runSql(
      url,
      `select count(*)::int as count from pg_stat_activity where query ilike 'listen %' and datname = current_database()`,
    )
    return (row as { count: number }).count === 0
  })
  await notify('nobody')
  expect(heard).toEqual([])
})
