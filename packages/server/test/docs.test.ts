import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { DocsParts } from '../src/docs/parts.ts'
import { docsRoutes } from '../src/docs/routes.ts'

const SIGN_IN = { publicUrl: 'https://hub.example', hasTokens: true }

function appWith(parts: DocsParts) {
  const app = Fastify()
  docsRoutes(app, parts)
  return app
}

async function readDocument(parts: DocsParts) {
  const answer = await appWith(parts).inject('/openapi.json')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  return answer.json()
}

test('/openapi.json names the authorization server of the hub', async () => {
  const { openapi, components, paths } = await readDocument(SIGN_IN)
  expect(openapi).toBe('3.1.0')
  expect(components.securitySchemes.oauth2.flows.authorizationCode).toMatchObject({
    authorizationUrl: 'https://hub.example/oauth/mcp/authorize',
    tokenUrl: 'https://hub.example/oauth/mcp/token',
  })
  expect(paths['/v2/orders'].get.security).toContainEqual({ oauth2: ['orders:read'] })
})

test.each<[missing: string[], parts: DocsParts]>([
  [['customer', 'oauth2', 'session'], { publicUrl: undefined, hasTokens: false }],
  [['oauth2'], { publicUrl: 'https://hub.example', hasTokens: false }],
])('/openapi.json does not contain %j on a hub that does not have them', async (missing, parts) => {
  const { components, paths } = await readDocument(parts)
  const text = JSON.stringify(paths)
  for (const name of missing) {
    expect(components.securitySchemes).not.toHaveProperty(name)
    expect(text).not.toContain(`"${name}":[`)
  }
  expect(paths['/v2/orders'].get.security).toContainEqual({ apiKey: [] })
})

test('/llms.txt lists the guides, and each is served as Markdown', async () => {
  const app = appWith(SIGN_IN)
  const { body } = await app.inject('/llms.txt')
  const links = Array.from(
    body.matchAll(/\]\(https:\/\/hub\.example(\/docs\/\S+)\)/g),
    ([, path]) => path,
  )
  expect(links).toEqual(expect.arrayContaining(['/docs/guides/keys.md', '/docs/reference/api.md']))
  for (const link of links) {
    const page = await app.inject(link as string)
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ])
    expect(page.body).toMatch(/^# /)
  }
})

test.each([
  '/docs/guides/unknown.md',
  '/docs/guides/..%2f..%2fREADME.md',
  '/docs/guides/..%2f..%2fpackage.json',
  '/docs/reference/openapi.last.json',
])('%s is not a page', async (path) => {
  const answer = await appWith(SIGN_IN).inject(path)
  expect(answer.statusCode).toBe(404)
})

test('/docs runs only scripts of the hub, which can call only the hub', async () => {
  const app = appWith(SIGN_IN)
  const { headers, body } = await app.inject('/docs')
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]),
  )
  expect(body).not.toMatch(/https?:\/\//)
  for (const [, path] of body.matchAll(/src="([^"]+)"/g)) {
    const script = await app.inject(path as string)
    expect([script.statusCode, script.headers['content-type']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ])
  }
})
