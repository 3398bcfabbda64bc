/** One valid token, sent with more and more spaces, fills the memory of a node: each spelling would be remembered as a token of its own. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, getCode, type McpApp, mcpOf, redeem, requestWith, startMcp } from '../support/mcp.ts'

let app: McpApp
beforeAll(async () => {
  app = await startMcp()
})
afterAll(async () => await app.close())

test('a token with more than one space before it is good, and is not remembered', async () => {
  const { json } = await redeem(app, await getCode(app))
  const tokens = mcpOf(app).tokensFor('/mcp')
  const isRemembered = async (scheme: string) => {
    const request = requestWith(`${scheme}${json.access_token}`)
    const [first, second] = [await tokens.verify(request), await tokens.verify(request)]
    expect(first).toMatchObject({ auth: { sub: 'ann@example.com' } })
    return first === second
  }
  expect(await isRemembered('Bearer ')).toBe(true)
  for (const spaces of [2, 10, 8_000]) {
    expect(await isRemembered(`Bearer${' '.repeat(spaces)}`)).toBe(false)
  }
  expect((await call(app, `   ${json.access_token}`)).status).toBe(200)
})
