/** Strangers choose what their failures are counted for, and each name that they make up is a row of the store. */
import { DatabaseSync } from 'node:sqlite'
import { sqliteStore } from '@entrepot/oauth/sqlite'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { register } from '../support/mcp.ts'
import { startPlatform, startWorkloads } from '../support/workloads.ts'

const db = new DatabaseSync(':memory:')
const platform = await startPlatform()
const app = await startWorkloads(platform, {}, sqliteStore(db))
afterAll(async () => {
  await app.close()
  await platform.website.close()
})
beforeEach(() => db.exec('delete from mcp_limits'))

const failures = () => db.prepare(`select key from mcp_limits where key like 'failed %'`).all()
const ten = Array.from({ length: 10 }, (_, index) => index)

test('ids of registrations that nobody has are counted as one', async () => {
  const manage = async (id: string) => {
    const headers = { authorization: 'Bearer x' }
    return (await fetch(`${app.origin}/oauth/mcp/register/${id}`, { headers })).status
  }
  for (const index of ten) expect(await manage(`nobody-${index}`)).toBe(401)
  expect(failures()).toHaveLength(1)
  expect(await manage((await register(app)).client_id)).toBe(401)
  expect(failures()).toHaveLength(2)
})

test('issuers and subjects of tokens that nobody trusts are counted as one, and others by the client that trusts them', async () => {
  for (const index of ten) {
    const claims = { iss: `https://issuer-${index}.example`, sub: `program ${index}` }
    const { json } = await app.present(await app.sign({ claims }))
    expect(json.error).toBe('invalid_grant')
  }
  expect(failures()).toHaveLength(1)
  app.entries = app.entries.map((entry) => ({ ...entry, subject: 'repo:acme/*' }))
  for (const index of ten) {
    const claims = { sub: `repo:acme/program-${index}`, exp: 1 }
    const { json } = await app.present(await app.sign({ claims }))
    expect(json.error).toBe('invalid_grant')
  }
  expect(failures()).toHaveLength(2)
})
