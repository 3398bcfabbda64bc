import { execFileSync } from 'node:child_process'
import { inspect } from 'node:util'
import * as rest from '@entrepot/rest'
import { basic, bearer } from '@entrepot/rest/auth'
import { toCurl } from '@entrepot/rest/curl'
import { canonicalHeaders } from '@entrepot/rest/go'
import { linkTarget, parseLinkHeader, type RateLimit, rateLimit } from '@entrepot/rest/headers'
import { TokenBucket } from '@entrepot/rest/token-bucket'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureOf, startEchoServer, startServer, type TestServer } from './support/servers.ts'

describe('toCurl', () => {
  /** What a POSIX shell makes of a command line, word by word. */
  const wordsOf = (command: string): string[] => {
    const output = execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    return output.split('\0').slice(0, -1)
  }

  test('removes secrets by default', () => {
    const command = toCurl({
      method: 'POST',
      baseURL: 'https://h/p?key=1',
      headers: { authorization: 'Bearer k', accept: 'text/plain' },
      body: 'secret',
    })
    expect(command).toBe(
      "curl --globoff --request POST --header 'authorization: [redacted]' " +
        "--header 'accept: text/plain' --header 'content-type: application/json' " +
        "--data-raw '[redacted]' --url 'https://h/p?key=[redacted]'",
    )
  })

  test('returns a command that sends the same request', async () => {
    await using server = await startEchoServer()
    const request = {
      method: 'PUT',
      baseURL: `${server.origin}/p[1]`,
      queryParams: { q: "it's $HOME `x` {a,b}" },
      headers: { 'x-empty': '', 'x-quote': `"'$(id)` },
      body: "@/etc/passwd 'quoted'\n",
    }
    const ours = rest.json<Record<string, unknown>>(await rest.send(request))
    const { exec } = await import('node:child_process')
    const { promisify } = await import('node:util')
    const { stdout } = await promisify(exec)(
      `${toCurl(request, { reveal: true })} --silent --noproxy '*'`,
    )
    const theirs = JSON.parse(stdout)
    for (const part of ['method', 'url', 'body']) expect(theirs[part]).toBe(ours[part])
    const headers = { 'x-empty': '', 'x-quote': `"'$(id)`, 'content-type': 'application/json' }
    expect(theirs.headers).toMatchObject(headers)
  })

  test('requests headers alone in a way that does not wait for a body', () => {
    const command = toCurl({ method: 'HEAD', baseURL: 'http://h/' })
    expect(command).toBe('curl --globoff --head --url http://h/')
  })

  test('reads a body of bytes from standard input', () => {
    const command = toCurl({ method: 'POST', baseURL: 'http://h/', body: Uint8Array.of(1) })
    expect(command).toContain('--data-binary @-')
  })

  test('survives a shell for any request', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))
    fc.assert(
      fc.property(
        text.filter((value) => value !== ''),
        (body) => {
          const command = toCurl({ method: 'POST', baseURL: 'http://h/', body }, { reveal: true })
          const words = wordsOf(command)
          expect(words[words.indexOf('--data-raw') + 1]).toBe(body)
          expect(words.at(-1)).toBe('http://h/')
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('bearer and basic', () => {
  test('format the value and do nothing else', () => {
    expect(bearer('t0ken')).toBe('Bearer t0ken')
    expect(basic('Aladdin', 'open sesame')).toBe('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==')
    expect(basic('test', '123£')).toBe('Basic dGVzdDoxMjPCow==')
    expect(() => basic('a:b', 'c')).toThrow(TypeError)
  })
})

describe('headers', () => {
  const response = { headers: { 'content-type': ['text/plain'], 'set-cookie': ['a', 'b'] } }

  test('can be read by name in any case', () => {
    expect(rest.header(response, 'Content-Type')).toBe('text/plain')
    expect(rest.header(response, 'SET-COOKIE')).toBe('a')
    expect(rest.header(response, 'x-none')).toBeUndefined()
    expect(rest.headerAll(response, 'Set-Cookie')).toEqual(['a', 'b'])
    expect(rest.headerAll(response, 'x-none')).toEqual([])
  })

  test('can be read under the names of the Go package', () => {
    const headers = { ...response.headers, etag: ['"1"'], 'x-ratelimit-limit': ['5'] }
    expect(Object.keys(canonicalHeaders({ headers }))).toEqual([
      'Content-Type',
      'Set-Cookie',
      'Etag',
      'X-Ratelimit-Limit',
    ])
  })

  test('can have names like those of JavaScript properties', async () => {
    await using server = await startServer((_request, response) => {
      response.setHeader('constructor', 'c').setHeader('__proto__', 'p').end()
    })
    const response = await rest.send({ baseURL: server.origin })
    expect(rest.header(response, 'constructor')).toBe('c')
    expect(rest.header(response, '__proto__')).toBe('p')
    expect(rest.header(response, 'toString')).toBeUndefined()
    expect(Object.getPrototypeOf(response.headers)).toBeNull()
  })
})

describe('Link headers', () => {
  test('are parsed according to RFC 8288', () => {
    expect(
      parseLinkHeader([
        '<https://h/?page=2>; rel="next"; title="a, b; \\"c\\"", </first>;rel=first',
        '<x>;REL=prev;rel=next',
      ]),
    ).toEqual([
      { target: 'https://h/?page=2', params: { rel: 'next', title: 'a, b; "c"' } },
      { target: '/first', params: { rel: 'first' } },
      { target: 'x', params: { rel: 'prev' } },
    ])
  })

  test('are found by relation, and one link can have several', () => {
    const lines = ['<a>; rel="prev Next"', '<b>; rel=next']
    expect(linkTarget(lines, 'next')).toBe('a')
    expect(linkTarget(lines, 'last')).toBeUndefined()
  })

  test('that are malformed are skipped quickly and without an error', () => {
    expect(parseLinkHeader(['', '<', '>', 'rel=next', '<a', ', ,'])).toEqual([])
    const length = 200_000
    const start = process.cpuUsage()
    parseLinkHeader([
      `<a>${'; '.repeat(length)}`,
      '<'.repeat(length),
      `<a>;x="${'\\'.repeat(length)}`,
    ])
    // Time of this process alone, of which a parser whose work grows with the square takes ten seconds.
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000)
  })

  test('never cause an error, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        for (const { target } of parseLinkHeader(lines)) expect(target).not.toContain('>')
      }),
    )
  })
})

describe('paginate', () => {
  let server: TestServer
  let asked: string[]
  beforeAll(async () => {
    server = await startServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://h')
      asked.push(`${url.pathname}${url.search} ${request.headers['x-key']}`)
      const page = Number(url.searchParams.get('page') ?? url.searchParams.get('cursor') ?? 1)
      if (url.pathname === '/stranger') response.setHeader('link', '<https://evil.test/>; rel=next')
      else if (page < 3) response.setHeader('link', `</items?page=${page + 1}>; rel="next"`)
      response.end(JSON.stringify({ page, next: page < 3 ? String(page + 1) : null }))
    })
  })
  afterAll(() => server.close())

  const pagesOf = async (request: rest.Request, options?: rest.PaginateOptions) => {
    asked = []
    const pages: unknown[] = []
    for await (const page of rest.paginate(rest, request, options)) {
      pages.push(rest.json<{ page: number }>(page).page)
    }
    return pages
  }
  const items = () => ({ baseURL: `${server.origin}/items`, headers: { 'x-key': 'k' } })

  test('follows Link headers to the last page, with the headers of the first', async () => {
    expect(await pagesOf(items())).toEqual([1, 2, 3])
    expect(asked).toEqual(['/items k', '/items?page=2 k', '/items?page=3 k'])
  })

  test('follows cursors in bodies', async () => {
    const next = rest.nextByCursor('cursor', (page) => rest.json<{ next: string }>(page).next)
    expect(await pagesOf({ ...items(), queryParams: { q: 'x' } }, { next })).toEqual([1, 2, 3])
    expect(asked[2]).toBe('/items?cursor=3&q=x k')
  })

  test('replaces a cursor in the address of the first page', async () => {
    const next = rest.nextByCursor('cursor', (page) => rest.json<{ next: string }>(page).next)
    await pagesOf({ ...items(), baseURL: `${server.origin}/items?cursor=2&q=x` }, { next })
    expect(asked).toEqual(['/items?cursor=2&q=x k', '/items?q=x&cursor=3 k'])
  })

  describe('with a key that is not part of the links', () => {
    let guarded: TestServer
    beforeAll(async () => {
      guarded = await startServer((request, response) => {
        const url = new URL(request.url ?? '', 'http://h')
        asked.push(`${url.pathname}${url.search}`)
        const { searchParams: query } = url
        const key = request.headers['x-api-key'] ?? query.get('apikey') ?? query.get('secret')
        if (key !== 'k') return void response.writeHead(401).end('{}')
        const page = Number(query.get('page') ?? 1)
        if (page < 3) response.setHeader('link', `</items?size=2&page=${page + 1}>; rel="next"`)
        response.end(JSON.stringify({ page }))
      })
    })
    afterAll(() => guarded.close())

    test('sends it with every page if it is a header', async () => {
      const headers = { 'x-api-key': 'k' }
      expect(await pagesOf({ baseURL: `${guarded.origin}/items`, headers })).toEqual([1, 2, 3])
    })

    test('sends it with every page if it is a query parameter', async () => {
      const request = {
        baseURL: `${guarded.origin}/items`,
        queryParams: { apikey: 'k', size: '2' },
      }
      expect(await pagesOf(request)).toEqual([1, 2, 3])
      expect(asked).toEqual([
        '/items?apikey=k&size=2',
        '/items?size=2&page=2&apikey=k',
        '/items?size=2&page=3&apikey=k',
      ])
    })

    test('sends it with every page if it is part of the URL', async () => {
      expect(await pagesOf({ baseURL: `${guarded.origin}/items?size=2&apikey=k` })).toEqual([
        1, 2, 3,
      ])
    })

    test('sends a parameter of another name if the caller lists it', async () => {
      const request = { baseURL: `${guarded.origin}/items`, queryParams: { secret: 'k' } }
      expect(await pagesOf(request, { keepQuery: ['Secret'] })).toEqual([1, 2, 3])
      expect(await failureOf(pagesOf(request))).toMatchObject({ statusCode: 401 })
    })
  })

  test('requests a page only when it is needed', async () => {
    asked = []
    for await (const _page of rest.paginate(rest, items())) break
    expect(asked).toHaveLength(1)
  })

  test('ends after the maximum number of pages', async () => {
    expect(await pagesOf(items(), { maxPages: 2 })).toEqual([1, 2])
  })

  test('sends no credentials to another origin', async () => {
    const error = await failureOf(pagesOf({ baseURL: `${server.origin}/stranger` }))
    expect(error).toMatchObject({ code: 'REST_REDIRECT', location: 'https://evil.test/' })
  })

  test('sends no credentials to an origin that a redirect led to', async () => {
    const seen: unknown[] = []
    await using stranger = await startServer((request, response) => {
      seen.push(request.headers.authorization)
      response.setHeader('link', '</p2>; rel="next"').end('{}')
    })
    await using own = await startServer((_request, response) => {
      response.writeHead(302, { location: `${stranger.origin}/p1` }).end()
    })
    const headers = { authorization: 'Bearer s3cret' }
    const error = await failureOf(pagesOf({ baseURL: own.origin, headers }))
    expect(error).toMatchObject({ code: 'REST_REDIRECT', location: `${stranger.origin}/p2` })
    expect(seen).toEqual([undefined])
  })

  test.each(['mailto:a@b', 'javascript:1'])('refuses a link to %s', async (target) => {
    await using odd = await startServer((_request, response) => {
      response.setHeader('link', `<${target}>; rel="next"`).end('{}')
    })
    const error = await failureOf(pagesOf({ baseURL: odd.origin }))
    expect(error).toMatchObject({ code: 'REST_REDIRECT', location: `${target.split(':')[0]}:` })
  })

  test('refuses a link that is not a URL, and the error shows no query', async () => {
    await using broken = await startServer((_request, response) => {
      response.setHeader('link', '<http://[/>; rel="next"').end('{}')
    })
    const error = await failureOf(pagesOf({ baseURL: `${broken.origin}/?key=s3cret` }))
    expect(error).toMatchObject({ code: 'REST_REDIRECT' })
    expect(inspect(error, { depth: 10 })).not.toContain('s3cret')
  })

  test('throws for a page that fails', async () => {
    await using broken = await startServer((_request, response) => response.writeHead(500).end())
    const error = await failureOf(pagesOf({ baseURL: broken.origin }))
    expect(error).toMatchObject({ code: 'REST_HTTP_STATUS', statusCode: 500 })
  })
})

describe('rateLimit', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  const none = {
    limit: undefined,
    remaining: undefined,
    resetMs: undefined,
    retryAfterMs: undefined,
  }

  test.each<[string, Record<string, string>, Partial<RateLimit>]>([
    ['nothing', {}, {}],
    [
      'the draft with structured fields',
      { ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
      { limit: 100, remaining: 50, resetMs: 30_000 },
    ],
    [
      'the draft with one field',
      { ratelimit: 'limit=100, remaining=50, reset=30' },
      { limit: 100, remaining: 50, resetMs: 30_000 },
    ],
    [
      'the draft with three fields',
      { 'ratelimit-limit': '100, 100;w=60', 'ratelimit-remaining': '0', 'ratelimit-reset': '5' },
      { limit: 100, remaining: 0, resetMs: 5_000 },
    ],
    [
      'fields with X- whose reset is a moment',
      {
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': '59',
        'x-ratelimit-reset': String(now / 1000 + 90),
      },
      { limit: 60, remaining: 59, resetMs: 90_000 },
    ],
    [
      'a reset that is a date',
      { 'x-ratelimit-reset': 'Sat, 21 Nov 2026 12:00:10 GMT' },
      { resetMs: 10_000 },
    ],
    ['a reset that has passed', { 'x-ratelimit-reset': '1000000001' }, { resetMs: 0 }],
    ['Retry-After', { 'retry-after': '7' }, { retryAfterMs: 7_000 }],
    ['nonsense', { ratelimit: '?', 'x-ratelimit-limit': 'many', 'retry-after': 'soon' }, {}],
  ])('reads %s', (_name, headers, expected) => {
    const lists = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]]),
    )
    expect(rateLimit({ headers: lists }, now)).toEqual({ ...none, ...expected })
  })

  test('returns numbers or undefined for any header', () => {
    const names = ['ratelimit', 'ratelimit-policy', 'x-ratelimit-reset', 'retry-after']
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string(), (name, value) => {
        for (const number of Object.values(rateLimit({ headers: { [name]: [value] } }, now))) {
          expect(number === undefined || number >= 0).toBe(true)
        }
      }),
    )
  })
})

describe('TokenBucket', () => {
  test('lets a burst pass and then limits the rate', () => {
    let now = 0
    const bucket = new TokenBucket({ perSecond: 10, burst: 2, now: () => now })
    expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 100, 200])
    now = 300
    expect(bucket.take()).toBe(0)
    now = 100_000
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 100])
  })

  test('never lets more than burst plus rate pass, for any sequence of requests', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500), { maxLength: 60 }), (pauses) => {
        let now = 0
        const bucket = new TokenBucket({ perSecond: 5, burst: 3, now: () => now })
        const leaves = pauses.map((pause) => {
          now += pause
          return now + bucket.take()
        })
        leaves.forEach((end, i) => {
          const within = leaves.filter((leave) => leave > end - 1_000 && leave <= end)
          expect(within.length).toBeLessThanOrEqual(3 + 5 + 1)
          expect(end).toBeGreaterThanOrEqual(leaves[i - 1] ?? 0)
        })
      }),
    )
  })

  test('makes requests wait as a hook', async () => {
    await using server = await startEchoServer()
    const hooks = new TokenBucket({ perSecond: 100, burst: 1 })
    await using client = rest.createClient({ hooks })
    const start = performance.now()
    await Promise.all(Array.from({ length: 5 }, () => client.send({ baseURL: server.origin })))
    expect(performance.now() - start).toBeGreaterThan(35)
  })

  test('does not make requests wait for those that have given up', async () => {
    await using server = await startEchoServer()
    const hooks = new TokenBucket({ perSecond: 1, burst: 1 })
    await using client = rest.createClient({ hooks })
    const baseURL = server.origin
    await client.send({ baseURL })
    const controller = new AbortController()
    const away = Array.from({ length: 500 }, () => client.send({ baseURL }, controller))
    const late = Array.from({ length: 500 }, () =>
      client.send({ baseURL }, { timeout: { total: 5 } }),
    )
    const codesOf = async (sent: readonly Promise<unknown>[]) =>
      new Set((await Promise.allSettled(sent)).map((one) => 'reason' in one && one.reason.code))
    expect(await codesOf(late)).toEqual(new Set(['REST_TIMEOUT']))
    const aborted = codesOf(away)
    controller.abort()
    expect(await aborted).toEqual(new Set(['REST_ABORTED']))
    expect(hooks.take()).toBeLessThanOrEqual(1_000)
  })

  test('refuses an invalid rate', () => {
    expect(() => new TokenBucket({ perSecond: 0 })).toThrow(RangeError)
    expect(() => new TokenBucket({ perSecond: 1, burst: 0 })).toThrow(RangeError)
  })
})
