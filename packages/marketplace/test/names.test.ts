import { transaction } from '@entrepot/database'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createApiKey,
  expectDone,
  marketplace,
  type NameSet,
  namesWith,
  refuse,
  SYSTEM,
  sendProblem,
} from '../src/index.ts'
import { appendEvents, type NewEvent } from '../src/kit/events/store.ts'
import { collectRoutes, openApiDocument } from '../src/openapi/index.ts'
import { createTestApi, type TestApi } from './api.ts'

// Their types are not registered, because all tests are checked as one program.
const SHIFTS = {
  problems: { SHIFT_TAKEN: { status: 409, title: 'The shift is taken' } },
  scopes: ['shifts:read'],
  events: {
    'shift.ended': {
      audience: 'merchant',
      scopes: ['shifts:read'],
      data: Type.Object({ Hours: Type.Integer() }, { title: 'ShiftEventData' }),
    },
  },
  subjects: ['shift'],
  tags: { Shifts: 'Who works when.' },
} as const satisfies NameSet
const names = namesWith(SHIFTS)

const options = {
  names,
  routes: (scope: Parameters<NonNullable<Parameters<typeof marketplace>[1]['routes']>>[0]) => {
    const config = { requires: { kind: 'merchant', scope: 'shifts:read' as never } } as const
    const schema = { operationId: 'takeShift', tags: ['Shifts'], summary: 's', description: 'd' }
    scope.get('/shifts', { config, schema }, (_, reply) =>
      sendProblem(reply, refuse('SHIFT_TAKEN' as never, 'Ann has it.')),
    )
  },
}

let api: TestApi
let alone: TestApi
beforeAll(async () => {
  const webhooks = { secrets: ['a secret of at least thirty-two characters'] }
  api = await createTestApi({}, { ...options, webhooks })
  alone = await createTestApi({}, { webhooks })
})
afterAll(async () => {
  await api.close()
  await alone.close()
})

async function adminOf({ database, customer }: TestApi, known = names): Promise<string> {
  const scopes = [...known.scopes.merchant]
  const input = { kind: 'merchant' as const, label: 'Admin', scopes }
  return expectDone(await createApiKey(database, customer.customerId, input, { names: known })).key
}

test('an application adds codes, scopes and events of its own, and they work as those of the marketplace', async () => {
  const { database, customer } = api
  const key = await adminOf(api)
  const taken = await api.merchant('GET', '/v2/shifts', undefined, { key })
  expect(taken.status).toBe(409)
  expect(taken.body).toMatchObject({ code: 'SHIFT_TAKEN', title: 'The shift is taken' })
  expect((await api.merchant('GET', '/v2/shifts')).status).toBe(403)

  const issued = await api.merchant(
    ...(['POST', '/v2/keys', { Label: 'Shifts', Scopes: ['shifts:read'] }, { key }] as const),
  )
  expect(issued.status).toBe(201)
  const event = { type: 'shift.ended', subject: { kind: 'shift', id: 7 }, data: { Hours: 8 } }
  await transaction(database, async (tx) => {
    await appendEvents(tx, customer.customerId, [{ ...event, actor: SYSTEM } as never as NewEvent])
  })
  const path = '/v2/events?types=shift.*&subject=shift:7'
  const read = await api.merchant('GET', path, undefined, { key: issued.body.Key })
  expect(read.body).toMatchObject([{ Type: 'shift.ended', Data: { Hours: 8 } }])
  expect((await api.merchant('GET', path)).body).toEqual([])

  const hook = { Url: 'https://shop.example/hook', Types: ['shift.ended'] }
  expect((await api.merchant('POST', '/v2/webhooks', hook, { key })).status).toBe(201)
})

test('without them, the names do not exist', async () => {
  const key = await adminOf(alone, namesWith())
  const post = async (path: string, body: unknown) =>
    await alone.merchant('POST', path, body, { key })
  const answers = [
    await post('/v2/keys', { Label: 'Shifts', Scopes: ['shifts:read'] }),
    await post('/v2/webhooks', { Url: 'https://shop.example/hook', Types: ['shift.ended'] }),
    await alone.merchant('GET', '/v2/events?types=shift.*', undefined, { key }),
    await alone.merchant('GET', '/v2/events?subject=shift:7', undefined, { key }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  const { database, customer } = alone
  const input = { kind: 'merchant' as const, label: 'Shifts', scopes: ['shifts:read'] }
  expect(await createApiKey(database, customer.customerId, input)).toMatchObject({
    code: 'MARKET_INVALID_INPUT',
    errors: [{ path: '/scopes/0' }],
  })
})

test('the document has them, and that of the marketplace alone does not', async () => {
  const documentOf = async (known: typeof names, more: Partial<typeof options>) => {
    const app = Fastify()
    await collectRoutes(app)
    await app.register(marketplace, { database: api.database, background: false, ...more })
    await app.ready()
    const document = openApiDocument(app, known)
    await app.close()
    return document
  }
  const document = await documentOf(names, options)
  expect(document.tags).toContainEqual({ name: 'Shifts', description: 'Who works when.' })
  expect(document.webhooks).toHaveProperty(['shift.ended'])
  expect(document.components.schemas.ShiftEventData).toBeDefined()
  expect(document.components.schemas.ProblemCode?.enum).toContain('SHIFT_TAKEN')
  expect(document.paths['/v2/events']?.get?.['x-access'][0]?.scopes).toContain('shifts:read')
  const without = JSON.stringify(await documentOf(namesWith(), {}))
  // Not the name of an encoding.
  expect(without).not.toMatch(/shift(?!_jis)/i)
  expect(without).not.toMatch(/"(members|agents):|"(member|agent)\.|LAST_OWNER|_AGENTS?\b/)
})

test('a name has one meaning', () => {
  expect(() => namesWith(SHIFTS, { problems: SHIFTS.problems })).toThrow('SHIFT_TAKEN')
  expect(() => namesWith({ events: { 'order.created': SHIFTS.events['shift.ended'] } })).toThrow(
    'order.created',
  )
})
