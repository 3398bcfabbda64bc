import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listMigrations } from '@entrepot/database'
import { listMigrations as listOAuthMigrations } from '@entrepot/oauth/postgres'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { HUB_SETS } from '../src/database/migrations.ts'
import { spawnHub } from '../src/testing.ts'

/** Counts how often somebody has to wait for the database: something is asked after the last answer. */
async function countRoundTrips(url: string) {
  const { hostname, port } = new URL(url)
  const counted = { roundTrips: 0, url: '' }
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    counted.roundTrips += 1 // the connection itself
    let hasAnswered = true
    client.on('data', (bytes) => {
      if (hasAnswered) counted.roundTrips += 1
      hasAnswered = false
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      hasAnswered = true
      client.write(bytes)
    })
    client.on('error', () => {}).on('close', () => database.destroy())
    database.on('error', () => {}).on('close', () => client.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = new URL(url)
  address.port = String((server.address() as AddressInfo).port)
  counted.url = address.href
  return counted
}

test('a hub waits for its database once for each migration, and a few times else', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const directory = await mkdtemp(join(tmpdir(), 'entrepot-distant-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const counted = await countRoundTrips(url)
  const env = { DATABASE_URL: counted.url, ENTREPOT_DATA: directory, NODE_ENV: 'production' }
  const secrets = { ENTREPOT_SECRET: 's'.repeat(40), PUBLIC_URL: 'https://hub.example' }
  const first = await spawnHub({ env: { ...env, ...secrets } })
  const ofFirst = counted.roundTrips
  await first.end()
  counted.roundTrips = 0
  const second = await spawnHub({ env: { ...env, ...secrets } })
  const ofSecond = counted.roundTrips
  await second.end()
  // Some of them at the same time: those of the jobs do not delay the start.
  const names = await Promise.all([...HUB_SETS.map(listMigrations), listOAuthMigrations()])
  // The first start asks each module before it changes one.
  expect(ofFirst).toBeLessThanOrEqual(names.flat().length + 31)
  expect(ofSecond).toBeLessThanOrEqual(20)
})
