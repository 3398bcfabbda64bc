// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the settings are written
import oauth, {
  checkOptions,
  listIssuers,
  OAUTH_ERROR_CODES,
  OAuthError,
  type OAuthOptions,
} from '@entrepot/oauth'
import { memoryStore } from '@entrepot/oauth/memory'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import Fastify from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../src/config/read-config.ts'
import { callbackUrl } from '../src/providers/callback-url.ts'
import { providerTitle } from '../src/providers/strategies/table.ts'
import { SECRET, startApp } from './support/app.ts'

const GOOGLE = { clientId: 'id', clientSecret: 'secret' }
const GOOD = {
  redirectUri: 'https://shop.example/oauth/callback',
  secret: SECRET,
  providers: { google: GOOGLE },
}

function problemsOf(options: object, env: NodeJS.ProcessEnv = {}): Record<string, string> {
  try {
    readConfig(options, env)
    return {}
  } catch (error) {
    if (!OAuthError.is(error)) throw error
    expect(error.code).toBe('OAUTH_CONFIG')
    return Object.fromEntries(error.problems.map(({ path, message }) => [path, message]))
  }
}

const provider = (settings: object) => ({
  ...GOOD,
  providers: { acme: { ...GOOGLE, ...settings } },
})

test('good options have no problems', () => {
  expect(problemsOf(GOOD)).toEqual({})
})

test.each<[string, object, string, RegExp]>([
  [
    'emailFrom: userinfo for GitHub',
    provider({ provider: 'github', emailFrom: 'userinfo' }),
    'providers.acme.emailFrom',
    /must not be userinfo for github/,
  ],
  [
    'emailFrom: userinfo for Entra ID',
    provider({ provider: 'azure', emailFrom: 'userinfo' }),
    'providers.acme.emailFrom',
    /must not be userinfo for azure/,
  ],
  [
    'emailFrom: userinfo beside a function that replaces it',
    provider({ provider: 'google', emailFrom: 'userinfo', getUserInfo: async () => ({}) }),
    'providers.acme.emailFrom',
    /together with getUserInfo/,
  ],
  [
    'emailFrom: userinfo without an endpoint',
    provider({
      provider: 'oidc',
      emailFrom: 'userinfo',
      issuer: 'https://id.example',
      authorizationUrl: 'https://id.example/a',
      tokenUrl: 'https://id.example/t',
      jwksUri: 'https://id.example/k',
    }),
    'providers.acme.emailFrom',
    /set userInfoUrl as well/,
  ],
  [
    'another emailFrom',
    provider({ provider: 'google', emailFrom: 'profile' }),
    'providers.acme.emailFrom',
    /id_token.*userinfo/,
  ],
  [
    'no redirectUri',
    { ...GOOD, redirectUri: undefined },
    'redirectUri',
    /is required: set it to the public origin/,
  ],
  [
    'a redirectUri that is no URL',
    { ...GOOD, redirectUri: 'shop.example' },
    'redirectUri',
    /give an absolute URL/,
  ],
  [
    'a redirectUri with another path',
    { ...GOOD, redirectUri: 'https://shop.example/' },
    'redirectUri',
    /must end in \/oauth\/callback/,
  ],
  [
    'a redirectUri over http',
    { ...GOOD, redirectUri: 'http://shop.example/oauth/callback' },
    'redirectUri',
    /use https/,
  ],
  [
    'a redirectUri with a password',
    { ...GOOD, redirectUri: 'https://a:b@shop.example/oauth/callback' },
    'redirectUri',
    /user name or password/,
  ],
  ['a short secret', { ...GOOD, secret: 'short' }, 'secret', /at least 32 characters/],
  [
    'a short secret in the list',
    { ...GOOD, secret: [SECRET, 'short'] },
    'secret',
    /at least 32 characters/,
  ],
  ['an empty list of secrets', { ...GOOD, secret: [] }, 'secret', /at least 32 characters/],
  ['a misspelt option', { ...GOOD, redirectURI: 'x' }, 'redirectURI', /is not a setting/],
  [
    'a misspelt setting',
    provider({ provider: 'google', clientID: 'x' }),
    'providers.acme.clientID',
    /is not a setting/,
  ],
  [
    'a setting of another type',
    provider({ provider: 'google', clientId: 7 }),
    'providers.acme.clientId',
    /must be text/,
  ],
  ['debug that is a text', { ...GOOD, debug: 'yes' }, 'debug', /must be true or false/],
  [
    'a template that does not exist',
    provider({ provider: 'facebook' }),
    'providers.acme.provider',
    /set one of github, google/,
  ],
  [
    'a name that is no template',
    provider({}),
    'providers.acme.provider',
    /set one of github, google/,
  ],
  [
    'the name mcp',
    { ...GOOD, providers: { mcp: { ...GOOGLE, provider: 'google' } } },
    'providers.mcp',
    /that path is taken/,
  ],
  [
    'the name test',
    { ...GOOD, providers: { Test: { ...GOOGLE, provider: 'google' } } },
    'providers.Test',
    /that path is taken/,
  ],
  [
    'a name with a dot',
    { ...GOOD, providers: { 'a.b': { ...GOOGLE, provider: 'google' } } },
    'providers.a.b',
    /letters, digits, - and _/,
  ],
  [
    'a long name',
    { ...GOOD, providers: { ['a'.repeat(129)]: { ...GOOGLE, provider: 'google' } } },
    `providers.${'a'.repeat(129)}`,
    /at most 128/,
  ],
  [
    'oidc without an issuer',
    provider({ provider: 'oidc' }),
    'providers.acme.issuer',
    /is required/,
  ],
  [
    'an issuer over http',
    provider({ provider: 'oidc', issuer: 'http://id.example' }),
    'providers.acme.issuer',
    /use https; for a provider on this machine set allowPrivateProviders/,
  ],
  [
    'a list of issuers of a provider that is discovered',
    provider({ provider: 'oidc', issuer: ['https://a.example', 'https://b.example'] }),
    'providers.acme.issuer',
    /must be one issuer, .* a list needs authorizationUrl, tokenUrl and jwksUri/,
  ],
  [
    'two addresses of the key set',
    provider({ provider: 'google', jwksUri: 'https://a.example', jwksUrl: 'https://b.example' }),
    'providers.acme.jwksUrl',
    /differs from jwksUri/,
  ],
  [
    'an address of the key set over http',
    provider({ provider: 'google', jwksUrl: 'http://a.example' }),
    'providers.acme.jwksUri',
    /use https/,
  ],
  [
    'an issuer over http on loopback',
    provider({ provider: 'oidc', issuer: 'http://localhost:9' }),
    'providers.acme.issuer',
    /allowPrivateProviders/,
  ],
  [
    'an issuer over http elsewhere, with private providers allowed',
    {
      ...provider({ provider: 'generic', issuer: 'http://10.0.0.1' }),
      allowPrivateProviders: true,
    },
    'providers.acme.issuer',
    /or http on loopback/,
  ],
  [
    'a token endpoint over http',
    provider({ provider: 'github', tokenUrl: 'http://x.example/' }),
    'providers.acme.tokenUrl',
    /use https/,
  ],
  [
    'auth0 without a domain',
    provider({ provider: 'auth0' }),
    'providers.acme.domain',
    /is required: give a domain that ends in \.auth0\.com/,
  ],
  [
    "auth0 with a domain of one's own",
    provider({ provider: 'auth0', domain: 'login.acme.example' }),
    'providers.acme.domain',
    /use provider: oidc/,
  ],
  [
    'okta with an address',
    provider({ provider: 'okta', domain: '10.0.0.1' }),
    'providers.acme.domain',
    /ends in \.okta\.com/,
  ],
  [
    'a check every millisecond',
    provider({ provider: 'google', tokenValidationInterval: 1 }),
    'providers.acme.tokenValidationInterval',
    /1000/,
  ],
  [
    'getUserInfo that is a text',
    provider({ provider: 'google', getUserInfo: 'x' }),
    'providers.acme.getUserInfo',
    /must be a function/,
  ],
  ['options that are a list', [], '', /must be a group of settings/],
])('%s is a problem that names the setting and the fix', (_title, options, path, message) => {
  expect(problemsOf(options)[path]).toMatch(message)
})

test('all problems are reported together, in the message too', () => {
  const options = {
    redirectUri: '${MISSING}/oauth/callback',
    secret: '${ALSO}',
    providers: { google: { clientId: '${ID}', clientSecret: 'x' } },
  }
  expect(problemsOf(options, { ID: 'x' })).toEqual({
    redirectUri:
      'needs the environment variable MISSING, which is not set. Set it, or write the value here',
    secret:
      'needs the environment variable ALSO, which is not set. Set it, or write the value here',
  })
  const bad = {
    ...GOOD,
    secret: 'short',
    providers: { a: { ...GOOGLE }, b: { ...GOOGLE, provider: 'oidc' } },
  }
  expect(Object.keys(problemsOf(bad)).sort()).toEqual([
    'providers.a.provider',
    'providers.b.issuer',
    'secret',
  ])
  const lines = () => readConfig(bad, {})
  expect(lines).toThrow(
    /^The options of @entrepot\/oauth have issues:\n {2}- providers\.a\.provider is "a"(.|\n)*\n {2}- secret must have/,
  )
})

test('issues of spelling, of types, of rules and of the environment are reported in one go', () => {
  const options = {
    redirectURI: 'x',
    debug: 'yes',
    secret: '${MISSING}',
    redirectUri: 'https://shop.example/oauth/callback',
    providers: { acme: { ...GOOGLE, provider: 'oidc' }, google: { ...GOOGLE, scope: 7 }, list: [] },
  }
  expect(Object.keys(problemsOf(options)).sort()).toEqual([
    'debug',
    'providers.acme.issuer',
    'providers.google.scope',
    'providers.list',
    'redirectURI',
    'secret',
  ])
})

test('twenty issues at once are all named, and no rule runs on a value of another type', () => {
  const unknown = Array.from({ length: 12 }, (_, index) => `unknown${index}`)
  const options = {
    ...GOOD,
    ...Object.fromEntries(unknown.map((name) => [name, 1])),
    issuer: 'https://shop.example',
    providers: {
      google: { ...GOOGLE, emailDomains: ['a.example', 4] },
      acme: { ...GOOGLE, provider: 'oidc' },
    },
    mcp: {
      enabled: true,
      issuer: 'https://shop.example',
      resource: 5,
      defaultScope: 4,
      signingAlgorithm: 'HS256',
      scopes: { a: {} },
      clients: { 'https://a.example/b': { redirectUris: [4] }, robot: { jwks: { keys: [] } } },
    },
  }
  expect(Object.keys(problemsOf(options)).sort()).toEqual(
    [
      ...unknown,
      'issuer',
      'mcp.clients.https://a.example/b.redirectUris.0',
      'mcp.clients.robot.jwks.keys',
      'mcp.clients.robot.redirectUris',
      'mcp.defaultScope',
      'mcp.resource',
      'mcp.scopes.a.description',
      'mcp.signingAlgorithm',
      'providers.acme.issuer',
      'providers.google.emailDomains.1',
    ].sort(),
  )
})

test('an idle lifetime of refresh tokens is within their lifetime at all, and a client lives longer than it', () => {
  const read = (mcp: object) =>
    readConfig({ ...GOOD, mcp: { enabled: true, issuer: 'https://shop.example', ...mcp } }, {}).mcp
  const day = 86_400
  expect(read({})).toMatchObject({
    refreshTokenTtl: 365 * day,
    refreshTokenIdleTtl: 90 * day,
    refreshGrace: 300,
    registration: { unusedClientTtl: undefined },
  })
  expect(read({ refreshTokenTtl: 30 * day })).toMatchObject({ refreshTokenIdleTtl: 30 * day })
  expect(read({ refreshTokenIdleTtl: day })).toMatchObject({
    registration: { unusedClientTtl: undefined },
  })
  const mcp = { enabled: true, issuer: 'https://shop.example' }
  const lives = { refreshTokenTtl: day, refreshTokenIdleTtl: day + 1 }
  expect(problemsOf({ ...GOOD, mcp: { ...mcp, ...lives } })).toEqual({
    'mcp.refreshTokenIdleTtl': 'is longer than refreshTokenTtl, which is 86400',
  })
  const registered = (unusedClientTtl: number) => ({
    ...mcp,
    refreshTokenIdleTtl: 9 * day,
    dynamicClientRegistration: { unusedClientTtl },
  })
  expect(problemsOf({ ...GOOD, mcp: registered(10 * day - 1) })).toEqual({
    'mcp.dynamicClientRegistration.unusedClientTtl': `ends clients before their refresh tokens: give ${10 * day} or more, which is 10/9 of refreshTokenIdleTtl, or lower that`,
  })
  expect(read(registered(10 * day))).toMatchObject({ registration: { unusedClientTtl: 10 * day } })
  expect(problemsOf({ ...GOOD, mcp: { refreshGrace: 604_801 } })).toHaveProperty([
    'mcp.refreshGrace',
  ])
})

test('origins and dates of client assertions are checked', () => {
  const privateKeyJwt = {
    jwksUriAllowedOrigins: [
      'http://keys.example',
      'https://keys.example/path',
      'https://ok.example',
    ],
    tokenEndpointAudience: { clientIds: 'robot', expiresAt: 'soon' },
  }
  const mcp = { enabled: true, issuer: 'https://shop.example' }
  const documents = { clientIdMetadataDocuments: { privateKeyJwt } }
  const path = 'mcp.clientIdMetadataDocuments.privateKeyJwt'
  expect(Object.keys(problemsOf({ ...GOOD, mcp: { ...mcp, ...documents } })).toSorted()).toEqual([
    `${path}.jwksUriAllowedOrigins`,
    `${path}.tokenEndpointAudience.expiresAt`,
  ])
})

test('a scope that is not in mcp.scopes is a problem wherever it is named', () => {
  const mcp = {
    enabled: true,
    issuer: 'https://shop.example',
    scopes: { read: { description: 'Read', includes: ['one'] } },
    defaultScope: 'read two',
    allowedScopes: { 'app.example': 'three', robot: 'read offline_access' },
    clients: { robot: { redirectUris: ['https://app.example/cb'], scope: 'read four' } },
  }
  expect(problemsOf({ ...GOOD, mcp })).toEqual({
    'mcp.scopes.read.includes': 'names one, which is not in scopes',
    'mcp.defaultScope': 'names two, which is not in scopes',
    'mcp.allowedScopes.app.example': 'names three, which is not in scopes',
    'mcp.clients.robot.scope': 'names four, which is not in scopes',
  })
})

test.each([
  ['postLoginRedirect', '//evil.example'],
  ['postLoginRedirect', 'javascript:alert(1)'],
  ['postLoginRedirect', '/a\r\nset-cookie: b'],
  ['postLogoutRedirect', 'data:text/html,x'],
  ['providers.google.postLoginRedirect', 'https://'],
])('%s cannot be %j', (path, text) => {
  const [, name, setting] = path.split('.')
  const providers = { google: { ...GOOGLE, ...(name && { [setting ?? '']: text }) } }
  const problems = problemsOf({ ...GOOD, ...(!name && { [path]: text }), providers })
  expect(Object.keys(problems)).toEqual([path])
  expect(problems[path]).toMatch(/give a path such as \/welcome, or an absolute URL/)
})

test('a landing page is made fit for a redirect', () => {
  const read = (postLoginRedirect: string) =>
    readConfig({ ...GOOD, postLoginRedirect }, {}).providers.get('google')?.postLoginRedirect
  expect(read('/wüst?a=ä#ö')).toBe('/w%C3%BCst?a=%C3%A4#%C3%B6')
  expect(read('welcome')).toBe('/welcome')
  expect(read('https://app.example')).toBe('https://app.example/')
})

test('a choice is refused with what may be chosen', () => {
  expect(problemsOf({ ...GOOD, mcp: { signingAlgorithm: 'HS256' } })).toEqual({
    'mcp.signingAlgorithm': 'must be one of ES256, RS256, EdDSA',
  })
  expect(problemsOf({ ...GOOD, signInRateLimit: 'none' })).toEqual({
    signInRateLimit: 'must be a whole number or false',
  })
})

test('a missing redirectUri is named with the providers that need it', () => {
  const { redirectUri: _, ...without } = GOOD
  const providers = { google: GOOGLE, github: GOOGLE, idle: { provider: 'google' } }
  expect(problemsOf({ ...without, providers })).toEqual({
    redirectUri:
      'is required: set it to the public origin of the application followed by /oauth/callback (providers: google, github)',
  })
})

test('a redirectUri that providers share is named once, and hides no problem of theirs', () => {
  const providers = { google: GOOGLE, okta: GOOGLE, acme: { ...GOOGLE, provider: 'oidc' } }
  const lines = () => readConfig({ ...GOOD, redirectUri: 'https://shop.example/', providers }, {})
  expect(lines).toThrow(
    /^[^\n]*\n {2}- redirectUri is .*\n {2}- providers\.okta\.domain .*\n {2}- providers\.acme\.issuer [^\n]*$/,
  )
  const own = { ...GOOGLE, redirectUri: 7 }
  expect(Object.keys(problemsOf({ secret: SECRET, providers: { google: own } }))).toEqual([
    'providers.google.redirectUri',
  ])
})

test('a problem of one provider hides none of another', () => {
  const options = {
    ...GOOD,
    providers: {
      one: { ...GOOGLE, provider: 'oidc', issuer: 7 },
      other: { ...GOOGLE, provider: 'oidc', issuer: 'http://id.example' },
    },
  }
  expect(Object.keys(problemsOf(options))).toEqual([
    'providers.one.issuer',
    'providers.other.issuer',
  ])
})

test('a provider may be named like a property of every object', () => {
  const { 'providers.constructor.provider': message } = problemsOf({
    ...GOOD,
    providers: { constructor: GOOGLE },
  })
  expect(message).toMatch(/set one of github/)
})

test('an empty list of issuers is a problem', () => {
  expect(problemsOf(provider({ provider: 'oidc', issuer: [] }))).toHaveProperty([
    'providers.acme.issuer',
  ])
})

test.each([
  ['redirectURI', { redirectURI: 'x' }, 'redirectUri'],
  ['post_login_redirect', { post_login_redirect: '/' }, undefined],
  ['providers.acme.clientID', provider({ provider: 'google', clientID: 'x' }), 'clientId'],
  ['providers.acme.usernameclaim', provider({ usernameclaim: 'x' }), 'usernameClaim'],
  ['mcp.enabeld', { mcp: { enabeld: true } }, 'enabled'],
  ['mcp.scopes.read.descripton', { mcp: { scopes: { read: { descripton: 'x' } } } }, 'description'],
  ['mcp.clients.https://a/b.jkws', { mcp: { clients: { 'https://a/b': { jkws: {} } } } }, 'jwks'],
  ['x', { x: 1 }, undefined],
])('a misspelt name is told the setting that it is like: %s', (path, options, name) => {
  const found = name === undefined ? /^is not a setting(?!.*Did you mean)/ : `Did you mean ${name}?`
  const problems = new Map(Object.entries(problemsOf({ ...GOOD, ...options })))
  expect(problems.get(path)).toMatch(found)
})

test('a problem never shows a secret', () => {
  expect(
    JSON.stringify(
      problemsOf({
        ...GOOD,
        secret: 'too-short',
        providers: { x: { clientId: 'i', clientSecret: 'hush-hush' } },
      }),
    ),
  ).not.toMatch(/too-short|hush-hush/)
})

describe('${NAME}', () => {
  test('is replaced anywhere in a text, in lists and in nested settings', () => {
    const env = { HOST: 'shop.example', ID: 'the-id', SECRET: 'the-secret', DOMAIN: 'acme.example' }
    const config = readConfig(
      {
        redirectUri: 'https://${HOST}/oauth/callback',
        secret: ['${ID}-${SECRET}-0123456789-0123456789'],
        providers: {
          google: { clientId: '${ID}', clientSecret: '${SECRET}', emailDomains: ['${DOMAIN}'] },
        },
      },
      env,
    )
    expect(config.providers.get('google')).toMatchObject({
      clientId: 'the-id',
      clientSecret: 'the-secret',
      redirectUri: 'https://shop.example/oauth/google/callback',
      settings: { emailDomains: ['acme.example'] },
    })
    expect(config.secrets).toEqual(['the-id-the-secret-0123456789-0123456789'])
  })

  test('gives switches and numbers too, and leaves texts as they are', () => {
    const env = { ON: 'true', OFF: 'false', MANY: '42', SECRET: '1'.repeat(40) }
    const options = {
      ...GOOD,
      secret: '${SECRET}',
      scope: '${ON}',
      debug: '${ON}',
      signInRateLimit: '${OFF}',
      cacheDynamicProviders: '${MANY}',
      providers: { google: { ...GOOGLE, providerLogout: '${OFF}', clientId: '${MANY}' } },
      mcp: { enabled: '${OFF}', accessTokenTtl: '${MANY}' },
    }
    for (const config of [
      readConfig(options, env),
      // As by a host that has replaced them.
      readConfig(
        JSON.parse(
          JSON.stringify(options).replace(
            /\$\{(\w+)\}/g,
            (_, name) => env[name as keyof typeof env],
          ),
        ),
        {},
        { substitute: false },
      ),
    ]) {
      expect(config).toMatchObject({
        debug: true,
        signInRateLimit: false,
        dynamicProviderTtl: 42,
        secrets: [env.SECRET],
        mcp: undefined,
        written: { scope: 'true', mcp: { accessTokenTtl: 42 } },
      })
      const google = { providerLogout: false, clientId: '42' }
      expect(config.providers.get('google')).toMatchObject(google)
    }
    for (const text of ['yes', 'TRUE', '1']) {
      expect(problemsOf({ ...GOOD, debug: '${X}' }, { X: text })).toEqual({
        debug: 'must be true or false',
      })
    }
  })

  test('is not looked for in what a variable holds', () => {
    const env = { SECRET: 'a$' + '{HOST}b-0123456789-0123456789-0123456789' }
    const text = 'a${HOME}b, at least thirty-two characters'
    const replaced = { ...GOOD, secret: text }
    expect(readConfig(replaced, {}, { substitute: false }).secrets).toEqual([text])
    expect(readConfig({ ...GOOD, secret: '${SECRET}' }, env).secrets).toEqual([env.SECRET])
  })

  test.each(['${}', '${a b}', '${1A}', '${a-b}'])('in a form such as %s is a problem', (text) => {
    expect(problemsOf({ ...GOOD, scope: text }).scope).toMatch(
      /without the name of an environment variable/,
    )
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'is not set just because every object has a %s',
    (name) => {
      expect(problemsOf({ ...GOOD, scope: `\${${name}}` }, process.env).scope).toMatch(/is not set/)
    },
  )

  test('that is set to nothing is a problem, and no provider that is silently off', () => {
    const google = { clientId: 'id', clientSecret: '${SECRET}' }
    expect(problemsOf({ ...GOOD, providers: { google } }, { SECRET: '' })).toEqual({
      'providers.google.clientSecret': expect.stringContaining('SECRET, which is empty'),
    })
  })

  test('is written as $${NAME}', () => {
    const { written } = readConfig({ ...GOOD, scope: 'a $${HOME}' }, {})
    expect(written.scope).toBe('a ${HOME}')
  })
})

test('a provider without credentials, or with empty ones, is inactive', () => {
  const config = readConfig(
    { ...GOOD, providers: { google: { clientId: '', clientSecret: '' }, github: {} } },
    {},
  )
  expect([config.providers.size, config.inactive]).toEqual([0, ['google', 'github']])
})

test.each([
  ['github', 'GitHub'],
  ['Google', 'Google'],
  ['microsoft', 'Microsoft'],
  ['acme', 'acme'],
  ['constructor', 'constructor'],
])('people read %s as %s', (name, title) => {
  expect(providerTitle(name)).toBe(title)
})

test.each([
  ['https://shop.example/oauth/callback', 'https://shop.example/oauth/acme/callback'],
  ['https://shop.example/oauth', 'https://shop.example/oauth/acme/callback'],
  ['https://shop.example/oauth/callback/', 'https://shop.example/oauth/acme/callback/'],
  ['https://shop.example/oauth/callback?a=1', 'https://shop.example/oauth/acme/callback?a=1'],
  ['https://shop.example/base/oauth/callback', 'https://shop.example/base/oauth/acme/callback'],
  ['https://shop.example/oauth/acme/callback', 'https://shop.example/oauth/acme/callback'],
  ['https://shop.example/callback', undefined],
  ['https://shop.example/oauth/other/callback', undefined],
])('the redirect URI %s becomes %s', (redirectUri, expected) => {
  expect(callbackUrl(redirectUri, 'acme')).toBe(expected)
})

test.each([
  [
    'github',
    { baseUrl: 'https://github.acme.example/' },
    {
      tokenUrl: 'https://github.acme.example/login/oauth/access_token',
      userInfoUrl: 'https://github.acme.example/api/v3/user',
      issuers: undefined,
      usernameClaim: 'login',
    },
  ],
  [
    'github',
    {},
    {
      tokenUrl: 'https://github.com/login/oauth/access_token',
      emailsUrl: 'https://api.github.com/user/emails',
      scope: 'read:user user:email',
    },
  ],
  [
    'google',
    {},
    {
      issuers: ['https://accounts.google.com', 'accounts.google.com'],
      additionalParams: { access_type: 'offline', prompt: 'consent' },
    },
  ],
  [
    'AUTH0',
    { domain: 'Acme.eu.auth0.com' },
    {
      strategy: { name: 'auth0' },
      issuers: ['https://acme.eu.auth0.com/'],
      tokenUrl: 'https://acme.eu.auth0.com/oauth/token',
    },
  ],
  [
    'okta',
    { domain: 'acme.okta.com' },
    {
      issuers: ['https://acme.okta.com'],
      jwksUri: 'https://acme.okta.com/oauth2/v1/keys',
      roleClaim: 'groups',
      usernameClaim: 'preferred_username',
    },
  ],
  [
    'okta',
    { domain: 'acme.okta.com', issuer: 'https://acme.okta.com/oauth2/default' },
    {
      issuers: ['https://acme.okta.com/oauth2/default'],
      tokenUrl: 'https://acme.okta.com/oauth2/default/v1/token',
    },
  ],
  [
    'microsoft',
    {},
    {
      strategy: { name: 'azure' },
      issuers: [],
      tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    },
  ],
  [
    'generic',
    { issuer: 'https://id.example' },
    { strategy: { name: 'oidc' }, discoveryIssuer: 'https://id.example', tokenUrl: undefined },
  ],
])('the template %s with %j has its endpoints and claims', (name, settings, expected) => {
  const config = readConfig(provider({ provider: name, ...settings }), {})
  expect(config.providers.get('acme')).toMatchObject(expected)
})

describe('at start', () => {
  afterEach(() => vi.unstubAllEnvs())

  const start = async (options: OAuthOptions, withSession = true) => {
    const app = Fastify()
    if (withSession) await app.register(cookie).register(session, { secret: SECRET })
    await app.register(oauth, options)
    await app.ready()
    await app.close()
  }

  test('an application without sessions is told what to register', async () => {
    await expect(start(GOOD, false)).rejects.toMatchObject({
      code: 'OAUTH_NO_SESSION',
      message: expect.stringContaining('@fastify/session before it'),
    })
  })

  test('production refuses a made-up secret and a made-up store', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { secret: _, ...without } = GOOD
    await expect(start({ ...without, store: memoryStore() })).rejects.toThrow(
      /secret is required in production/,
    )
    await expect(start(GOOD)).rejects.toThrow(/store is required in production/)
    // With everything else that is wrong, in one go.
    await expect(start({ debug: 7, users: {} } as never)).rejects.toMatchObject({
      problems: [{ path: 'debug' }, { path: 'store' }, { path: 'users' }, { path: 'secret' }],
    })
    await start({ ...GOOD, store: memoryStore() })
  })

  test('production is warned, loudly, of debug endpoints', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const app = await startApp({ oauth: { ...GOOD, debug: true, store: memoryStore() } })
    await app.close()
    const line = app.log
      .map((one) => JSON.parse(one))
      .find(({ msg }) => /debug endpoints/.test(msg))
    expect(line).toMatchObject({ level: 50, msg: expect.stringContaining('IN PRODUCTION') })
  })

  test('an authorization server without an issuer is refused, and one that is off needs none', () => {
    expect(problemsOf({ ...GOOD, mcp: { enabled: true } })['mcp.issuer']).toMatch(/is required/)
    expect(problemsOf({ ...GOOD, mcp: { enabled: false } })).toEqual({})
  })

  test.each([
    ['store', () => {}],
    ['users', {}],
    ['http', { send: () => {} }],
    ['documentHttp', fetch],
  ])('%s of another kind is a problem like any other', async (path, given) => {
    await expect(start({ ...GOOD, [path]: given, debug: 7 } as never)).rejects.toMatchObject({
      code: 'OAUTH_CONFIG',
      problems: [{ path: 'debug' }, { path, message: expect.stringMatching(/^must /) }],
    })
  })

  test('a name of 128 characters works where the routes of the application take it, and stops the start elsewhere', async () => {
    const name = 'a'.repeat(128)
    const options = { ...GOOD, providers: { [name]: { ...GOOGLE, provider: 'google' } } }
    await expect(start(options)).rejects.toMatchObject({
      problems: [
        { path: `providers.${name}`, message: expect.stringContaining('maxParamLength: 128') },
      ],
    })
    const app = await startApp({
      oauth: options,
      fastify: { routerOptions: { maxParamLength: 128 } },
    })
    const { statusCode } = await app.app.inject(`/oauth/${name}/login`)
    await app.close()
    expect(statusCode).toBe(302)
  })

  test('an application that ignores trailing slashes or doubled ones is served', async () => {
    for (const fastify of [
      { routerOptions: { ignoreTrailingSlash: true } },
      { routerOptions: { ignoreDuplicateSlashes: true } },
      { ignoreTrailingSlash: true, routerOptions: { maxParamLength: 128 } },
    ]) {
      const mcp = { enabled: true, issuer: 'https://shop.example' }
      const app = await startApp({ oauth: { ...GOOD, mcp, debug: true }, fastify })
      for (const path of ['/oauth/google/callback', '/oauth/google/callback/']) {
        const { headers } = await app.app.inject(`${path}?error=access_denied`)
        expect(headers.location).toBe('/?error=oauth_failed&reason=access_denied')
      }
      await app.close()
    }
  })

  test('a host may pass on the name of the package', () => {
    expect(problemsOf({ ...GOOD, package: '@entrepot/oauth' })).toEqual({})
  })

  test('expired rows are deleted every few minutes, until the application closes', async () => {
    const store = memoryStore()
    const clean = vi.spyOn(store, 'clean')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const app = await startApp({ oauth: { ...GOOD, store } })
    for (const times of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(7.5 * 60_000)
      expect(clean.mock.calls.length).toBeGreaterThanOrEqual(times)
    }
    await app.close()
    const { length } = clean.mock.calls
    await vi.advanceTimersByTimeAsync(20 * 60_000)
    expect(clean.mock.calls).toHaveLength(length)
    vi.useRealTimers()
  })

  test('a store that cannot be prepared stops the start', async () => {
    const store = {
      ...memoryStore(),
      prepare: async () => Promise.reject(new OAuthError('OAUTH_STORE_RIGHT', 'no')),
    }
    await expect(start({ ...GOOD, store })).rejects.toMatchObject({ code: 'OAUTH_STORE_RIGHT' })
  })

  test('the plugin declares that it needs Fastify 5', () => {
    const meta = Object.getOwnPropertySymbols(oauth).map(
      (symbol) => (oauth as never as Record<symbol, unknown>)[symbol],
    )
    expect(meta).toContainEqual(
      expect.objectContaining({ name: '@entrepot/oauth', fastify: '>=5.0.0' }),
    )
  })
})

test('errors of every copy of the package are known', () => {
  expect(OAuthError.is(new OAuthError('OAUTH_SEAL', 'x'))).toBe(true)
  for (const value of [undefined, null, new Error('x'), { code: 'OAUTH_SEAL' }])
    expect(OAuthError.is(value)).toBe(false)
  expect(new Set(OAUTH_ERROR_CODES).size).toBe(OAUTH_ERROR_CODES.length)
})

describe('checkOptions', () => {
  test('names every problem without starting anything, and none of good options', async () => {
    expect(await checkOptions(GOOD)).toEqual([])
    const bad = { ...GOOD, colour: 'red', providers: { google: { ...GOOGLE, scpe: 'openid' } } }
    expect((await checkOptions(bad)).map(({ path }) => path)).toEqual([
      'colour',
      'providers.google.scpe',
    ])
  })

  test('tries the signing key too, which the start would refuse', async () => {
    const mcp = { enabled: true, issuer: 'https://shop.example', signingKeyPem: 'not a key' }
    const [problem] = await checkOptions({ ...GOOD, mcp })
    expect(problem).toMatchObject({ path: 'mcp.signingKeyPem' })
  })

  test('takes what looks like a placeholder for what it is where the host has replaced it', async () => {
    const odd = { ...GOOD, providers: { google: { ...GOOGLE, clientSecret: 'a${NOT_SET}' } } }
    expect(await checkOptions({ ...odd, substitute: false })).toEqual([])
    expect(await checkOptions(odd)).toMatchObject([{ path: 'providers.google.clientSecret' }])
  })
})

test('listIssuers says by which issuers accounts of the active providers are known', () => {
  const providers = {
    github: GOOGLE,
    google: GOOGLE,
    azure: { ...GOOGLE, tenantId: 'organizations' },
    acme: { ...GOOGLE, provider: 'oidc', issuer: 'https://id.acme.example' },
    off: { provider: 'oidc', issuer: 'https://id.off.example' },
  }
  const listed = listIssuers({ ...GOOD, providers })
  expect(listed.map(({ provider, issuers }) => [provider, ...issuers])).toEqual([
    ['github'],
    ['google', 'https://accounts.google.com', 'accounts.google.com'],
    ['azure', 'https://login.microsoftonline.com/<tenant>/v2.0'],
    ['acme', 'https://id.acme.example'],
  ])
  const consumers = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0'
  const company = 'https://login.microsoftonline.com/0f8fad5b-d9cb-469f-a165-70867728950e/v2.0'
  const known = ['', 'accounts.google.com', 'https://id.acme.example', consumers, company]
  expect(listed.map(({ accepts }) => known.filter(accepts))).toEqual([
    [''],
    ['accounts.google.com'],
    [company],
    ['https://id.acme.example'],
  ])
})
