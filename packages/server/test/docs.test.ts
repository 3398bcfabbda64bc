import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { DocsParts } from '../src/site/docs/parts.ts'
import { docsRoutes } from '../src/site/docs/routes.ts'

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

test('/openapi.json has no calls about people on a hub where nobody can sign in', async () => {
  const { paths, tags } = await readDocument({ publicUrl: undefined, hasTokens: false })
  const people = Object.keys((await readDocument(SIGN_IN)).paths).filter((path) => !(path in paths))
  const lists = ['agents', 'invitations', 'me/passkeys', 'me/sessions', 'members']
  const single = (name: string) => `/v2/${name}/{id}`
  expect(people.sort()).toEqual(
    [
      ...[...lists, 'headless-agents'].flatMap((name) => [`/v2/${name}`, single(name)]),
      ...['approve', 'reject', 'keys', 'keys/{keyId}', 'workloads', 'workloads/{workloadId}'].map(
        (rest) => `${single('headless-agents')}/${rest}`,
      ),
      ...['approve', 'reject'].map((rest) => `${single('agent-approvals')}/${rest}`),
      ...['/v2/agent-approvals', single('agent-approvals'), '/v2/agent-rules'],
      ...['/v2/agent-stops', single('agent-stops')],
      ...['/v2/agent-caps', `${single('agents')}/caps`],
      `${single('members')}/sessions`,
      ...['/v2/provisioning', '/v2/provisioning/calls'],
    ].sort(),
  )
  expect(JSON.stringify(tags)).not.toContain('"Agents"')
})

test.each(['/openapi.json', '/docs/scalar.js'])(
  '%s is compressed as the browser accepts it, and not sent again to a browser that has it',
  async (url) => {
    const app = appWith(SIGN_IN)
    const get = async (headers: Record<string, string>) => await app.inject({ url, headers })
    const plain = await get({})
    expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
    const packed = {
      br: await get({ 'accept-encoding': 'gzip, deflate, br;q=0.9' }),
      gzip: await get({ 'accept-encoding': 'gzip, br;q=0' }),
    }
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const encoding of ['br', 'gzip'] as const) {
      const { headers, rawPayload } = packed[encoding]
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
      expect(unpack[encoding](rawPayload).equals(plain.rawPayload)).toBe(true)
    }
    const again = await get({ 'if-none-match': String(plain.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get({ 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
  },
)

test('/docs has the colours of the system until the viewer has started, whose script makes the body light before', async () => {
  const app = appWith(SIGN_IN)
  const style = (await app.inject('/docs/style.css')).body
  expect(style).toMatch(
    /^@media \(prefers-color-scheme: dark\) { body:has\(#reference:empty\) { .*--scalar-color-1: #e3e8e9/m,
  )
})

const GUIDES = join(import.meta.dirname, '../../../docs/guides')

test('the list of guides has every guide once, with its title; a guide in a folder can be in the list of its folder', () => {
  const read = (name: string) => readFileSync(join(GUIDES, name), 'utf8')
  const listed = Array.from(
    read('README.md').matchAll(/^- \[(.+?)\]\((.+?)\)/gm),
    ([, title, name = '']) => ({ name, title: `# ${title}` }),
  )
  for (const { name, title } of listed)
    expect([name, read(name).split('\n', 1)[0]]).toEqual([name, title])
  const names = listed.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  const inFolders = globSync('*/README.md', { cwd: GUIDES }).flatMap((list) =>
    Array.from(read(list).matchAll(/\]\(([a-z0-9-]+\.md)\)/g), ([, name = '']) =>
      join(dirname(list), name),
    ),
  )
  const found = new Set([...names, ...inFolders])
  const guides = globSync('**/*.md', { cwd: GUIDES }).filter((name) => name !== 'README.md')
  expect(guides.filter((name) => !found.has(name))).toEqual([])
})

test('/docs/guides and /llms.txt list the guides in that order, and a guide leads to the next one', async () => {
  const app = appWith(SIGN_IN)
  const index = readFileSync(join(GUIDES, 'README.md'), 'utf8')
  const order = Array.from(index.matchAll(/^- \[.+?\]\((.+?)\.md\)/gm), ([, name]) =>
    name?.replace(/\/README$/, ''),
  )
  expect(order[0]).toBe('first-order')
  const page = (await openPage(app, '/docs/guides')).body
  const llms = (await app.inject('/llms.txt')).body
  const namesIn = (text: string) =>
    Array.from(text.matchAll(/\/docs\/guides\/([a-z/-]+)/g), ([, name]) => name)
  expect([namesIn(page), namesIn(llms)]).toEqual([['guides', ...order].slice(1), order])
  const second = (await openPage(app, `/docs/guides/${order[1]}`)).body
  expect(second).toContain(`<a href="/docs/guides/${order[0]}">Before: `)
  expect(second).toContain(`<a href="/docs/guides/${order[2]}">Next: `)
})

test('a guide is at an address with and without .md, and pages link to the latter', async () => {
  const app = appWith(SIGN_IN)
  for (const name of ['guides/webhooks', 'reference/api']) {
    const [short, long] = [`/docs/${name}`, `/docs/${name}.md`]
    expect((await app.inject(short)).body).toBe((await app.inject(long)).body)
    const { body, statusCode } = await openPage(app, short)
    expect(statusCode).toBe(200)
    expect(body).toBe((await openPage(app, long)).body)
    expect(body).not.toMatch(/href="[^:"]+\.md["#]/)
  }
  const moved = await app.inject('/docs/guides/')
  expect([moved.statusCode, moved.headers.location]).toEqual([302, '/docs/guides'])
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

test('each link of a served guide leads to a page of the hub or into the repository', async () => {
  const app = appWith(SIGN_IN)
  const { body } = await app.inject('/llms.txt')
  const pages = Array.from(body.matchAll(/\/docs\/\S+\.md/g), ([path]) => path)
  const broken: string[] = []
  for (const page of pages) {
    const { body: text } = await app.inject(page)
    for (const [, link = ''] of text.matchAll(/\]\(([^)#\s]+)/g)) {
      const { href, pathname } = new URL(link, `http://hub.example${page}`)
      if (!href.startsWith('http://hub.example/')) continue
      if ((await app.inject(pathname)).statusCode !== 200) broken.push(`${page}: ${link}`)
    }
  }
  expect(broken).toEqual([])
})

/** A guide as a browser gets it. */
const openPage = async (app: ReturnType<typeof appWith>, path: string) =>
  await app.inject({ url: path, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })

test('a browser gets a guide as a page, without comments of its source and without scripts', async () => {
  const app = appWith(SIGN_IN)
  const { headers, body } = await openPage(app, '/docs/guides/webhooks.md')
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept, accept-encoding',
  })
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(body).toContain('<title>Get events by webhooks - Entrepot</title>')
  expect(body).toContain('<h2 id="a-first-webhook">A first webhook</h2>')
  expect(body).toContain('<code>webhook-signature</code>')
  expect(body).not.toMatch(/<!-- |<script|<th><\/th>/)
})

test('an agent that accepts Markdown and HTML gets a guide as Markdown', async () => {
  const headers = { accept: 'text/markdown, text/html, */*' }
  const answer = await appWith(SIGN_IN).inject({ url: '/docs/guides/webhooks.md', headers })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    vary: 'accept',
  })
  expect(answer.body).toMatch(/^# Get events by webhooks\n/)
})

test('the list of guides leads to every guide, and each link and heading that a page names exists', async () => {
  const app = appWith(SIGN_IN)
  const { body: list } = await openPage(app, '/docs/guides')
  const paths = Array.from(
    list.matchAll(/href="(\/docs\/(?:guides|reference)\/[^"]+)"/g),
    ([, path = '']) => path,
  )
  expect(paths).toEqual(expect.arrayContaining(['/docs/guides/keys', '/docs/reference/api']))
  const pages = new Map<string, string>()
  for (const path of paths) pages.set(path, (await openPage(app, path)).body)
  const broken: string[] = []
  for (const [path, body] of pages) {
    for (const [, link = ''] of body.matchAll(/<a href="([^"]+)"/g)) {
      const { host, pathname, hash } = new URL(link, `http://hub.example${path}`)
      if (host !== 'hub.example' || hash === '') continue
      const id = decodeURIComponent(hash.slice(1))
      if (!pages.get(pathname)?.includes(` id="${id}"`)) broken.push(`${path}: ${link}`)
    }
  }
  expect(broken).toEqual([])
})

test.each([
  '/docs/guides/unknown.md',
  '/docs/guides/..%2f..%2fREADME.md',
  '/docs/guides/..%2f..%2fpackage.json',
  '/docs/guides/shops/..%2f..%2f..%2fpackage.json',
  '/docs/guides/..%2f../README.md',
  '/docs/reference/openapi.last.json',
])('%s is not a page', async (path) => {
  const answer = await appWith(SIGN_IN).inject(path)
  expect(answer.statusCode).toBe(404)
})

test('/docs says where to create a key, and no example shows one that looks real', async () => {
  const app = appWith(SIGN_IN)
  const { body } = await app.inject('/docs')
  expect(body).toMatch(/<a href="\/console\/developers\?tab&#61;keys&#38;action&#61;create">/)
  const alone = appWith({ publicUrl: undefined, hasTokens: false })
  expect((await alone.inject('/docs')).body).toContain('<a href="/docs/guides/keys">')
  const document = (await app.inject('/openapi.json')).body
  expect(document.match(/ent_[mc]\d+_[\w-]+|whsec_[\w+/=-]+/g)).toBeNull()
  const viewer = (await app.inject('/docs/scalar.js')).body
  expect(viewer).not.toMatch(/QUxMIFlPVVI|YOUR_SECRET_TOKEN/)
  expect(viewer).toContain('<your key>')
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
