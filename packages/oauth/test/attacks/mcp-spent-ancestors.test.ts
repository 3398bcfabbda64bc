/**
 * A spent refresh token worked for five minutes even after the client had used its successor, so that a thief had these minutes for each
 * token. Windows of one client that share a file of tokens must stay connected all the same.
 */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instanceOf } from '../../src/mcp/token/instance.ts'
import {
  call,
  getCode,
  type McpApp,
  mcpOf,
  post,
  redeem,
  refresh,
  startMcp,
} from '../support/mcp.ts'
import { familyOf, type McpCluster, startMcpCluster } from '../support/mcp-cluster.ts'

/** Numbers from 0 to 1 that are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('at one node', () => {
  let app: McpApp
  let skew = 0
  beforeAll(async () => {
    app = await startMcp({ store: memoryStore({ clock: () => Date.now() / 1_000 + skew }) })
  })
  afterAll(async () => await app.close())

  /** A family whose first token was replaced, and whose second one was used. */
  async function grow() {
    const { clientId, ...code } = await getCode(app)
    const first = (await redeem(app, { clientId, ...code })).json.refresh_token
    const second = (await refresh(app, clientId, first)).json.refresh_token
    const third = (await refresh(app, clientId, second)).json
    return { clientId, first, second, third }
  }
  const events = async (clientId: string) =>
    (await mcpOf(app).audit({ clientId })).map(({ event }) => event.replace('oauth.mcp.', ''))

  test('a thief elsewhere who shows a token whose successor was used ends the family, and the audit says so', async () => {
    const { clientId, first, third } = await grow()
    const grant = { grant_type: 'refresh_token', client_id: clientId, refresh_token: first }
    const stolen = await post(`${app.origin}/oauth/mcp/token`, grant, { 'user-agent': 'thief/1' })
    expect([stolen.status, stolen.json.error]).toEqual([400, 'invalid_grant'])
    expect((await refresh(app, clientId, third.refresh_token)).json.error).toBe('invalid_grant')
    expect((await call(app, third.access_token)).status).toBe(401)
    expect((await events(clientId)).filter((one) => one === 'token.reused')).toHaveLength(1)
  })

  test('so does one on the same machine, ten seconds after the use', async () => {
    const { clientId, first, third } = await grow()
    skew += 11
    expect((await refresh(app, clientId, first)).json.error).toBe('invalid_grant')
    expect((await refresh(app, clientId, third.refresh_token)).json.error).toBe('invalid_grant')
    expect(await events(clientId)).toContain('token.reused')
  })

  test('a request of the same program that was overtaken gets the current token, which works', async () => {
    const { clientId, first, third } = await grow()
    const late = await refresh(app, clientId, first)
    expect([late.status, late.json.refresh_token]).toEqual([200, third.refresh_token])
    expect((await refresh(app, clientId, third.refresh_token)).status).toBe(200)
  })

  test('two windows on one file of tokens that refresh at any moment, and lose answers, are never signed out', async () => {
    const random = createRandom(7)
    const code = await getCode(app)
    const file = { token: (await redeem(app, code)).json.refresh_token as string }
    let lost = 0
    /** One window refreshes with what it has read; whether it hears of the answer is chance. */
    const send = async (token: string): Promise<boolean> => {
      const { status, json } = await refresh(app, code.clientId, token)
      expect([status, json.error]).toEqual([200, undefined])
      if (random() < 0.25) {
        lost += 1
        return false
      }
      file.token = json.refresh_token
      return true
    }
    /** A window tries again within a minute, as its client does. */
    const act = async (): Promise<void> => {
      while (!(await send(file.token))) skew += random() * 60
    }
    const overtaken = async () => {
      const read = file.token
      for (let count = 0; count < 3; count += 1) {
        await act().then(() => {
          skew += random() * 2
        })
        // Another window that has waited longer than this reads the file again.
        if (random() < 0.5) break
      }
      return read
    }
    for (let round = 0; round < 250; round += 1) {
      skew += [0.2, 3, 40, 290, 3_600][Math.floor(random() * 5)] ?? 0
      const kind = random()
      if (kind < 0.4) await act()
      else if (kind < 0.7) await Promise.all([send(file.token), send(file.token)])
      else {
        const startedAt = skew
        const read = await overtaken()
        // A request that is under way for longer than ten seconds is not sent at all here.
        if (skew - startedAt < 9) await send(read)
      }
      await act()
    }
    expect(lost).toBeGreaterThan(100)
    expect(await events(code.clientId)).not.toContain('token.reused')
    expect((await refresh(app, code.clientId, file.token)).status).toBe(200)
  })

  test('an instance is an address and a program', () => {
    const instance = (ip: string, agent = 'node') =>
      instanceOf({ ip, headers: { 'user-agent': agent } } as never)
    expect(instance('192.0.2.1')).toBe(instance('::ffff:192.0.2.1'))
    expect(instance('2001:db8::1')).toBe(instance('2001:db8::2'))
    const others = ['192.0.2.2', '2001:db8:0:1::1'].map((ip) => instance(ip))
    const all = [...others, instance('192.0.2.1'), instance('192.0.2.1', 'curl')]
    expect(new Set(all).size).toBe(4)
  })
})

describe('at three processes', () => {
  let cluster: McpCluster
  beforeAll(async () => {
    cluster = await startMcpCluster(3)
  })
  afterAll(async () => await cluster.close())

  test('four windows on one file of tokens, all at once and with lost answers, are never signed out', async () => {
    const random = createRandom(11)
    const { json } = await redeem(cluster.node(0), await cluster.code())
    const file = { token: json.refresh_token as string }
    const windows = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 30; round += 1) {
        const read = file.token
        const node = cluster.node(Math.floor(random() * 3))
        const answer = await refresh(node, 'robot', read)
        expect([answer.status, answer.json.error]).toEqual([200, undefined])
        if (random() < 0.75) file.token = answer.json.refresh_token
      }
    })
    await Promise.all(windows)
    const events = await cluster.auditOf(familyOf(json.refresh_token))
    expect(events).not.toContain('token.reused')
    expect((await refresh(cluster.node(1), 'robot', file.token)).status).toBe(200)
  })

  test('a hundred thieves at once, at all of them, are refused and end the family once', async () => {
    const first = (await redeem(cluster.node(0), await cluster.code())).json.refresh_token
    const second = (await refresh(cluster.node(1), 'robot', first)).json.refresh_token
    const third = (await refresh(cluster.node(2), 'robot', second)).json.refresh_token
    const grant = { grant_type: 'refresh_token', client_id: 'robot', refresh_token: first }
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post(`${cluster.node(index).origin}/oauth/mcp/token`, grant, { 'user-agent': 'thief/1' }),
      ),
    )
    expect(new Set(answers.map((one) => one.json.error))).toEqual(new Set(['invalid_grant']))
    expect((await refresh(cluster.node(0), 'robot', third)).json.error).toBe('invalid_grant')
    const events = await cluster.auditOf(familyOf(first))
    expect(events.filter((event) => event === 'token.reused')).toHaveLength(1)
  })
})
