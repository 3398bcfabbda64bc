/** Resources were compared without regard to how scheme and host may be written (RFC 3986, section 6.2.2.1; RFC 8707). */
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { canonicalResource, namesResource } from '../../src/mcp/resource.ts'
import { getCode, redeem, startMcp } from '../support/mcp.ts'

describe('the rule', () => {
  test.each([
    ['HTTPS://SHOP.example/mcp', true],
    ['https://shop.example:443/mcp', true],
    ['https://shop.example/mcp/', true],
    ['https://shop.example/MCP', false],
    ['https://shop.example/mcp?x=1', false],
    ['https://shop.example/mcp#x', false],
    ['https://shop.example/mcp#', false],
    ['https://shop.example', false],
    ['http://shop.example/mcp', false],
    ['https://user@shop.example/mcp', false],
    ['/mcp', false],
    ['', false],
  ])('%s names https://shop.example/mcp: %s', (value, same) => {
    expect(namesResource([value], 'https://shop.example/mcp')).toBe(same)
  })

  test('none at all names it, and one foreign one among several does not', () => {
    const own = 'https://shop.example/mcp'
    expect(namesResource([], own)).toBe(true)
    expect(namesResource([own, own], own)).toBe(true)
    expect(namesResource([own, 'https://other.example'], own)).toBe(false)
  })

  test('the canonical form is its own canonical form', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        const once = canonicalResource(url)
        if (once !== undefined) expect(canonicalResource(once)).toBe(once)
      }),
    )
  })
})

test('a code is issued and redeemed with a resource that is left out, or written in another way', async () => {
  const app = await startMcp()
  onTestFinished(() => app.close())
  for (const resource of [undefined, app.resource.replace('http:', 'HTTP:'), `${app.resource}/`]) {
    const code = await getCode(app, resource === undefined ? {} : { resource })
    expect((await redeem(app, code, { resource })).status).toBe(200)
  }
})
