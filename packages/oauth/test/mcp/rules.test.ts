/** Rules without a server: redirect URIs, scopes, refresh tokens. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  matchesRedirectUri,
  problemOfRedirectUri,
  readAllowedHost,
} from '../../src/mcp/redirect-uris.ts'
import { allowedScopes, grantableScopes } from '../../src/mcp/scope-limit.ts'
import { coversScopes, expandScopes, parseScope, refusedScopes } from '../../src/mcp/scopes.ts'
import { createRefreshTokens } from '../../src/mcp/token/refresh-tokens.ts'
import { isOtherLoopbackName } from '../../src/shared/urls.ts'

const ANY = { allowedHosts: undefined, customSchemes: 'known' } as const

describe('redirect URIs', () => {
  test.each([
    ['https://app.example/cb', 'https://app.example/cb', true],
    ['https://app.example/cb', 'https://app.example/cb/', false],
    ['https://app.example/cb', 'https://app.example/cb?x=1', false],
    ['https://app.example/cb', 'https://app.example:8443/cb', false],
    ['https://app.example/cb', 'https://APP.example/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:5555/cb', true],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:5555/cb', true],
    ['http://[::1]/cb', 'http://[::1]:5555/cb', true],
    ['http://localhost/cb', 'http://localhost:5555/cb', true],
    ['http://localhost/cb', 'http://127.0.0.1:5555/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:5555/other', false],
    ['http://127.0.0.1/cb', 'https://127.0.0.1:5555/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:5555@evil.example/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:5555\\@evil.example/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:5555/cb#x', false],
    ['cursor://app/cb', 'cursor://app/cb', true],
    ['cursor://app/cb', 'cursor://app/cb2', false],
  ])('registered %s, given %s: %s', (registered, given, matches) => {
    expect(matchesRedirectUri(given, [registered])).toBe(matches)
  })

  test('what matches leads to the host that was registered', () => {
    const registered = 'http://127.0.0.1/cb'
    fc.assert(
      fc.property(fc.string(), fc.nat(65_535), (text, port) => {
        for (const given of [text, `http://127.0.0.1:${port}${text}`, `${registered}${text}`]) {
          if (!matchesRedirectUri(given, [registered])) continue
          expect(new URL(given).hostname).toBe('127.0.0.1')
        }
      }),
    )
  })

  describe('allowed hosts bind every kind of redirect URI', () => {
    const hosts = [
      'app.example',
      'B\u00fccher.example:8443',
      'web.example:443',
      'localhost',
      '[::1]',
    ]
    const apps = ['Cursor://Anysphere.cursor-mcp', 'com.example.app://']
    const policy = {
      allowedHosts: [...hosts, ...apps].map((entry) => readAllowedHost(entry) ?? ''),
      customSchemes: 'any',
    } as const

    test.each([
      'https://app.example/cb',
      'https://app.example:443/cb',
      'https://web.example/cb',
      'https://xn--bcher-kva.example:8443/cb',
      'http://localhost:5555/cb',
      'http://[::1]:5555/cb',
      'cursor://anysphere.cursor-mcp/cb',
      'com.example.app:/cb',
    ])('%s is allowed', (uri) => {
      expect(problemOfRedirectUri(uri, policy, true)).toBeUndefined()
    })

    test.each([
      'https://evil.example/',
      'http://127.0.0.1/cb',
      'https://app.example:8443/cb',
      'https://xn--bcher-kva.example/cb',
      'cursor://evil/cb',
      'evil://app.example/cb',
      'evil://anysphere.cursor-mcp/cb',
      'com.example.app://app.example/cb',
      'com.evil.app:/cb',
    ])('%s is not', (uri) => {
      expect(problemOfRedirectUri(uri, policy, true)).toContain('allowed hosts')
    })

    test('nor is a list with an entry that could match nothing', () => {
      for (const entry of ['https://app.example', 'app.example/cb', 'u@app.example', 'a b', '://'])
        expect(readAllowedHost(entry)).toBeUndefined()
    })
  })

  test('without a list every host is allowed', () => {
    expect(problemOfRedirectUri('http://127.0.0.1/cb', ANY, true)).toBeUndefined()
  })
})

describe('scopes', () => {
  const scopes = new Map([
    ['read', { description: '', includes: [] }],
    ['write', { description: '', includes: ['read'] }],
    ['admin', { description: '', includes: ['write', 'loop'] }],
    ['loop', { description: '', includes: ['admin'] }],
  ])

  test('hierarchies are followed at any depth, and end though they run in circles', () => {
    expect([...expandScopes(['admin'], scopes)].toSorted()).toEqual([
      'admin',
      'loop',
      'read',
      'write',
    ])
    expect(coversScopes(['write'], ['read'], scopes)).toBe(true)
    expect(coversScopes(['read'], ['write'], scopes)).toBe(false)
    expect(coversScopes([], [], scopes)).toBe(true)
  })

  const client = (changes: object = {}) => ({
    clientId: 'robot',
    kind: 'registered' as const,
    redirectUris: ['https://app.example:8443/cb'],
    scope: undefined,
    ...changes,
  })
  const config = (
    changes: { readonly scopes?: undefined; readonly [name: string]: unknown } = {},
  ) => {
    const known = 'scopes' in changes ? changes.scopes : scopes
    const resource = { resource: '', name: undefined, scopes: known, defaultScopes: [] }
    return {
      scopes,
      resources: new Map([['', resource]]),
      defaultScopes: ['read'],
      allowedScopes: new Map(),
      registration: undefined,
      ...changes,
    }
  }

  test('only what is known can be had', () => {
    const grant = (wish?: string) => grantableScopes(wish, client(), config())?.granted
    expect(grant()).toEqual(['read'])
    expect(grant('  ')).toEqual(['read'])
    expect(grant('openid read')).toEqual(['read'])
    expect(grant('openid profile')).toBeUndefined()
    expect(grant('read offline_access')).toEqual(['read', 'offline_access'])
    const open = config({ scopes: undefined, defaultScopes: [] as string[] })
    expect(grantableScopes('any thing', client(), open)?.granted).toEqual(['any', 'thing'])
    expect(grantableScopes(undefined, client(), open)?.granted).toEqual([])
  })

  test('what is known, asked for by name and not allowed is withheld', () => {
    const withhold = (wish?: string) =>
      grantableScopes(wish, client({ scope: 'read' }), config({ defaultScopes: ['read', 'write'] }))
        ?.withheld
    expect(withhold('openid read write')).toEqual(['write'])
    expect(withhold('read offline_access')).toEqual([])
    expect(withhold()).toEqual([])
  })

  const open = { scopes: undefined }
  const limits = (...entries: [string, string[]][]) => ({ allowedScopes: new Map(entries) })
  test.each([
    ['nothing', {}, {}, undefined, 'admin loop read write'],
    ['nothing, without known scopes', {}, open, undefined, undefined],
    ['a registration', { scope: 'read' }, {}, undefined, 'read'],
    [
      'a registration, with what its scope includes',
      { scope: 'write' },
      {},
      undefined,
      'read write',
    ],
    ['a registration, without known scopes', { scope: 'a b' }, open, undefined, 'a b'],
    [
      'a registration for other servers',
      { scope: 'openid' },
      {},
      undefined,
      'admin loop read write',
    ],
    [
      'a document',
      { kind: 'document', clientId: 'https://x.example/c', scope: 'read openid' },
      {},
      undefined,
      'read',
    ],
    [
      'the configuration of the client',
      { kind: 'configured', scope: 'read' },
      {},
      undefined,
      'read',
    ],
    ['the operator, by id', {}, limits(['robot', ['write']]), undefined, 'read write'],
    ['the operator, by a host', {}, limits(['App.example', ['read']]), undefined, 'read'],
    [
      'the operator, by the host of a document',
      { kind: 'document', clientId: 'https://x.example/c' },
      limits(['x.example', ['read']]),
      undefined,
      'read',
    ],
    [
      'the operator, for another client',
      {},
      limits(['x.example', ['read']], ['Robot', []]),
      undefined,
      'admin loop read write',
    ],
    [
      'all of them',
      { scope: 'write' },
      limits(['robot', ['admin']], ['app.example', ['read']]),
      undefined,
      'read',
    ],
    [
      'limits that have nothing in common',
      { scope: 'b' },
      { ...open, ...limits(['robot', ['a']]) },
      undefined,
      '',
    ],
    ['the person', { scope: 'write' }, {}, ['read'], 'read'],
  ] as const)('are limited by %s', (_, changes, settings, only, expected) => {
    const allowed = allowedScopes(client(changes), config(settings), only)
    const list = allowed && [...allowed].filter((scope) => scope !== 'offline_access')
    expect(list?.toSorted().join(' ')).toBe(expected)
    expect(allowed?.has('offline_access') ?? true).toBe(true)
  })

  test('of a registration limit nothing where the settings say so', () => {
    const lenient = config({ registration: { enforceScope: false } })
    expect(allowedScopes(client({ scope: 'read' }), lenient)?.has('write')).toBe(true)
    const configured = client({ kind: 'configured', scope: 'read' })
    expect(allowedScopes(configured, lenient)?.has('write')).toBe(false)
  })

  test('are refused with those that include them, and not where an allowed one holds them', () => {
    expect(refusedScopes(['read', 'write'], ['read'], scopes).toSorted()).toEqual([
      'admin',
      'loop',
      'write',
    ])
    expect(refusedScopes(['read', 'write'], ['write'], scopes)).toEqual([])
    expect(refusedScopes(['a', 'b'], ['a'], undefined)).toEqual(['b'])
  })

  test('are spelt as RFC 6749 says', () => {
    expect(parseScope('a  b a')).toEqual(['a', 'b'])
    for (const bad of ['a"b', 'a\\b', 'a\nb', 'ü', 'x'.repeat(129)])
      expect(parseScope(bad)).toBeUndefined()
    const many = Array.from({ length: 65 }, (_, index) => `s${index}`).join(' ')
    expect(parseScope(many)).toBeUndefined()
  })
})

describe('refresh tokens', () => {
  const secrets = [
    'a secret of more than thirty-two characters',
    'an older secret of thirty-two characters',
  ]
  const tokens = createRefreshTokens(secrets)
  const family = 'A'.repeat(22)

  test('are read on every node, and each is another', () => {
    const first = tokens.first(family)
    const next = tokens.next(first)
    expect(createRefreshTokens(secrets).read(next.text)).toEqual(next)
    expect(new Set([first, next, tokens.next(first), tokens.first(family)]).size).toBe(4)
    expect(next.text.length).toBe(first.text.length)
  })

  test('the current one is opened by any earlier one of its family, and by no token of another', () => {
    const first = tokens.first(family)
    const second = tokens.next(first)
    const third = tokens.next(second)
    const sealed = tokens.seal(third)
    for (const one of [first, second, third]) {
      expect(createRefreshTokens(secrets).open(one, sealed)).toEqual(third)
    }
    expect(tokens.open(tokens.first(family), sealed)).toBeUndefined()
    expect(tokens.open(first, `${sealed}x`)).toBeUndefined()
  })

  test('are good after the secret was rotated, and what was sealed is opened until the old one is removed', () => {
    const old = createRefreshTokens([secrets[1] ?? ''])
    const token = old.first(family)
    const next = old.next(token)
    expect(tokens.read(token.text)).toEqual(token)
    expect(tokens.open(token, old.seal(next))).toEqual(next)
    expect(createRefreshTokens([secrets[0] ?? '']).open(token, old.seal(next))).toBeUndefined()
  })

  test('that this server has not made are not read', () => {
    const { text } = createRefreshTokens(['another secret of more than 32 characters']).first(
      family,
    )
    expect(tokens.read(text)).toBeUndefined()
    const own = tokens.first(family).text
    fc.assert(
      fc.property(fc.nat(own.length - 1), fc.constantFrom('A', 'z', '.', ''), (at, character) => {
        const changed = own.slice(0, at) + character + own.slice(at + 1)
        if (changed !== own) expect(tokens.read(changed)).toBeUndefined()
      }),
    )
  })
})

test.each([
  ['localhost:3000', 'http://127.0.0.1:3000/oauth/callback', true],
  ['[::1]:3000', 'http://localhost:3000/oauth/callback', true],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000/oauth/callback', false],
  ['localhost:3001', 'http://127.0.0.1:3000/oauth/callback', false],
  ['evil.example:3000', 'http://127.0.0.1:3000/oauth/callback', false],
  ['localhost', 'https://shop.example/oauth/callback', false],
  ['', 'http://127.0.0.1:3000/oauth/callback', false],
])('%j is another loopback name than that of %s: %s', (host, registered, is) => {
  expect(isOtherLoopbackName(host, registered)).toBe(is)
})
