/** An issuer with plain http was accepted off loopback. */
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'

const PROVIDER = { provider: 'google', clientId: 'x', clientSecret: 'y' }

function read(mcp: object, origin = 'https://shop.example') {
  const redirectUri = `${origin}/oauth/callback`
  return readConfig(
    { redirectUri, providers: { google: PROVIDER }, mcp: { enabled: true, ...mcp } },
    {},
  )
}

function problemOf(mcp: object): string {
  try {
    read({ issuer: 'https://shop.example', ...mcp })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  'http://shop.example',
  'http://10.0.0.1',
  'http://127.0.0.1.evil.example',
  'ftp://shop.example',
  'shop.example',
  'https://shop.example/path',
  'https://shop.example?x=1',
  'https://shop.example/#x',
  'https://user@shop.example',
  '',
])('the issuer %s stops the start', (issuer) =>
  expect(problemOf({ issuer })).toContain('mcp.issuer'),
)

test.each([
  ['https://shop.example/', 'https://shop.example'],
  ['https://Shop.example', 'https://shop.example'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://localhost:3000', 'http://localhost:3000'],
])('the issuer %s is good', (issuer, canonical) => {
  expect(read({ issuer }, canonical).mcp).toMatchObject({
    issuer: canonical,
    resource: `${canonical}/mcp`,
  })
})

test('an issuer of another origin than people come back to stops the start, since no sign-in could be finished', () => {
  const start = () => read({ issuer: 'http://127.0.0.1:3000' }, 'http://localhost:3000')
  expect(start).toThrow(
    'mcp.issuer is http://127.0.0.1:3000, but people come back to http://localhost:3000 (redirectUri): use one origin for both',
  )
  const redirectUri = 'https://other.example/oauth/callback'
  const both = (providers: string) => () =>
    readConfig(
      {
        redirectUri: 'https://shop.example/oauth/callback',
        providers: { google: PROVIDER, elsewhere: { ...PROVIDER, redirectUri } },
        mcp: { enabled: true, issuer: 'https://shop.example', providers },
      },
      {},
    )
  expect(both('elsewhere')).toThrow('https://other.example (providers.elsewhere.redirectUri)')
  expect(both('google')).not.toThrow()
})

describe('other settings that stop the start, each with its path', () => {
  test.each<[string, object, string]>([
    ['no issuer', { issuer: undefined }, 'mcp.issuer'],
    ['a resource with plain http', { resource: 'http://shop.example/mcp' }, 'mcp.resource'],
    ['a resource with a query', { resource: 'https://shop.example/mcp?x' }, 'mcp.resource'],
    ['an unknown provider', { providers: ['github'] }, 'mcp.providers'],
    [
      'an empty list of hosts',
      { dynamicClientRegistration: { allowedRedirectUriHosts: [] } },
      'mcp.dynamicClientRegistration.allowedRedirectUriHosts',
    ],
    [
      'an empty initial access token',
      { dynamicClientRegistration: { initialAccessToken: '' } },
      'mcp.dynamicClientRegistration.initialAccessToken',
    ],
    [
      'an empty list of document hosts',
      { clientIdMetadataDocuments: { allowedHosts: [] } },
      'mcp.clientIdMetadataDocuments.allowedHosts',
    ],
    [
      'tokens without people for everybody',
      { clientCredentials: { enabled: true } },
      'mcp.clientCredentials',
    ],
    ['an algorithm that is none', { signingAlgorithm: 'HS256' }, 'mcp.signingAlgorithm'],
    ['an access token for a week', { accessTokenTtl: 604_800 }, 'mcp.accessTokenTtl'],
    ['a scope that is none', { scopes: { 'a b': 'x' } }, 'mcp.scopes.a b'],
    [
      'a scope that includes an unknown one',
      { scopes: { a: { description: 'x', includes: ['b'] } } },
      'mcp.scopes.a.includes',
    ],
    [
      'a scope that includes a name that every object has',
      { scopes: { a: { description: 'x', includes: ['constructor'] } } },
      'mcp.scopes.a.includes',
    ],
    ['an unknown default scope', { scopes: { a: 'x' }, defaultScope: 'b' }, 'mcp.defaultScope'],
    [
      'a client without a redirect URI',
      { clients: { robot: {} } },
      'mcp.clients.robot.redirectUris',
    ],
    [
      'a client with plain http',
      { clients: { robot: { redirectUris: ['http://robot.example/cb'] } } },
      'mcp.clients.robot.redirectUris',
    ],
    [
      'a short client secret',
      { clients: { robot: { clientSecret: 'short', redirectUris: ['https://a.example/'] } } },
      'mcp.clients.robot.clientSecret',
    ],
    [
      'client_credentials without a key',
      { clients: { robot: { grantTypes: ['client_credentials'] } } },
      'mcp.clients.robot.jwks',
    ],
    [
      'keys of a client at plain http',
      { clients: { robot: { jwksUri: 'http://robot.example/', redirectUris: [] } } },
      'mcp.clients.robot.jwksUri',
    ],
    [
      'a private key of a client',
      {
        clients: { robot: { redirectUris: [], jwks: { keys: [{ kty: 'OKP', x: 'a', d: 'b' }] } } },
      },
      'mcp.clients.robot.jwks must hold public keys only',
    ],
    [
      'a client with a secret and with keys',
      { clients: { robot: { clientSecret: 'x'.repeat(32), jwksUri: 'https://a.example/' } } },
      'mcp.clients.robot has more than one of clientSecret, jwks and jwksUri',
    ],
    [
      'an initial access token that no header can carry',
      { dynamicClientRegistration: { initialAccessToken: 'let me in! '.repeat(3) } },
      'mcp.dynamicClientRegistration.initialAccessToken',
    ],
    [
      'an initial access token that can be guessed',
      { dynamicClientRegistration: { initialAccessToken: 'x'.repeat(31) } },
      'mcp.dynamicClientRegistration.initialAccessToken',
    ],
    [
      'an allowed host that is a URL',
      { dynamicClientRegistration: { allowedRedirectUriHosts: ['https://app.example'] } },
      'mcp.dynamicClientRegistration.allowedRedirectUriHosts names "https://app.example"',
    ],
    [
      'a scheme of browsers as the scheme of an app',
      { dynamicClientRegistration: { customSchemes: ['javascript'] } },
      'mcp.dynamicClientRegistration.customSchemes names "javascript"',
    ],
    [
      'schemes of apps that are listed and turned off',
      { dynamicClientRegistration: { customSchemes: 'robot', allowCustomSchemes: false } },
      'mcp.dynamicClientRegistration.allowCustomSchemes',
    ],
    ['a setting that is none', { isuer: 'https://shop.example' }, 'mcp.isuer'],
  ])('%s', (_title, settings, path) => expect(problemOf(settings)).toContain(path))

  test('all at once', () => {
    const problem = problemOf({ resource: 'nonsense', providers: ['x'], defaultScope: '"' })
    for (const path of ['mcp.resource', 'mcp.providers', 'mcp.defaultScope'])
      expect(problem).toContain(path)
  })
})
