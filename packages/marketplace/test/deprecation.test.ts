import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { marketplace, namesWith } from '../src/index.ts'
import { collectRoutes, openApiDocument } from '../src/openapi/index.ts'

const deprecated = {
  since: new Date('2027-01-01T00:00:00Z'),
  sunset: new Date('2028-01-01T00:00:00Z'),
  link: '/docs/guides/moving.md',
}

const database = new Proxy({} as never, {
  get() {
    throw new Error('this test needs no database')
  },
})

test('a deprecated call says since when, until when and what to use instead, in answers and in the document', async () => {
  const app = Fastify()
  await collectRoutes(app)
  await app.register(marketplace, {
    database,
    routes: (scope) => {
      const schema = {
        operationId: 'getOld',
        tags: ['Customer'],
        summary: 'Old',
        description: 'Old.',
      }
      const requires = { kind: 'merchant', scope: 'orders:read' } as const
      scope.get('/old', { config: { requires, deprecated }, schema }, async () => ({}))
    },
  })
  const { headers, statusCode } = await app.inject('/v2/old')
  expect(statusCode).toBe(401)
  expect(headers).toMatchObject({
    deprecation: '@1798761600',
    sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
    link: '</docs/guides/moving.md>; rel="deprecation"; type="text/markdown"',
  })
  const other = await app.inject('/v2/orders')
  expect(other.headers).not.toHaveProperty('deprecation')
  const { paths } = openApiDocument(app, namesWith())
  expect(paths['/v2/old']?.get).toMatchObject({
    deprecated: true,
    description: expect.stringContaining('Deprecated since 2027-01-01, and removed on 2028-01-01'),
    responses: { 200: { headers: { Deprecation: {}, Sunset: {}, Link: {} } } },
  })
  expect(paths['/v2/orders']?.get).not.toHaveProperty('deprecated')
  await app.close()
})
