/** The replay of a code left the tokens alive that it was issued for (RFC 6749, section 4.1.2). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, getCode, type McpApp, redeem, refresh, startMcp } from '../support/mcp.ts'

let app: McpApp
beforeAll(async () => {
  app = await startMcp()
})
afterAll(async () => await app.close())

test('a replay is refused and revokes what was issued, access token included', async () => {
  const code = await getCode(app)
  const { json } = await redeem(app, code)
  expect((await call(app, json.access_token)).status).toBe(200)
  expect(await redeem(app, code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
  expect((await call(app, json.access_token)).status).toBe(401)
  const { json: error } = await refresh(app, code.clientId, json.refresh_token)
  expect(error.error).toBe('invalid_grant')
})

test('a replay long after, when the tokens were refreshed, revokes those as well', async () => {
  const code = await getCode(app)
  let { json } = await redeem(app, code)
  for (let round = 0; round < 2; round += 1) {
    json = (await refresh(app, code.clientId, json.refresh_token)).json
  }
  expect((await redeem(app, code)).json.error).toBe('invalid_grant')
  expect((await call(app, json.access_token)).status).toBe(401)
  const { json: error } = await refresh(app, code.clientId, json.refresh_token)
  expect(error.error).toBe('invalid_grant')
})

test('whoever has the code without the verifier redeems nothing and revokes nothing', async () => {
  const code = await getCode(app)
  const stolen = { ...code, verifier: 'x'.repeat(43) }
  expect((await redeem(app, stolen)).json.error).toBe('invalid_grant')
  const { json } = await redeem(app, code)
  expect((await call(app, json.access_token)).status).toBe(200)
})

test('whoever has a code that was redeemed, without its verifier, revokes nothing', async () => {
  const code = await getCode(app)
  const { json } = await redeem(app, code)
  const stolen = { ...code, verifier: 'x'.repeat(43) }
  for (const more of [{}, { redirect_uri: 'https://evil.example/' }, { redirect_uri: undefined }]) {
    expect((await redeem(app, stolen, more)).json.error).toBe('invalid_grant')
  }
  expect((await call(app, json.access_token)).status).toBe(200)
  expect((await refresh(app, code.clientId, json.refresh_token)).status).toBe(200)
})
