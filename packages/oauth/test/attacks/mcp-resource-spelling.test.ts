/** Resources were compared without regard to how scheme and host may be written (RFC 3986, section 6.2.2.1; RFC 8707). */
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { canonicalResource, namedResource } from '../../src/mcp/resource.ts'
import { getCode, redeem, startMcp } from '../support/mcp.ts'

const OWN = 'https://shop.example/mcp'
const RESOURCES = new Map([OWN, 'https://shop.example/v2'].map((one) => [one, one]))

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
    expect(namedResource([value], RESOURCES, OWN)).toBe(same ? OWN : undefined)
  })

  test('none at all means the fallback, and several that differ mean none', () => {
    expect(namedResource([], RESOURCES, OWN)).toBe(OWN)
    expect(namedResource([], RESOURCES, 'https://shop.example/gone')).toBeUndefined()
    expect(namedResource([OWN, `${OWN}/`], RESOURCES, OWN)).toBe(OWN)
    expect(namedResource([OWN, 'https://other.example'], RESOURCES, OWN)).toBeUndefined()
    expect(namedResource([OWN, 'https://shop.example/v2'], RESOURCES, OWN)).toBeUndefined()
    expect(namedResource(['https://shop.example/v2'], RESOURCES, OWN)).toBe(
      'https://shop.example/v2',
    )
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

test('a code is issued and redeemed if the resource is omitted, or spelled differently', async () => {
  const app = await startMcp()
  onTestFinished(() => app.close())
  for (const resource of [undefined, app.resource.replace('http:', 'HTTP:'), `${app.resource}/`]) {
    const code = await getCode(app, resource === undefined ? {} : { resource })
    expect((await redeem(app, code, { resource })).status).toBe(200)
  }
})
