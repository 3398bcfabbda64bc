/** Values that would become CSS, HTML or a link of the pages: from settings, which may come from a tenant, and from clients. */
import { checkOptions } from '@entrepot/oauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECRET } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { authorizeUrl, type McpApp, pkce, register, startMcp } from '../support/mcp.ts'

const LOGO = 'data:image/png;base64,iVBORw0KGgo='
let app: McpApp

beforeAll(async () => {
  const style = { logoUrl: LOGO, font: 'Inter, sans-serif' }
  const texts = { introduction: '<script>alert(1)</script> {resource}', deny: '"><b>No</b>' }
  const pages = { name: '<b>Shop</b>', language: 'en-GB', style, texts }
  app = await startMcp({ oauth: { pages } })
})
afterAll(async () => await app.close())

async function problemsOf(pages: object): Promise<readonly string[]> {
  const problems = await checkOptions({ secret: SECRET, pages })
  return problems.map(({ path }) => path)
}

async function openConsent(metadata: object) {
  const { client_id } = await register(app, metadata)
  const url = authorizeUrl(app, { client_id, code_challenge: pkce().challenge })
  return await createBrowser().get(url)
}

describe('a style is refused if its', () => {
  const closing = '}</style><script>alert(1)</script>'
  const request = 'url(https://away.example/?x)'
  test.each([
    ['accent', `#fff; background: ${request}`],
    ['accent', `#fff${closing}`],
    ['accent', '#fff\n'],
    ['accent', 'red'],
    ['accent', 'var(--text)'],
    ['background', request],
    ['text', 'expression(alert(1))'],
    ['text', '#ggg'],
    ['font', `Arial; } @import ${request}`],
    ['font', `x"; background: ${request}; a: "`],
    ['font', 'a\\22 b'],
    ['font', 'Arial,'],
    ['font', closing],
    ['radius', '1px; position: fixed'],
    ['radius', 'calc(1px)'],
    ['radius', '1px\n'],
    ['radius', '100vw'],
    ['logoUrl', 'https://away.example/logo.png'],
    ['logoUrl', '//away.example/logo.png'],
    ['logoUrl', '/\\away.example/logo.png'],
    ['logoUrl', '/logo.png?track=1'],
    ['logoUrl', '/x" onerror="alert(1)'],
    ['logoUrl', 'javascript:alert(1)'],
    ['logoUrl', 'data:text/html;base64,PGI+'],
    ['logoUrl', 'data:image/svg+xml,<svg onload="alert(1)">'],
    ['logoUrl', `${LOGO}" onerror="alert(1)`],
    ['logoUrl', `data:image/png;base64,${'A'.repeat(70_000)}`],
  ])('%s is %j', async (name, value) => {
    expect(await problemsOf({ style: { [name]: value } })).toContain(`pages.style.${name}`)
  })

  test.each(['light', 'dark'])('accent in %s mode has a problem', async (mode) => {
    const accent = { light: '#fff', dark: '#000', [mode]: 'red}' }
    expect(await problemsOf({ style: { accent } })).toEqual([`pages.style.accent.${mode}`])
  })
})

test('a language that is no tag is refused: it is an attribute of the page', async () => {
  expect(await problemsOf({ language: 'en"><script>' })).toEqual(['pages.language'])
})

test('a text has the values of its default only', async () => {
  const texts = { deny: 'No, {client}', tooMany: 'Wait {seconds}', expired: '{}' }
  expect(await problemsOf({ texts })).toEqual(['pages.texts.deny', 'pages.texts.expired'])
})

test('markup in the name and the texts of an operator is shown as text', async () => {
  const { text } = await openConsent({})
  expect(text).not.toMatch(/<script|<b>/)
  expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
})

test('the policy of a page with a logo allows no more than this logo', async () => {
  const { headers, text } = await openConsent({})
  expect(text).toContain(`<img src="${LOGO.replaceAll('=', '&#61;')}"`)
  const policy = (headers.get('content-security-policy') ?? '').split('; ')
  expect(policy[0]).toBe("default-src 'none'")
  expect(policy.filter((one) => /^(img|script|font|connect)-src/.test(one))).toEqual([
    'img-src data:',
  ])
})

test('a name that looks like a value of a text is not filled in', async () => {
  const { text } = await openConsent({ client_name: '{resource} {client} $& $1' })
  expect(text).toContain('<title>Allow {resource} {client} $&#38; $1?</title>')
  expect(text).toContain('<h1>Allow <bdi>{resource} {client} $&#38; $1</bdi>?</h1>')
})

describe('a link of a client', () => {
  test('shows its host, is marked as not verified, and gives the page there no hold of this one', async () => {
    const { text } = await openConsent({
      policy_uri: 'https://robot.example:8443/policy?a="><b>',
      tos_uri: 'https://shop.example.robot.example/',
    })
    const attributes = 'target="_blank" rel="noopener noreferrer"'
    expect(text).toContain(
      `<dt>Privacy policy</dt><dd><a href="https://robot.example:8443/policy?a&#61;%22%3E%3Cb%3E" ${attributes}>robot.example:8443</a> (not verified)</dd>`,
    )
    expect(text).toContain(`${attributes}>shop.example.robot.example</a> (not verified)</dd>`)
  })

  test.each([
    'http://robot.example/policy',
    'https://shop.example@robot.example/policy',
    'https://shop.example:secret@robot.example/policy',
  ])('is left out if it is %s', async (policy_uri) => {
    const { status, text } = await openConsent({ policy_uri, tos_uri: policy_uri })
    expect([status, text.includes('<a ')]).toEqual([200, false])
  })

  test('to a script is refused at the registration', async () => {
    for (const uri of ['javascript:alert(1)', 'data:text/html,x', '/policy']) {
      expect((await register(app, { policy_uri: uri })).error).toBe('invalid_client_metadata')
      expect((await register(app, { tos_uri: uri })).error).toBe('invalid_client_metadata')
    }
  })

  test('names a host in another script as the browser would ask for it', async () => {
    const { text } = await openConsent({ policy_uri: 'https://аррle.example/' })
    expect(text).toMatch(/>xn--[\w-]+\.example<\/a>/)
  })
})
