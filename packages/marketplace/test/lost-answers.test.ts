/** Every POST and PUT whose node ends between the commit and the storing of the answer takes effect once, and its repeat is answered. */
import { collectRoutes } from '@entrepot/test-support/isolation'
import { loseAnswer } from '@entrepot/test-support/lost-answer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { prepareWrites, READS, sendWrite, WRITES, type WriteCall } from './write-calls.ts'

let api: TestApi
let routes: ReturnType<typeof collectRoutes>
beforeAll(async () => {
  const webhooks = { secrets: ['a secret of at least thirty-two characters'] }
  api = await createTestApi({}, { webhooks, background: false }, (app) => {
    routes = collectRoutes(app)
  })
  await prepareWrites(api)
})
afterAll(async () => await api.close())

test('each POST and PUT has an entry in the table', () => {
  const names = [...Object.keys(WRITES), ...Object.keys(READS)]
  const named = new Set(names.map((name) => name.split(',')[0]))
  const keyed = [...routes.keys()].filter((route) => /^(POST|PUT) /.test(route))
  expect([...named].sort()).toEqual(keyed.sort())
})

test.each(Object.keys(WRITES))(
  '%s takes effect once if its answer is lost, and a repeat gets an answer',
  async (name) => {
    const call = await (WRITES[name] as () => Promise<WriteCall>)()
    const { first, repeat, changed } = await loseAnswer(
      api.database,
      async () => await sendWrite(name, call),
    )
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
    expect(changed.first, 'the call has an effect').not.toEqual([])
    expect(changed.repeat).toEqual([])
    expect(repeat.body).toEqual(first.body)
    if (call.byReference) expect(repeat.status).toBe(200)
    else {
      expect(repeat.status).toBe(first.status)
      expect(repeat.headers).toMatchObject({ 'idempotent-replayed': 'true' })
      expect(repeat.headers.location).toBe(first.headers.location)
    }
    const again = await sendWrite(name, call)
    expect([again.status, again.body]).toEqual([repeat.status, repeat.body])
  },
)

test.each(Object.keys(READS))(
  '%s has no effect, and a repeat gets the same answer',
  async (name) => {
    const call = await (READS[name] as () => WriteCall | Promise<WriteCall>)()
    const { first, repeat, changed } = await loseAnswer(
      api.database,
      async () => await sendWrite(name, call),
    )
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect([repeat.status, repeat.body]).toEqual([first.status, first.body])
    expect(changed).toEqual({ first: [], repeat: [] })
  },
)
