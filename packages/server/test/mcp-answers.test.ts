import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendAnswer } from '../src/access/mcp/routes.ts'

function appWith(answer: () => Response) {
  const app = Fastify()
  app.route({
    method: ['GET', 'HEAD'],
    url: '/mcp',
    handler: async (_, reply) => await sendAnswer(reply, answer()),
  })
  return app
}

test('an answer keeps its status, and each value of a header that occurs several times', async () => {
  const headers = new Headers({ 'content-type': 'application/json' })
  headers.append('set-cookie', 'a=1')
  headers.append('set-cookie', 'b=2')
  const app = appWith(() => new Response('{"jsonrpc":"2.0"}', { status: 400, headers }))
  const answer = await app.inject('/mcp')
  expect([answer.statusCode, answer.body]).toEqual([400, '{"jsonrpc":"2.0"}'])
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2'])
  expect((await app.inject({ method: 'HEAD', url: '/mcp' })).body).toBe('')
})

test('an answer without a body has no content type', async () => {
  const answer = await appWith(() => new Response(null, { status: 202 })).inject('/mcp')
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([202, '', '0'])
  expect(answer.headers).not.toHaveProperty('content-type')
})
