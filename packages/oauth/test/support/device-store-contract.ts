import { expect, test } from 'vitest'
import type { McpStore } from '../../src/index.ts'

/** Seconds after which nothing expires while the tests run, however slow the machine is. */
const LONG = 86_400

let count = 0
const unique = (name: string) => `${name}-${++count}-${Math.random().toString(36).slice(2)}`

function newDevice(changes: { userHash?: string } = {}) {
  const hashes = { deviceHash: unique('device'), userHash: unique('user') }
  const asked = { clientId: unique('client'), resource: 'r', scope: 'read write' }
  return { ...hashes, ...asked, address: '192.0.2.1', ...changes }
}

/** What a store has to do for authorizations of devices (RFC 8628). */
export function describeDevices(open: () => McpStore): void {
  const devices = () => open().devices
  const LIVES = { ttlSeconds: LONG, interval: 5 }

  test('are found by the code of the person until somebody decides, once', async () => {
    const device = newDevice()
    expect(await devices().create(device, LIVES)).toBe(true)
    expect(await devices().create(newDevice({ userHash: device.userHash }), LIVES)).toBe(false)
    expect(await devices().find([unique('other'), device.userHash])).toEqual(device)
    expect(await devices().find([unique('other')])).toBeUndefined()
    const decisions = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        devices().decide(device.deviceHash, index % 2 === 0 ? `code-${index}` : null),
      ),
    )
    expect(decisions.filter(Boolean)).toHaveLength(1)
    expect(await devices().find([device.userHash])).toBeUndefined()
    const winner = decisions.indexOf(true)
    const expected =
      winner % 2 === 0
        ? { outcome: 'approved', codeHash: `code-${winner}`, resource: 'r' }
        : { outcome: 'denied' }
    expect(await devices().poll(device.deviceHash, device.clientId)).toEqual(expected)
  })

  test('tell their client alone whether somebody has decided', async () => {
    const device = newDevice()
    await devices().create({ ...device, address: null }, LIVES)
    const unknown = { outcome: 'unknown' }
    expect(await devices().poll(device.deviceHash, 'another')).toEqual(unknown)
    expect(await devices().poll(unique('device'), device.clientId)).toEqual(unknown)
    expect(await devices().poll(device.deviceHash, device.clientId)).toEqual({ outcome: 'pending' })
    // At once again: every request after the first one is too early.
    const polls = await Promise.all(
      Array.from({ length: 20 }, () => devices().poll(device.deviceHash, device.clientId)),
    )
    expect(new Set(polls.map(({ outcome }) => outcome))).toEqual(new Set(['slow_down']))
  })

  test('tell their client that they have expired, and cannot be decided any more', async () => {
    const device = newDevice()
    await devices().create(device, { ttlSeconds: -1, interval: 5 })
    expect(await devices().find([device.userHash])).toBeUndefined()
    expect(await devices().decide(device.deviceHash, 'code')).toBe(false)
    expect(await devices().poll(device.deviceHash, device.clientId)).toEqual({ outcome: 'expired' })
  })
}

/** What a store knows of how long clients may act. */
export function describeLives(open: () => McpStore): void {
  const ask = async (connection: { sub: string; clientId: string; resource: string }) =>
    await open().connections.find(connection)

  test('say when the person was asked, and not that a consent was used', async () => {
    const key = { sub: unique('ann'), clientId: unique('client'), resource: 'r' }
    const connection = { ...key, clientName: 'Robot', redirectHost: 'app.example', scope: 'read' }
    await open().connections.remember(connection, [], LONG)
    const asked = await ask(key)
    expect(asked?.askedAgo).toBeGreaterThanOrEqual(0)
    expect(asked?.askedAgo).toBeLessThan(600)
    await open().connections.renew(key, LONG)
    const renewed = await ask(key)
    expect(renewed?.askedAgo).toBeGreaterThanOrEqual(asked?.askedAgo ?? 0)
    const [listed] = await open().connections.list(key.sub)
    expect(listed).toMatchObject({ active: false, renewableSince: null, endsAt: null })
  })

  test.each([true, false])('say until when what was issued can be used (%j)', async (offline) => {
    const key = { sub: unique('ann'), clientId: unique('client'), resource: 'r' }
    const connection = { ...key, clientName: 'Robot', redirectHost: 'app.example', scope: 'read' }
    await open().connections.remember(connection, [], LONG)
    const code = { ...key, codeHash: unique('code'), codeChallenge: 'c', scope: 'read' }
    const rest = { redirectUri: 'https://app.example/', authentication: null, offline }
    await open().grants.saveCode({ ...code, ...rest }, LONG)
    const { codeHash, clientId, codeChallenge, resource } = code
    await open().grants.redeem({
      ...{ codeHash, clientId, codeChallenge, resource, redirectUri: undefined },
      ...{ familyId: unique('family'), tokenHash: unique('token'), jti: unique('jti') },
      ...{ familyTtl: 3_000, accessTtl: 1_000, allowed: undefined },
    })
    const owner = { sub: key.sub }
    const [[listed], [admin]] = await Promise.all([
      open().connections.list(key.sub),
      open().directory.connections(owner, { after: undefined, limit: 9 }),
    ])
    expect(admin).toMatchObject({
      ...{ active: offline, renewableSince: listed?.renewableSince, endsAt: listed?.endsAt },
    })
    const now = listed?.createdAt ?? 0
    expect(listed?.endsAt).toBeGreaterThan(now + (offline ? 2_900 : 900))
    expect(listed?.endsAt).toBeLessThan(now + (offline ? 3_600 : 1_600))
    expect(listed?.renewableSince === null).toBe(!offline)
  })
}
