/** A provider that misbehaves, or somebody who plays it: refused, with the reason in the log and none in the browser. */
import { randomBytes } from 'node:crypto'
import { generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

let evil: HostileProvider
let shop: TestApp

beforeAll(async () => {
  evil = await startHostileProvider()
  const acme = {
    provider: 'oidc',
    issuer: evil.origin,
    clientId: 'shop',
    clientSecret: 'a-client-secret',
  }
  shop = await startApp({ oauth: { providers: { acme } } })
})
afterEach(() => {
  evil.reset()
  shop.log.length = 0
})
afterAll(async () => {
  await shop.close()
  await evil.close()
})

const now = () => Math.floor(Date.now() / 1_000)
const other = await generateKeyPair('RS256')
const elliptic = await generateKeyPair('ES256')

/** Signs in and says where the browser landed and who it is there. */
async function signIn(): Promise<{ landing: URL; me: { user?: string } }> {
  const browser = createBrowser()
  const page = await browser.follow(`${shop.origin}/oauth/acme/login?redirect=/me`)
  const me = (await browser.get(`${shop.origin}/me`)).json
  return { landing: new URL(page.url), me }
}

test('the provider signs people in when it behaves', async () => {
  const { landing, me } = await signIn()
  expect(landing.pathname).toBe('/me')
  expect(me.user).toBe('ann@example.com')
})

const ID_TOKEN_FAULTS: readonly [string, (evil: HostileProvider) => void, RegExp][] = [
  [
    'is of another issuer',
    (p) => {
      p.onIdToken = ({ claims }) => {
        claims.iss = 'https://evil.example'
      }
    },
    /iss/,
  ],
  [
    'has no issuer',
    (p) => {
      p.onIdToken = ({ claims }) => {
        delete claims.iss
      }
    },
    /iss/,
  ],
  [
    'is for another client',
    (p) => {
      p.onIdToken = ({ claims }) => {
        claims.aud = 'other'
      }
    },
    /aud/,
  ],
  [
    'is for this client and a stranger',
    (p) => {
      p.onIdToken = ({ claims }) => {
        claims.aud = ['shop', 'other']
      }
    },
    /aud/,
  ],
  [
    'has no audience',
    (p) => {
      p.onIdToken = ({ claims }) => {
        delete claims.aud
      }
    },
    /aud/,
  ],
  [
    'answers another nonce',
    (p) => {
      p.onIdToken = ({ claims }) => {
        claims.nonce = 'other'
      }
    },
    /nonce/,
  ],
  [
    'has no nonce',
    (p) => {
      p.onIdToken = ({ claims }) => {
        delete claims.nonce
      }
    },
    /nonce/,
  ],
  [
    'was issued to another party',
    (p) => {
      p.onIdToken = ({ claims }) => {
        claims.azp = 'other'
      }
    },
    /azp/,
  ],
  [
    'was issued to another party of several',
    (p) => {
      p.onIdToken = ({ claims }) => {
        claims.aud = ['shop', 'x']
        claims.azp = 'x'
      }
    },
    /azp/,
  ],
  [
    'has expired',
    (p) => {
      p.onIdToken = ({ claims }) => {
        claims.exp = now() - 120
      }
    },
    /exp/,
  ],
  [
    'never expires',
    (p) => {
      p.onIdToken = ({ claims }) => {
        delete claims.exp
      }
    },
    /exp/,
  ],
  [
    'has no time of issue',
    (p) => {
      p.onIdToken = ({ claims }) => {
        delete claims.iat
      }
    },
    /iat/,
  ],
  [
    'is not valid yet',
    (p) => {
      p.onIdToken = ({ claims }) => {
        claims.nbf = now() + 600
      }
    },
    /nbf/,
  ],
  [
    'has no subject',
    (p) => {
      p.onIdToken = ({ claims }) => {
        delete claims.sub
      }
    },
    /sub/,
  ],
  [
    'has a subject that is a number',
    (p) => {
      p.onIdToken = ({ claims }) => {
        Object.assign(claims, { sub: 7 })
      }
    },
    /sub/,
  ],
  [
    'is signed by another key under the same id',
    (p) => {
      p.onIdToken = (parts) => {
        parts.key = other.privateKey
      }
    },
    /signature/,
  ],
  [
    'is signed by a key that is not published',
    (p) => {
      p.onIdToken = (parts) => {
        parts.key = other.privateKey
        parts.header.kid = 'key-2'
      }
    },
    /no applicable key/,
  ],
  [
    'does not name its key, and is signed by another',
    (p) => {
      p.onIdToken = (parts) => {
        delete parts.header.kid
        parts.key = other.privateKey
      }
    },
    /signature/,
  ],
  [
    'is signed by the client secret',
    (p) => {
      p.onIdToken = (parts) => {
        parts.header.alg = 'HS256'
        parts.key = new TextEncoder().encode('a-client-secret-of-thirty-two-chars')
      }
    },
    /alg/,
  ],
  [
    'uses an algorithm that the provider does not announce',
    (p) => {
      p.onIdToken = (parts) => {
        parts.header.alg = 'ES256'
        parts.key = elliptic.privateKey
      }
    },
    /alg/,
  ],
  [
    'has a session id that no index of a database takes',
    (p) => {
      p.onIdToken = ({ claims }) => {
        claims.sid = randomBytes(8_000).toString('base64')
      }
    },
    /sid/,
  ],
  [
    'has a session id that no text column takes',
    (p) => {
      p.onIdToken = ({ claims }) => {
        claims.sid = 'a\u0000b'
      }
    },
    /sid/,
  ],
  [
    'has a subject that no index of a database takes',
    (p) => {
      p.onIdToken = ({ claims }) => {
        claims.sub = randomBytes(8_000).toString('base64')
      }
    },
    /sub/,
  ],
  [
    'is not signed',
    (p) => {
      p.onSignedIdToken = (token) =>
        `${btoa(JSON.stringify({ alg: 'none' })).replaceAll('=', '')}.${token.split('.')[1]}.`
    },
    /alg/,
  ],
  [
    'has lost its signature',
    (p) => {
      p.onSignedIdToken = (token) => token.replace(/[^.]*$/, '')
    },
    /signature/,
  ],
  [
    'was changed after it was signed',
    (p) => {
      p.onSignedIdToken = tamper
    },
    /signature/,
  ],
  [
    'is no token',
    (p) => {
      p.onSignedIdToken = () => 'not.a.token'
    },
    /JWT|JSON|base64/i,
  ],
  [
    'is missing',
    (p) => {
      p.onSignedIdToken = () => undefined
    },
    /id_token/,
  ],
  [
    'demands an extension',
    (p) => {
      p.onIdToken = ({ header }) => {
        Object.assign(header, { crit: ['b64'], b64: true })
      }
    },
    /crit/,
  ],
]

function tamper(token: string): string {
  const [header, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...claims, email: 'boss@example.com' })).toString(
    'base64url',
  )
  return [header, forged, signature].join('.')
}

test.each(ID_TOKEN_FAULTS)(
  'an ID token that %s signs nobody in',
  async (_title, change, reason) => {
    change(evil)
    const { landing, me } = await signIn()
    expect(landing.search).toBe('?error=auth_failed&reason=token_exchange')
    expect(me).toEqual({})
    const line = shop.log.find((one) => one.includes('a sign-in failed'))
    expect(line).toMatch(reason)
  },
)

const ANSWER_FAULTS: readonly [string, (evil: HostileProvider) => void, string][] = [
  [
    'names another issuer',
    (p) => {
      p.onRedirect = (answer) => answer.set('iss', 'https://evil.example')
    },
    'error=auth_failed&reason=token_exchange',
  ],
  [
    'names no issuer although the provider announces one',
    (p) => {
      p.onRedirect = (answer) => answer.delete('iss')
    },
    'error=auth_failed&reason=token_exchange',
  ],
  [
    'has two codes',
    (p) => {
      p.onRedirect = (answer) => answer.append('code', 'second')
    },
    'error=auth_failed&reason=token_exchange',
  ],
  [
    'has no code',
    (p) => {
      p.onRedirect = (answer) => answer.delete('code')
    },
    'error=invalid_request',
  ],
  [
    'has two states',
    (p) => {
      p.onRedirect = (answer) => answer.append('state', 'second')
    },
    'error=invalid_request',
  ],
  [
    'has no state',
    (p) => {
      p.onRedirect = (answer) => answer.delete('state')
    },
    'error=invalid_request',
  ],
  [
    'has an error and no state',
    (p) => {
      p.onRedirect = (answer) => {
        answer.delete('state')
        answer.set('error', 'access_denied')
      }
    },
    'error=oauth_failed&reason=access_denied',
  ],
  [
    'is an error',
    (p) => {
      p.onRedirect = (answer) => {
        answer.delete('code')
        answer.set('error', 'access_denied')
      }
    },
    'error=oauth_failed&reason=access_denied',
  ],
  [
    'is an error with markup in its name',
    (p) => {
      p.onRedirect = (answer) => {
        answer.delete('code')
        answer.set('error', '<script>alert(1)</script>')
      }
    },
    'error=oauth_failed&reason=unknown',
  ],
  [
    'brings tokens in the URL',
    (p) => {
      p.onRedirect = (answer) => answer.set('id_token', 'x.y.z')
    },
    'error=auth_failed&reason=token_exchange',
  ],
]

test.each(ANSWER_FAULTS)('an answer that %s signs nobody in', async (_title, change, search) => {
  change(evil)
  const { landing, me } = await signIn()
  expect(landing.search).toBe(`?${search}`)
  expect(me).toEqual({})
})

const TOKEN_FAULTS: readonly [string, (evil: HostileProvider) => void][] = [
  [
    'answers with an error',
    (p) => {
      p.onTokens = () => ({
        status: 400,
        json: { error: 'invalid_grant', error_description: 'secret detail' },
      })
    },
  ],
  [
    'answers with an error and status 200',
    (p) => {
      p.onTokens = () => ({ json: { error: 'bad_verification_code' } })
    },
  ],
  [
    'fails',
    (p) => {
      p.onTokens = () => ({ status: 500, text: 'secret detail', type: 'text/plain' })
    },
  ],
  [
    'answers with something that is no JSON',
    (p) => {
      p.onTokens = () => ({ text: '<html>secret detail' })
    },
  ],
  [
    'answers with a list',
    (p) => {
      p.onTokens = () => ({ json: ['secret detail'] })
    },
  ],
  [
    'answers with half of it',
    (p) => {
      p.onTokens = (body) => ({ text: JSON.stringify(body).slice(0, 60) })
    },
  ],
  [
    'answers with no access token',
    (p) => {
      p.onTokens = (body) => {
        delete body.access_token
        return undefined
      }
    },
  ],
  [
    'answers with a token of another type',
    (p) => {
      p.onTokens = (body) => {
        body.token_type = 'mac'
        return undefined
      }
    },
  ],
  [
    'answers with a lifetime that is no number',
    (p) => {
      p.onTokens = (body) => {
        body.expires_in = 'soon'
        return undefined
      }
    },
  ],
  [
    'answers with more than 256 KiB',
    (p) => {
      p.onTokens = (body) => {
        body.padding = 'x'.repeat(300_000)
        return undefined
      }
    },
  ],
  [
    'sends the client elsewhere',
    (p) => {
      p.onRequest = (path) => (path === '/token' ? { status: 307, json: {} } : undefined)
    },
  ],
  [
    'hangs up',
    (p) => {
      p.onRequest = (path) => (path === '/token' ? 'drop' : undefined)
    },
  ],
]

test.each(TOKEN_FAULTS)('a token endpoint that %s signs nobody in', async (_title, change) => {
  change(evil)
  const { landing, me } = await signIn()
  expect(landing.href).toBe(`${shop.origin}/?error=auth_failed&reason=token_exchange`)
  expect(me).toEqual({})
})

test('a token endpoint that does not answer is given up after ten seconds', async () => {
  evil.onRequest = (path) => (path === '/token' ? 'hang' : undefined)
  const begun = performance.now()
  const { landing } = await signIn()
  expect(landing.search).toBe('?error=auth_failed&reason=token_exchange')
  // Ten of them, and what the machine does besides.
  expect(performance.now() - begun).toBeLessThan(30_000)
})

test('a key set that cannot be had signs nobody in, however good the token may be', async () => {
  const fresh = await startApp({
    oauth: {
      providers: {
        acme: { provider: 'oidc', issuer: evil.origin, clientId: 'shop', clientSecret: 's' },
      },
    },
  })
  evil.onRequest = (path) => (path === '/jwks' ? { status: 503, json: {} } : undefined)
  const page = await createBrowser().follow(`${fresh.origin}/oauth/acme/login`)
  expect(new URL(page.url).search).toBe('?error=auth_failed&reason=token_exchange')
  await fresh.close()
})

test('the code of one provider is not sent to another: its state is refused there', async () => {
  const both = await startApp({
    oauth: {
      providers: {
        acme: { provider: 'oidc', issuer: evil.origin, clientId: 'shop', clientSecret: 's' },
        honest: { provider: 'oidc', issuer: evil.origin, clientId: 'shop', clientSecret: 's' },
      },
    },
  })
  const browser = createBrowser()
  const start = await browser.get(`${both.origin}/oauth/acme/login`)
  const answer = (await browser.get(start.location ?? '')).location ?? ''
  evil.requests.length = 0
  const page = await browser.get(answer.replace('/oauth/acme/', '/oauth/honest/'))
  expect(page.location).toBe(`${both.origin}/?error=auth_failed&reason=csrf`)
  expect(evil.requests).toEqual([])
  await both.close()
})

test('no log line of all that holds a token, a code, a state or the answer of the provider', async () => {
  let secrets: string[] = []
  evil.onTokens = (body, form) => {
    secrets = [
      String(body.access_token),
      String(body.id_token),
      String(form.get('code')),
      String(form.get('code_verifier')),
    ]
    body.id_token = `${body.id_token}x`
    return undefined
  }
  const browser = createBrowser()
  const start = await browser.get(`${shop.origin}/oauth/acme/login`)
  const state = new URL(start.location ?? '').searchParams.get('state') ?? ''
  await browser.follow(start.location ?? '')
  const log = shop.log.join('')
  expect(log).toContain('a sign-in failed')
  expect(secrets).toHaveLength(4)
  for (const secret of [...secrets, state, 'a-client-secret']) expect(log).not.toContain(secret)
})
