import type { LookupAddress } from 'node:dns'
import * as rest from '@entrepot/rest'
import { buildRequest, buildResponse } from '@entrepot/rest/go'
import { isPublicAddress, type Resolve } from '@entrepot/rest/guard'
import { allowPrivateAddresses, proxyIsTrusted } from '@entrepot/rest/unsafe'
import {
  LOOPBACK_SPELLINGS,
  PUBLIC_ADDRESSES,
  REFUSED_IPV4,
  REFUSED_IPV6,
} from '@entrepot/test-support/address-corpus'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  failureOf,
  fixture,
  startServer,
  startTlsServer,
  type TestServer,
} from './support/servers.ts'
import { stopTime } from './support/time.ts'

/** Resolves names from a table; counts how often it was asked. */
function resolveFrom(table: Record<string, readonly (readonly string[])[]>) {
  const asked: string[] = []
  const resolve: Resolve = async (hostname) => {
    const answers = table[hostname] ?? []
    const nth = asked.filter((name) => name === hostname).length
    asked.push(hostname)
    const answer = answers[Math.min(nth, answers.length - 1)] ?? []
    return answer.map(
      (address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }),
    )
  }
  return { asked, resolve }
}

describe('isPublicAddress', () => {
  test.each([...REFUSED_IPV4, ...REFUSED_IPV6])('refuses %s', (_block, ...addresses) => {
    for (const address of addresses) expect(isPublicAddress(address), address).toBe(false)
  })

  test.each(PUBLIC_ADDRESSES)('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '',
    'localhost',
    '0x7f.1',
    '127.1',
    '2130706433',
    '1.2.3',
    '1.2.3.4.5',
    ':',
    ':::',
    '1::2::3',
    '8.8.8.8 ',
    '[::1]',
    '08.8.8.8',
  ])('refuses %j, which is not a canonical address', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })

  test('refuses every IPv4 address embedded in IPv6, public or not', () => {
    const prefixes = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::']
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom(...prefixes), (address, prefix) => {
        expect(isPublicAddress(prefix + address)).toBe(false)
      }),
    )
  })

  test('refuses every IPv4 address in 6to4, Teredo and ISATAP', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(0xffff), (address, subnet) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
        const high = (a * 256 + b).toString(16)
        const low = (c * 256 + d).toString(16)
        const net = subnet.toString(16)
        expect(isPublicAddress(`2002:${high}:${low}:${net}::1`)).toBe(false)
        expect(isPublicAddress(`2001:0:${high}:${low}:${net}::1`)).toBe(false)
        expect(isPublicAddress(`2a00:${net}::5efe:${high}:${low}`)).toBe(false)
        expect(isPublicAddress(`2a00:${net}::200:5efe:${high}:${low}`)).toBe(false)
      }),
    )
  })

  test('treats an IPv6 address equally in any spelling', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const normalised = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1)
        if (normalised === undefined) return
        expect(isPublicAddress(normalised)).toBe(isPublicAddress(address))
      }),
    )
  })

  test('refuses every IPv6 address outside of global unicast', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(address.split(':')[0] || '0', 16)
        if (first < 0x2000 || first > 0x3fff) expect(isPublicAddress(address)).toBe(false)
      }),
    )
  })
})

describe('a guarded client', () => {
  let plain: TestServer
  let secure: TestServer
  const tls = { ca: fixture('authority.crt') }

  beforeAll(async () => {
    plain = await startServer((_request, response) => response.end('private'))
    const identity = { cert: fixture('localhost.crt'), key: fixture('localhost.key') }
    secure = await startTlsServer(identity)
  })
  afterAll(async () => {
    await plain.close()
    await secure.close()
  })

  /** Guards with everything open but addresses: scheme and port do not stand in the way. */
  const open = (guard: rest.GuardOptions = {}): rest.Client =>
    rest.createClient({
      tls,
      pool: { connections: 1 },
      timeout: 60_000,
      guard: {
        protocols: ['http:', 'https:'],
        allowedPorts: [plain.port, secure.port],
        ...guard,
      },
    })

  const untouched = async (run: () => Promise<void>) => {
    const before = [plain.connections(), secure.connections()]
    await run()
    expect([plain.connections(), secure.connections()]).toEqual(before)
  }

  test.each(LOOPBACK_SPELLINGS)('opens no connection to %s, over http and https', async (host) => {
    await using client = open()
    await untouched(async () => {
      for (const url of [`http://${host}:${plain.port}/`, `https://${host}:${secure.port}/`]) {
        const error = await failureOf(client.send({ baseURL: url }))
        expect(error, url).toBeInstanceOf(rest.BlockedAddressError)
        expect(error).toMatchObject({ code: 'REST_BLOCKED_ADDRESS', retryable: false })
      }
    })
  })

  test('opens no connection to a name with a final dot, even if it resolves', async () => {
    await using client = open()
    await untouched(async () => {
      const error = await failureOf(client.send({ baseURL: `http://localhost.:${plain.port}/` }))
      expect((error as rest.RestError).code).toMatch(/^REST_(BLOCKED_ADDRESS|CONNECT)$/)
    })
  })

  test('opens no connection when a name resolves to a private address', async () => {
    const { resolve } = resolveFrom({ 'evil.test': [['127.0.0.1']] })
    await using client = open({ resolve })
    await untouched(async () => {
      for (const [scheme, port] of [
        ['http', plain.port],
        ['https', secure.port],
      ]) {
        const error = await failureOf(client.send({ baseURL: `${scheme}://evil.test:${port}/` }))
        expect(error).toMatchObject({ code: 'REST_BLOCKED_ADDRESS', address: '127.0.0.1' })
      }
    })
  })

  test('connects to exactly the checked address, so DNS rebinding has no effect', async () => {
    // The name is public when it is checked and private whenever it is asked again.
    const { resolve, asked } = resolveFrom({ 'rebind.test': [['192.0.0.0'], ['127.0.0.1']] })
    const checked: string[] = []
    const once: Resolve = async (hostname) => {
      const addresses = await resolve(hostname)
      checked.push(...addresses.map(({ address }) => address))
      return addresses
    }
    await using client = open({ resolve: once })
    await untouched(async () => {
      const baseURL = `http://rebind.test:${plain.port}/`
      expect(await failureOf(client.send({ baseURL }))).toMatchObject({ address: '192.0.0.0' })
    })
    expect(asked).toEqual(['rebind.test'])
    expect(checked).toEqual(['192.0.0.0'])
  })

  test('resolves a name once per connection, and not again for the connection itself', async () => {
    const { resolve, asked } = resolveFrom({ 'public.test': [['127.0.0.1'], ['10.0.0.1']] })
    await using client = open({ resolve, [allowPrivateAddresses]: true })
    const response = await client.send({ baseURL: `https://public.test:${secure.port}/` })
    expect(response.body).toBe('secure')
    expect(asked).toEqual(['public.test'])
  })

  test('uses the public addresses of a mixed answer and ignores the private ones', async () => {
    const { GuardPolicy } = await import('../src/network/guard/guard-policy.ts')
    const { resolve } = resolveFrom({
      'mixed.test': [['10.0.0.1', '93.184.215.14', '::1', '2606:4700::1']],
    })
    const policy = new GuardPolicy({ resolve })
    const target = { protocol: 'https:', hostname: 'mixed.test', port: '' }
    const addresses = await policy.addressesFor(target)
    expect(addresses.map(({ address }) => address)).toEqual(['93.184.215.14', '2606:4700::1'])
  })

  test('refuses a mixed answer completely if configured', async () => {
    const { resolve } = resolveFrom({ 'mixed.test': [['93.184.215.14', '10.0.0.1']] })
    await using client = open({ resolve, rejectMixed: true })
    const error = await failureOf(client.send({ baseURL: `http://mixed.test:${plain.port}/` }))
    expect(error).toMatchObject({ code: 'REST_BLOCKED_ADDRESS', address: '10.0.0.1' })
  })

  test('refuses a name without an address', async () => {
    await using client = open({ resolve: async () => [] })
    const error = await failureOf(client.send({ baseURL: `http://empty.test:${plain.port}/` }))
    expect(error).toMatchObject({ code: 'REST_BLOCKED_ADDRESS', address: 'empty.test' })
  })

  test('passes on the DNS error if a name does not resolve', async () => {
    await using client = rest.createClient({ guard: true })
    const error = await failureOf(client.send({ baseURL: 'https://does-not-exist.invalid/' }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'dns' })
  })

  test('checks every redirect again', async () => {
    await using entry = await startServer((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.2:${plain.port}/` }).end()
    })
    const { resolve } = resolveFrom({ 'entry.test': [['127.0.0.1']] })
    await using client = rest.createClient({
      redirect: {},
      guard: {
        protocols: ['http:'],
        allowedPorts: [entry.port],
        resolve,
        [allowPrivateAddresses]: true,
      },
    })
    await untouched(async () => {
      const error = await failureOf(client.send({ baseURL: `http://entry.test:${entry.port}/` }))
      expect(error).toMatchObject({ code: 'REST_BLOCKED_ADDRESS', address: String(plain.port) })
    })
  })

  test('checks streams, single exchanges and fetch, too', async () => {
    await using client = open()
    const baseURL = plain.origin
    await untouched(async () => {
      const blocked = { code: 'REST_BLOCKED_ADDRESS' }
      expect(await failureOf(client.stream({ baseURL }))).toMatchObject(blocked)
      const built = buildRequest({ baseURL })
      expect(await failureOf(client.makeRequest(built))).toMatchObject(blocked)
      expect(await failureOf(rest.createFetch(client)(baseURL))).toMatchObject({ cause: blocked })
    })
  })

  test('shares no connection with a client without a guard', async () => {
    await rest.send({ baseURL: plain.origin })
    await using client = open()
    await untouched(async () => {
      expect(await failureOf(client.send({ baseURL: plain.origin }))).toMatchObject({
        code: 'REST_BLOCKED_ADDRESS',
      })
    })
  })

  test('uses TLS with the name in the URL, verifies it, and keeps the connection', async () => {
    const { resolve } = resolveFrom({
      'public.test': [['127.0.0.1']],
      'wrong.test': [['127.0.0.1']],
    })
    await using client = open({ resolve, [allowPrivateAddresses]: true })
    const before = secure.connections()
    for (let i = 0; i < 3; i++) {
      const response = await client.send({ baseURL: `https://public.test:${secure.port}/` })
      expect(response.body).toBe('secure')
    }
    expect(secure.connections()).toBe(before + 1)
    const error = await failureOf(client.send({ baseURL: `https://wrong.test:${secure.port}/` }))
    expect(error).toMatchObject({ phase: 'tls', errno: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })

  test('stops connecting after the timeout', async () => {
    const resolve: Resolve = () => new Promise(() => {})
    const guard = { protocols: ['http:'], allowedPorts: [plain.port], resolve } as const
    await using client = rest.createClient({ guard, timeout: { connect: 30 } })
    const error = await failureOf(client.send({ baseURL: `http://slow.test:${plain.port}/` }))
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'connect', limitMs: 30 })
  })

  test('resolves a limited number of names at a time', async () => {
    let running = 0
    let most = 0
    const resolve: Resolve = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((done) => setImmediate(done))
      running -= 1
      return [{ address: '10.0.0.1', family: 4 }]
    }
    await using client = open({ resolve, maxConcurrentLookups: 3 })
    const sends = Array.from({ length: 20 }, (_, i) =>
      client.sendResult({ baseURL: `http://h${i}.test:${plain.port}/` }),
    )
    await Promise.all(sends)
    expect(most).toBe(3)
  })

  test('skips lookups whose time is over, so that the next ones can start', async () => {
    const connectMs = 250
    const asked: string[] = []
    const slow = Promise.withResolvers<void>()
    const resolve: Resolve = async (hostname) => {
      asked.push(hostname)
      if (hostname === 'slow.test') await slow.promise
      return [{ address: '10.0.0.1', family: 4 }]
    }
    await using client = rest.createClient({
      guard: { protocols: ['http:'], resolve, maxConcurrentLookups: 1 },
      timeout: { connect: connectMs },
    })
    const names = ['slow.test', 'a.test', 'b.test']
    await Promise.all(names.map((name) => client.sendResult({ baseURL: `http://${name}/` })))
    // A request may hear of its time a moment before its lookup does. Node runs timers of one length in the
    // order of their start, so those of the lookups are over after this one.
    await new Promise((done) => setTimeout(done, connectMs))
    const wanted = client.sendResult({ baseURL: 'http://wanted.test/' })
    slow.resolve()
    expect((await wanted).error).toMatchObject({ code: 'REST_BLOCKED_ADDRESS' })
    expect(asked).toEqual(['slow.test', 'wanted.test'])
  })
})

describe('a guarded client by default', () => {
  test.each([
    ['http', 'http://example.com/', 'http:'],
    ['another port', 'https://example.com:8443/', '8443'],
    ['the port of http', 'https://example.com:80/', '80'],
  ])('refuses %s', async (_name, baseURL, address) => {
    await using client = rest.createClient({ guard: true })
    const error = await failureOf(client.send({ baseURL }))
    expect(error).toMatchObject({ code: 'REST_BLOCKED_ADDRESS', address })
  })

  test('connects only to the hosts on its list, if there is one', async () => {
    const resolve: Resolve = async () => [{ address: '10.0.0.1', family: 4 }]
    const guard = { allowedHosts: ['API.example.com'], resolve }
    await using client = rest.createClient({ guard })
    const refused = await failureOf(client.send({ baseURL: 'https://evil.example.com/' }))
    expect(refused).toMatchObject({ address: 'evil.example.com' })
    const suffix = await failureOf(client.send({ baseURL: 'https://api.example.com.evil.test/' }))
    expect(suffix).toMatchObject({ address: 'api.example.com.evil.test' })
    // On the list, but its address is private: the list opens no addresses.
    const listed = await failureOf(client.send({ baseURL: 'https://api.example.com/' }))
    expect(listed).toMatchObject({ address: '10.0.0.1' })
  })

  const local = (guard: rest.GuardOptions, options: rest.ClientOptions = {}) =>
    rest.createClient({
      guard: { protocols: ['http:'], [allowPrivateAddresses]: true, ...guard },
      ...options,
    })

  test('follows no redirects', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(302, { location: '/end' }).end()
    })
    await using client = local({ allowedPorts: [server.port] })
    expect(await client.send({ baseURL: server.origin })).toMatchObject({ statusCode: 302 })
  })

  test('accepts 64 KiB and no more, streamed or not', async () => {
    await using server = await startServer((_request, response) => response.end('x'.repeat(65_537)))
    await using client = local({ allowedPorts: [server.port] })
    const tooLarge = { code: 'REST_TOO_LARGE', limitBytes: 65_536 }
    expect(await failureOf(client.send({ baseURL: server.origin }))).toMatchObject(tooLarge)
    const streamed = await client.stream({ baseURL: server.origin })
    expect(await failureOf(buildResponse(streamed))).toMatchObject(tooLarge)
  })

  test.each<[string, rest.ClientOptions]>([
    ['the bound on headers', { limits: { headerBytes: 8_192 } }],
    [
      'nothing, by undefined',
      { limits: undefined, redirect: undefined, timeout: undefined } as object,
    ],
    ['a clock', { timeout: { connect: 1_000 } }],
    ['a clock, another by undefined', { timeout: { connect: 1_000, total: undefined } as object }],
  ])('keeps its other limits if options set only %s', async (_name, options) => {
    const silence = Promise.withResolvers<void>()
    await using server = await startServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/' }).end()
      else if (request.url === '/large') response.end('x'.repeat(65_537))
      else silence.resolve()
    })
    await using client = local({ allowedPorts: [server.port] }, options)
    using time = stopTime()
    const moved = await client.send({ baseURL: `${server.origin}/moved` })
    expect(moved).toMatchObject({ statusCode: 302 })
    const { error } = await client.sendResult({ baseURL: `${server.origin}/large` })
    expect(error).toMatchObject({ limitBytes: 65_536 })
    const silent = client.sendResult({ baseURL: `${server.origin}/silent` })
    await silence.promise
    time.advance(5_000)
    expect((await silent).error).toMatchObject({ phase: 'total', limitMs: 5_000 })
  })

  test('connects to private addresses only with a symbol, which a configuration file cannot contain', async () => {
    await using server = await startServer((_request, response) => response.end('private'))
    const guard = JSON.parse('{"allowPrivateAddresses":true,"protocols":["http:"]}')
    await using client = rest.createClient({ guard: { ...guard, allowedPorts: [server.port] } })
    const error = await failureOf(client.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_BLOCKED_ADDRESS' })
    expect(server.connections()).toBe(0)
  })

  test('checks the target before a proxy gets it', async () => {
    await using proxy = await startServer((_request, response) => response.end('from the proxy'))
    const { asked, resolve } = resolveFrom({
      'public.test': [['93.184.216.34']],
      'private.test': [['10.0.0.1']],
      'mixed.test': [['93.184.216.34', '127.0.0.1']],
    })
    const guard = { protocols: ['http:'], rejectMixed: true, resolve } as const
    await using client = rest.createClient({ guard, proxy: proxy.origin })
    const good = await client.send({ baseURL: 'http://public.test/' })
    expect(good.body).toBe('from the proxy')
    for (const host of ['private.test', 'mixed.test', 'unknown.test', '10.0.0.1', '[::1]']) {
      const error = await failureOf(client.send({ baseURL: `http://${host}/` }))
      expect(error, host).toMatchObject({ code: 'REST_BLOCKED_ADDRESS' })
    }
    for (const url of ['http://public.test:8080/', 'https://public.test/']) {
      const error = await failureOf(client.send({ baseURL: url }))
      expect(error, url).toMatchObject({ code: 'REST_BLOCKED_ADDRESS' })
    }
    expect(asked).toEqual(['public.test', 'private.test', 'mixed.test', 'unknown.test'])
    expect(proxy.connections()).toBe(1)
  })

  test('leaves only names to a trusted proxy', async () => {
    await using proxy = await startServer((_request, response) => response.end('from the proxy'))
    const { asked, resolve } = resolveFrom({})
    const guard = {
      protocols: ['http:'],
      resolve,
      allowedHosts: ['public.test', '10.0.0.1'],
    } as const
    await using client = rest.createClient({ guard, proxy: proxy.origin, [proxyIsTrusted]: true })
    expect(await client.send({ baseURL: 'http://public.test/' })).toMatchObject({ statusCode: 200 })
    for (const host of ['10.0.0.1', 'other.test', 'public.test:8080']) {
      const error = await failureOf(client.send({ baseURL: `http://${host}/` }))
      expect(error, host).toMatchObject({ code: 'REST_BLOCKED_ADDRESS' })
    }
    expect(asked).toEqual([])
    expect(proxy.connections()).toBe(1)
  })

  test('sends nothing to a proxy for a request that is aborted before its name is resolved', async () => {
    const seen: unknown[] = []
    await using proxy = await startServer((request, response) => {
      seen.push(request.url)
      response.end()
    })
    const answer = Promise.withResolvers<readonly LookupAddress[]>()
    const asked = Promise.withResolvers<void>()
    const resolve: Resolve = () => {
      asked.resolve()
      return answer.promise
    }
    const guard = { protocols: ['http:'], resolve } as const
    await using client = rest.createClient({ guard, proxy: proxy.origin })
    const controller = new AbortController()
    const sent = failureOf(
      client.send({ baseURL: 'http://public.test/' }, { signal: controller.signal }),
    )
    await asked.promise
    controller.abort()
    expect(await sent).toMatchObject({ code: 'REST_ABORTED' })
    answer.resolve([{ address: '93.184.216.34', family: 4 }])
    await client.send({ baseURL: 'http://public.test/next' })
    expect(seen).toEqual(['http://public.test/next'])
  })
})
