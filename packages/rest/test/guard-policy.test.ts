import * as rest from '@entrepot/rest'
import type { Resolve } from '@entrepot/rest/guard'
import { allowPrivateAddresses } from '@entrepot/rest/unsafe'
import { describe, expect, test } from 'vitest'
import { GuardPolicy } from '../src/network/guard/guard-policy.ts'
import { guardedConnector } from '../src/network/guard/guarded-connector.ts'
import { Semaphore } from '../src/semaphore.ts'
import { failureOf, startRawServer } from './support/servers.ts'

const PUBLIC_HOST = '93.184.215.14'

function policy(options: rest.GuardOptions = {}, answer: readonly string[] = [PUBLIC_HOST]) {
  const resolve: Resolve = async () =>
    answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return new GuardPolicy({ resolve, ...options })
}

const HTTPS = { protocol: 'https:', port: '' }

describe('the policy of a guard', () => {
  test.each<[string, rest.GuardOptions, string, string, boolean]>([
    ['https on its port', {}, 'https:', '', true],
    ['https on 443', {}, 'https:', '443', true],
    ['https on another port', {}, 'https:', '8443', false],
    ['https on a port that is allowed', { allowedPorts: [8443] }, 'https:', '8443', true],
    ['https on 443 when only another is allowed', { allowedPorts: [8443] }, 'https:', '', false],
    ['http', {}, 'http:', '', false],
    ['http when it is allowed', { protocols: ['http:'] }, 'http:', '', true],
    ['http on 80 when it is allowed', { protocols: ['http:'] }, 'http:', '80', true],
    ['https when only http is allowed', { protocols: ['http:'] }, 'https:', '', false],
    ['http on 443, both being allowed', { protocols: ['http:', 'https:'] }, 'http:', '443', true],
  ])('about %s', async (_name, options, protocol, port, allowed) => {
    const promise = policy(options).addressesFor({ protocol, hostname: 'api.test', port })
    if (allowed) expect(await promise).toEqual([{ address: PUBLIC_HOST, family: 4 }])
    else expect(await failureOf(promise)).toMatchObject({ code: 'REST_BLOCKED_ADDRESS' })
  })

  test.each([
    ['api.test', 'api.test', true],
    ['api.test', 'API.TEST', true],
    ['api.test', 'api.test.', true],
    ['api.test.', 'api.test', true],
    ['api.test', 'www.api.test', false],
    ['api.test', 'api.test.evil.test', false],
    ['api.test', 'notapi.test', false],
    [PUBLIC_HOST, PUBLIC_HOST, true],
    ['[2606:4700::1111]', '2606:4700::1111', true],
    ['2606:4700:0:0::1111', '2606:4700::1111', true],
    ['Bücher.example', 'xn--bcher-kva.example', true],
  ])('with the list %s checks %s', async (listed, hostname, allowed) => {
    const promise = policy({ allowedHosts: [listed] }).addressesFor({ ...HTTPS, hostname })
    if (allowed) expect((await promise).length).toBe(1)
    else expect(await failureOf(promise)).toMatchObject({ address: hostname })
  })

  test.each(['https://api.test', 'api.test:8443', 'api.test/path', 'user@api.test', '', '[::1'])(
    'refuses %j in its list, because it could never match',
    (listed) => {
      expect(() => rest.createClient({ guard: { allowedHosts: [listed] } })).toThrow(
        expect.objectContaining({ code: 'REST_INVALID_REQUEST', field: 'guard.allowedHosts' }),
      )
    },
  )

  test.each<[readonly string[], readonly string[] | undefined, readonly string[] | undefined]>([
    [[PUBLIC_HOST], [PUBLIC_HOST], [PUBLIC_HOST]],
    [[PUBLIC_HOST, '10.0.0.1'], [PUBLIC_HOST], undefined],
    [['10.0.0.1', PUBLIC_HOST], [PUBLIC_HOST], undefined],
    [['10.0.0.1', '::1'], undefined, undefined],
    [
      ['2606:4700::1111', PUBLIC_HOST],
      ['2606:4700::1111', PUBLIC_HOST],
      ['2606:4700::1111', PUBLIC_HOST],
    ],
    [['::ffff:10.0.0.1', '2606:4700::1111'], ['2606:4700::1111'], undefined],
    [[], undefined, undefined],
  ])(
    'uses of the answer %j the addresses %j, or %j if mixed answers are refused',
    async (answer, lax, strict) => {
      for (const [rejectMixed, expected] of [
        [false, lax],
        [true, strict],
      ] as const) {
        const promise = policy({ rejectMixed }, answer).addressesFor({
          ...HTTPS,
          hostname: 'h.test',
        })
        if (expected === undefined)
          expect(await failureOf(promise)).toBeInstanceOf(rest.BlockedAddressError)
        else expect((await promise).map(({ address }) => address)).toEqual(expected)
      }
    },
  )

  test('does not resolve a literal address', async () => {
    const resolve: Resolve = async () => {
      throw new Error('asked')
    }
    const guard = new GuardPolicy({ resolve })
    expect(await guard.addressesFor({ ...HTTPS, hostname: PUBLIC_HOST })).toHaveLength(1)
    const error = await failureOf(guard.addressesFor({ ...HTTPS, hostname: '::1' }))
    expect(error).toMatchObject({ address: '::1' })
  })

  test('passes on errors of the resolver, and continues to resolve afterwards', async () => {
    let calls = 0
    const resolve: Resolve = async () => {
      calls += 1
      if (calls <= 2) throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
      return [{ address: PUBLIC_HOST, family: 4 }]
    }
    const guard = new GuardPolicy({ resolve, maxConcurrentLookups: 1 })
    const ask = () => guard.addressesFor({ ...HTTPS, hostname: 'h.test' })
    expect(await failureOf(ask())).toMatchObject({ code: 'ENOTFOUND' })
    expect(await failureOf(ask())).toMatchObject({ code: 'ENOTFOUND' })
    expect(await ask()).toHaveLength(1)
  })
})

describe('the connector of a guard', () => {
  test('passes on the error of a handshake that cannot start, and releases the socket', async () => {
    const closed = Promise.withResolvers<void>()
    await using server = await startRawServer((socket) => {
      socket.resume().on('close', () => closed.resolve())
    })
    const tls = { servername: 5 as unknown as string }
    const settings = { connectMs: 5_000, tls, insecureTls: false, http2: false }
    const options = { [allowPrivateAddresses]: true, allowedPorts: [server.port] }
    const connect = guardedConnector(policy(options), settings)
    const target = { protocol: 'https:', hostname: '127.0.0.1', port: String(server.port) }
    const result = new Promise((resolve) => {
      connect(target as Parameters<typeof connect>[0], (...[error]) => resolve(error))
    })
    expect(await result).toMatchObject({ code: 'ERR_INVALID_ARG_TYPE' })
    await closed.promise
  })
})

describe('Semaphore', () => {
  test('runs no more tasks at a time than allowed, and runs all of them in order', async () => {
    const semaphore = new Semaphore(2)
    const order: number[] = []
    let running = 0
    let most = 0
    const task = (id: number) => async () => {
      running += 1
      most = Math.max(most, running)
      order.push(id)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return id
    }
    const ids = [1, 2, 3, 4, 5, 6, 7]
    expect(await Promise.all(ids.map((id) => semaphore.run(task(id))))).toEqual(ids)
    expect(order).toEqual(ids)
    expect(most).toBe(2)
  })

  test('continues after a task fails', async () => {
    const semaphore = new Semaphore(1)
    const failing = semaphore.run(async () => {
      throw new Error('no')
    })
    const next = semaphore.run(async () => 'done')
    await failureOf(failing)
    expect(await next).toBe('done')
  })
})
