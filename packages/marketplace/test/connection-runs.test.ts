/** What people ask of connectors, what these have done, and what is kept of it. */
import { execute, query, sql, transaction } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeDeleted } from '../src/connections/removal-store.ts'
import { removeOldRequests } from '../src/connections/requests/store.ts'
import { removeOldRuns } from '../src/connections/runs/store.ts'
import { createTestApi, type TestApi } from './api.ts'
import { aRun, leasedConnection, type Send, sendAsMerchant, takeLease } from './connection-api.ts'

let api: TestApi
let merchant: Send
beforeAll(async () => {
  api = await createTestApi({}, { background: false })
  merchant = await sendAsMerchant(api)
})
afterAll(async () => await api.close())

/** The types of the events of a connection, without that of its creation. */
const eventsOf = async (id: number) => {
  const { body } = await merchant('GET', `/events?subject=connection:${id}`)
  return body.slice(1).map(({ Type }: { Type: string }) => Type)
}

const FAILURE = { Message: 'The shop refuses the key.', Remedy: 'Create another one.' }

describe('a request', () => {
  test('comes with each lease until a run names it, and never again', async () => {
    const { path, id, lease } = await leasedConnection(merchant)
    const asked = await merchant('POST', `${path}/requests`, { Action: 'test' })
    expect([asked.status, asked.body]).toEqual([
      201,
      { Id: expect.any(Number), Action: 'test', Problem: null, CreatedAt: expect.any(String) },
    ])
    const requests = async () => (await takeLease(merchant, path)).body.Requests
    expect([await requests(), await requests()]).toEqual([[asked.body], [asked.body]])
    const findings = [
      { Level: 'ok', Message: 'The shop answers.', Remedy: null },
      { Level: 'warning', Message: 'The key cannot read returns.', Remedy: 'Do.' },
    ]
    const given = findings.map(({ Remedy, ...one }) => (Remedy === null ? one : { ...one, Remedy }))
    const run = aRun(lease, {
      RequestId: asked.body.Id,
      IsDryRun: true,
      Findings: given,
      Steps: [],
    })
    const recorded = await merchant('POST', `${path}/runs`, { ...run, Trigger: 'request' })
    expect(recorded.body).toMatchObject({ RequestId: asked.body.Id, Findings: findings })
    expect(await requests()).toEqual([])
    // The answer of the run may be lost, too.
    expect((await merchant('POST', `${path}/runs`, run)).status).toBe(201)
    expect(await eventsOf(id)).toEqual(['connection.requested'])
    const unknown = await merchant('POST', `${path}/runs`, aRun(lease, { RequestId: 999_999 }))
    expect(unknown.status).toBe(404)
  })

  test('is one, however many ask for the same at once', async () => {
    const { path, id } = await leasedConnection(merchant)
    const answers = await Promise.all(
      Array.from(
        { length: 12 },
        async () => await merchant('POST', `${path}/requests`, { Action: 'run' }),
      ),
    )
    expect(new Set(answers.map(({ body }) => body.Id)).size).toBe(1)
    await merchant('POST', `${path}/requests`, { Action: 'dry_run' })
    const { body } = await takeLease(merchant, path)
    expect(body.Requests.map(({ Action }: { Action: string }) => Action)).toEqual([
      'run',
      'dry_run',
    ])
    expect(await eventsOf(id)).toEqual(['connection.requested', 'connection.requested'])
  })

  test('to try a record again names its problem, and ends with it', async () => {
    const { path, lease: Lease } = await leasedConnection(merchant)
    const record = { Kind: 'order', HubId: '17' }
    const Problems = [{ ...record, Code: 'no_country', Message: 'm', Remedy: 'r' }]
    await merchant('PUT', `${path}/problems`, { Lease, Problems })
    const [problem] = (await merchant('GET', `${path}/problems`)).body
    const retry = { Action: 'retry', ProblemId: problem.Id }
    const asked = await merchant('POST', `${path}/requests`, retry)
    expect(asked.body.Problem).toEqual({
      Id: problem.Id,
      ...record,
      ShopId: null,
      Code: 'no_country',
    })
    expect((await takeLease(merchant, path)).body.Requests).toMatchObject([asked.body])
    await merchant('PUT', `${path}/problems`, { Lease, Solved: [record] })
    expect((await takeLease(merchant, path)).body.Requests).toEqual([])
    expect((await merchant('POST', `${path}/requests`, retry)).status).toBe(404)
    const notARetry = { Action: 'run', ProblemId: problem.Id }
    expect((await merchant('POST', `${path}/requests`, notARetry)).status).toBe(400)
  })
})

describe('a run', () => {
  test('says when the connection ran last, and whether it worked', async () => {
    const { path, id, lease } = await leasedConnection(merchant)
    const record = async (change: object) =>
      await merchant('POST', `${path}/runs`, aRun(lease, change))
    const connection = async () => (await merchant('GET', path)).body
    const first = await record({})
    const { Lease: _, ...run } = aRun(lease)
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({ ...run, Failure: null, Changes: [], Findings: [] })
    const at = first.body.FinishedAt
    expect(await connection()).toMatchObject({
      ...{ LastRunAt: at, LastSuccessAt: at, LastChangeAt: at, Failure: null },
    })
    const later = '2026-11-26T09:00:00.000Z'
    const Failure = { Kind: 'denied', ...FAILURE }
    await record({ FinishedAt: later, Outcome: 'failed', Failure, Steps: [] })
    const failing = await connection()
    expect(failing).toMatchObject({
      ...{ State: 'failing', LastRunAt: later, LastSuccessAt: at, LastChangeAt: at },
      Failure: { ...FAILURE, Since: expect.any(String) },
    })
    // The same shop fails in another way: since when stays.
    await record({ Outcome: 'partly', Failure: { ...Failure, Message: 'Other.' } })
    expect((await connection()).Failure).toEqual({
      ...{ Message: 'Other.', Remedy: FAILURE.Remedy, Since: failing.Failure.Since },
    })
    await record({ Outcome: 'partly' })
    expect((await connection()).State).toBe('failing')
    // A dry run or a test changes nothing of it.
    const total = { IsDryRun: true, ChangesTotal: 700, Steps: [] }
    const change = { Step: 'orders', Action: 'create', HubId: '42', Text: 'Order 42' }
    const dry = await record({ ...total, Changes: [change] })
    expect(dry.body).toMatchObject({ ChangesTotal: 700, Changes: [{ ...change, ShopId: null }] })
    expect((await merchant('GET', `${path}/runs/${dry.body.Id}`)).body).toEqual(dry.body)
    expect((await connection()).State).toBe('failing')
    await record({ Steps: [] })
    expect(await connection()).toMatchObject({ State: 'running', Failure: null })
    expect(await eventsOf(id)).toEqual(['connection.failing', 'connection.recovered'])
    const { body: runs } = await merchant('GET', `${path}/runs?pageSize=3`)
    expect(runs.map(({ Outcome }: { Outcome: string }) => Outcome)).toEqual(['ok', 'ok', 'partly'])
    expect(runs[1]).not.toHaveProperty('Changes')
  })

  test.each([
    ['without a reason for a failure', { Outcome: 'failed' }, '/Failure'],
    ['with a failure although it is ok', { Failure: { Kind: 'denied', ...FAILURE } }, '/Failure'],
    ['that ends before it begins', { FinishedAt: '2026-11-26T07:00:00Z' }, '/FinishedAt'],
    [
      'with changes that it did not leave out',
      { Changes: [{ Step: 'orders', Action: 'create', Text: 'x' }] },
      '/Changes',
    ],
  ])('is refused %s', async (_, change, path) => {
    const leased = await leasedConnection(merchant)
    const answer = await merchant('POST', `${leased.path}/runs`, aRun(leased.lease, change))
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path])
  })

  test('is one of at most 1,000 of a connection, the newest', async () => {
    const { path, id, lease } = await leasedConnection(merchant)
    await execute(
      api.database,
      sql`
      insert into marketplace.connection_runs (customer_id, connection_id, started_at, finished_at, trigger, is_dry_run, outcome, steps)
      select ${api.customer.customerId}, ${id}::bigint, now(), now(), 'schedule', false, 'ok', '[]' from generate_series(1, 1000)`,
    )
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => await merchant('POST', `${path}/runs`, aRun(lease))),
    )
    const newest = Math.max(...answers.map(({ body }) => body.Id))
    const ids: number[] = []
    let url: string | undefined = `${path}/runs?pageSize=400`
    while (url !== undefined) {
      const page = await merchant('GET', url)
      ids.push(...page.body.map(({ Id }: { Id: number }) => Id))
      url = /<\/v2([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect([ids.length, new Set(ids).size, ids[0]]).toEqual([1_000, 1_000, newest])
  })
})

describe('a failure of the lease', () => {
  test('makes the connection failing until it is said to be over', async () => {
    const { path, id } = await leasedConnection(merchant)
    await takeLease(merchant, path, { Failure: FAILURE })
    await takeLease(merchant, path)
    await takeLease(merchant, path, { Failure: FAILURE })
    expect((await merchant('GET', path)).body).toMatchObject({ State: 'failing', Failure: FAILURE })
    await takeLease(merchant, path, { Failure: null })
    await takeLease(merchant, path, { Failure: null })
    expect((await merchant('GET', path)).body).toMatchObject({ State: 'running', Failure: null })
    expect(await eventsOf(id)).toEqual(['connection.failing', 'connection.recovered'])
  })
})

describe('the clean-up', () => {
  test('removes runs and closed requests after 30 days, and what belonged to deleted connections', async () => {
    const [kept, deleted] = [await leasedConnection(merchant), await leasedConnection(merchant)]
    for (const { path, lease: Lease } of [kept, deleted]) {
      const { body } = await merchant('POST', `${path}/requests`, { Action: 'run' })
      await merchant('POST', `${path}/requests`, { Action: 'test' })
      await merchant('POST', `${path}/runs`, aRun(Lease))
      await merchant('POST', `${path}/runs`, aRun(Lease, { RequestId: body.Id }))
      const record = { Kind: 'order', HubId: '1' }
      const Pairs = [{ ...record, ShopId: '1', State: 'linked' }]
      await merchant('PUT', `${path}/pairs`, { Lease, Pairs })
      const Problems = [{ ...record, Code: 'x', Message: 'm', Remedy: 'r' }]
      await merchant('PUT', `${path}/problems`, { Lease, Problems })
    }
    const rowsOf = async (id: number) => {
      const [row] = await query<Record<string, number>>(
        api.database,
        sql`select
          (select count(*)::int from marketplace.connections where connection_id = ${id}) as connections,
          (select count(*)::int from marketplace.connection_pairs where connection_id = ${id}) as pairs,
          (select count(*)::int from marketplace.connection_problems where connection_id = ${id}) as problems,
          (select count(*)::int from marketplace.connection_requests where connection_id = ${id}) as requests,
          (select count(*)::int from marketplace.connection_runs where connection_id = ${id}) as runs`,
      )
      return row
    }
    const all = { connections: 1, pairs: 1, problems: 1, requests: 2, runs: 2 }
    await merchant('DELETE', deleted.path)
    await execute(
      api.database,
      sql`update marketplace.connections set deleted_at = now() - interval '2 minutes' where connection_id = ${deleted.id}`,
    )
    while ((await removeDeleted(api.database, 3)) > 0);
    expect([await rowsOf(kept.id), await rowsOf(deleted.id)]).toEqual([
      all,
      { connections: 0, pairs: 0, problems: 0, requests: 0, runs: 0 },
    ])
    const age = sql`now() - interval '31 days'`
    await execute(
      api.database,
      sql`update marketplace.connection_runs set created_at = ${age} where connection_id = ${kept.id} and request_id is null`,
    )
    await execute(
      api.database,
      sql`update marketplace.connection_requests set closed_at = ${age} where connection_id = ${kept.id} and closed_at is not null`,
    )
    expect(await removeOldRuns(api.database, 100)).toBe(1)
    expect(await removeOldRequests(api.database, 100)).toBe(1)
    expect(await rowsOf(kept.id)).toEqual({ ...all, requests: 1, runs: 1 })
  })

  test('keeps a deleted connection while another node removes its pairs', async () => {
    const { path, id, lease: Lease } = await leasedConnection(merchant)
    const pair = (HubId: string) => ({ Kind: 'order', HubId, ShopId: HubId, State: 'linked' })
    await merchant('PUT', `${path}/pairs`, { Lease, Pairs: ['1', '2', '3', '4'].map(pair) })
    await merchant('DELETE', path)
    await execute(
      api.database,
      sql`update marketplace.connections set deleted_at = now() - interval '2 minutes' where connection_id = ${id}`,
    )
    const countRows = async () => {
      const [row] = await query<{ connections: number; pairs: number }>(
        api.database,
        sql`select (select count(*)::int from marketplace.connections where connection_id = ${id}) as connections,
          (select count(*)::int from marketplace.connection_pairs where connection_id = ${id}) as pairs`,
      )
      return row
    }
    await transaction(api.database, async (tx) => {
      await execute(
        tx,
        sql`select from marketplace.connection_pairs where connection_id = ${id} and hub_id in ('1', '2') for update`,
      )
      while ((await removeDeleted(api.database, 2)) > 0);
      expect(await countRows()).toEqual({ connections: 1, pairs: 2 })
    })
    while ((await removeDeleted(api.database, 2)) > 0);
    expect(await countRows()).toEqual({ connections: 0, pairs: 0 })
  })
})
