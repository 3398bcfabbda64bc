/** A website whose name was made to lead to this machine reads the debug endpoints by its scripts (DNS rebinding). */
import { type ClientRequest, request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let shop: TestApp
let trusting: TestApp

beforeAll(async () => {
  const github = { clientId: 'a', clientSecret: 'b' }
  const oauth = { debug: true, providers: { github } }
  shop = await startApp({ oauth })
  trusting = await startApp({ oauth, fastify: { trustProxy: true } })
})
afterAll(async () => {
  await shop.close()
  await trusting.close()
})

async function ask(
  app: TestApp,
  headers: Record<string, string>,
  path = '/oauth/',
): Promise<number> {
  const { hostname, port } = new URL(app.origin)
  return await new Promise((resolve, reject) => {
    const request: ClientRequest = httpRequest({ hostname, port, path, headers }, (answer) =>
      resolve(answer.resume().statusCode ?? 0),
    )
    request.on('error', reject).end()
  })
}

test.each([
  ['localhost:3000', 200],
  ['127.0.0.1', 200],
  ['[::1]:3000', 200],
  ['evil.example', 403],
  ['localhost.evil.example', 403],
  ['127.0.0.1.evil.example:80', 403],
  ['10.0.0.1', 403],
  ['evil.example@localhost', 403],
])('a request from this machine for %j is answered with %i', async (host, status) => {
  expect(await ask(shop, { host })).toBe(status)
  expect(await ask(shop, { host }, '/oauth/test')).toBe(status)
})

test('a script cannot claim the name by another header, whatever proxy is trusted', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost' }
  expect(await ask(trusting, headers)).toBe(403)
})
