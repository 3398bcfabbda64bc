import { expect, test } from 'vitest'
import type { McpStore } from '../../src/index.ts'

const LONG = 86_400

let count = 0
const unique = (name: string) => `${name}-${++count}-${Math.random().toString(36).slice(2)}`

/** A person and a client at a resource. */
const newKey = () => ({ sub: unique('ann'), clientId: unique('client'), resource: 'r' })
type Key = ReturnType<typeof newKey>

/** Saves a code for an account, and says how it is redeemed. */
async function newCode({ grants }: McpStore, key: Key, account?: string) {
  const { clientId, resource } = key
  const code = { ...key, codeHash: unique('code'), codeChallenge: 'c', scope: 'read', account }
  const redirectUri = 'https://app.example/'
  await grants.saveCode({ ...code, redirectUri, offline: true, authentication: null }, LONG)
  return {
    ...{ codeHash: code.codeHash, clientId, codeChallenge: 'c', resource, redirectUri },
    ...{ familyId: unique('family'), tokenHash: unique('token'), jti: unique('jti') },
    ...{ familyTtl: LONG, accessTtl: LONG, allowed: undefined },
  }
}

async function newFamily(mcp: McpStore, key: Key, account?: string): Promise<string> {
  const redemption = await newCode(mcp, key, account)
  await mcp.grants.redeem(redemption)
  return redemption.familyId
}

/** What a store knows of the accounts for which clients act. */
export function describeAccounts(open: () => McpStore): void {
  const remember = async (key: Key, account: string | undefined) => {
    const names = { clientName: 'Robot', redirectHost: 'app.example', scope: 'read' }
    return await open().connections.remember({ ...key, ...names, account }, [], LONG)
  }
  const isRevoked = async (id: string) => (await open().grants.findFamily(id))?.revoked
  const readNarrowed = async ({ clientId }: Key) => {
    const rows = await open().audit.list({ clientId, event: 'oauth.mcp.consent.narrowed' })
    return rows.map(({ detail }) => detail)
  }

  test('go from the code to the family and through its refreshes, and the audit names them', async () => {
    const key = newKey()
    const mcp = open()
    const redemption = await newCode(mcp, key, '7')
    const { familyId, clientId, resource } = redemption
    expect(await mcp.grants.redeem(redemption)).toMatchObject({ account: '7' })
    const rotation = {
      ...{ familyId, clientId, resource, tokenHash: redemption.tokenHash, instance: 'one' },
      ...{ nextHash: unique('token'), nextSealed: 'sealed', jti: unique('jti') },
      ...{ scopes: undefined, allowed: undefined, graceSeconds: LONG },
      ...{ familyTtl: LONG, idleTtl: LONG },
    }
    expect(await mcp.grants.rotate(rotation)).toMatchObject({ outcome: 'rotated', account: '7' })
    expect(await mcp.grants.rotate(rotation)).toMatchObject({ outcome: 'repeated', account: '7' })
    expect(await mcp.grants.findFamily(familyId)).toMatchObject({ account: '7' })
    const page = { after: undefined, limit: 9 }
    const [grant] = await mcp.directory.grants({ sub: key.sub }, page)
    expect(grant).toMatchObject({ familyId, account: '7' })
    const rows = await mcp.audit.list({ clientId })
    expect(rows.map(({ detail }) => detail?.account)).toEqual(['7', '7'])
  })

  test('are not named in the audit of grants without one', async () => {
    const key = newKey()
    expect(await open().grants.redeem(await newCode(open(), key))).toMatchObject({ account: null })
    const [row] = await open().audit.list({ clientId: key.clientId })
    expect(row?.detail).not.toHaveProperty('account')
  })

  test('stand in connections as the person has chosen them last, wherever these are read', async () => {
    const key = newKey()
    await remember(key, undefined)
    expect(await open().connections.find(key)).toMatchObject({ account: null })
    await remember(key, '7')
    await remember(key, '*')
    await open().connections.renew(key, LONG)
    const { connections, directory } = open()
    const read = await Promise.all([
      connections.find(key),
      connections.list(key.sub).then(([one]) => one),
      directory.connectionsOf([key.sub]).then(([one]) => one),
      directory.connections({ sub: key.sub }, { after: undefined, limit: 9 }).then(([one]) => one),
    ])
    expect(read.map((one) => one?.account)).toEqual(['*', '*', '*', '*'])
  })

  test('end what a client has for another account, or for all, when the person chooses one', async () => {
    const key = newKey()
    const [same, other, all, unbound, foreign] = await Promise.all([
      newFamily(open(), key, '7'),
      newFamily(open(), key, '8'),
      newFamily(open(), key, '*'),
      newFamily(open(), key),
      newFamily(open(), { ...key, sub: unique('ben') }, '8'),
    ])
    const waiting = await newCode(open(), key, '8')
    const good = await newCode(open(), key, '7')
    expect(await remember(key, '7')).toBe(3)
    expect(await remember(key, '7')).toBe(0)
    expect(await Promise.all([same, foreign].map(isRevoked))).toEqual([false, false])
    expect(await Promise.all([other, all, unbound].map(isRevoked))).toEqual([true, true, true])
    const ended = (await open().revocations.list()).map(({ id }) => id)
    expect(ended).toEqual(expect.arrayContaining([other, all, unbound]))
    expect(await open().grants.redeem(waiting)).toMatchObject({ problem: 'unknown' })
    expect(await open().grants.redeem(good)).toMatchObject({ outcome: 'redeemed' })
    expect(await readNarrowed(key)).toEqual([{ refused: '', families: 3, account: '7' }])
  })

  test('end nothing when the person chooses all, or has nothing to choose', async () => {
    const key = newKey()
    const families = await Promise.all([
      newFamily(open(), key, '7'),
      newFamily(open(), key, '*'),
      newFamily(open(), key),
    ])
    for (const account of ['*', undefined]) expect(await remember(key, account)).toBe(0)
    expect(await Promise.all(families.map(isRevoked))).toEqual([false, false, false])
    expect(await readNarrowed(key)).toEqual([])
  })

  test('are one in the end, however many are chosen at once, and nothing is left for another', async () => {
    const key = newKey()
    await remember(key, undefined)
    const names = Array.from({ length: 100 }, (_, index) => `${index}`)
    const families = await Promise.all(names.map((name) => newFamily(open(), key, name)))
    await Promise.all(names.map((name) => remember(key, name)))
    const { account } = (await open().connections.find(key)) ?? {}
    const left = []
    for (const [index, id] of families.entries()) {
      if (!(await isRevoked(id))) left.push(names[index])
    }
    expect(left.every((name) => name === account)).toBe(true)
  })
}
