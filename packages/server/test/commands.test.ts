import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnEntrepot } from '@entrepot/test-support/entrepot'
import { copyDatabase } from '@entrepot/test-support/folders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HubProcess, runEntrepot, spawnHub } from '../src/testing.ts'

let directory: string
let hub: HubProcess
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-commands-'))
  await copyDatabase(directory)
  hub = await spawnHub({ env: { ENTREPOT_DATA: directory } })
})
afterAll(async () => {
  await hub.end()
  await rm(directory, { recursive: true, force: true })
})

/** Runs a command with --json on the running hub's folder, and answers its rows. */
async function run(...args: readonly string[]) {
  const { code, stdout, stderr } = await runEntrepot([...args, '--json'], {
    ENTREPOT_DATA: directory,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
const statusWith = async (key: string) =>
  (await fetch(`${hub.url}/v2/orders/new`, { headers: { 'x-api-key': key } })).status

describe('the entrepot command while a hub runs', () => {
  test('creates a customer, a channel and keys that work at once', async () => {
    const [customer] = await run(
      'customers',
      'create',
      '--name',
      'Shop',
      '--currency',
      'GBP',
      '--vat',
      '20',
    )
    expect(customer).toMatchObject({ name: 'Shop', baseCurrency: 'GBP', defaultVatRate: 20 })
    const id = customer.customerId
    const [channel] = await run(
      'channels',
      'create',
      '--customer',
      id,
      '--name',
      'Web',
      '--mode',
      'grouped',
    )
    expect(channel).toMatchObject({ name: 'Web', mode: 'grouped' })
    const [merchant] = await run('keys', 'create', '--customer', id, '--label', 'ERP')
    expect(await statusWith(merchant.key)).toBe(200)
    const [ofChannel] = await run(
      ...['keys', 'create', '--customer', id, '--kind', 'channel'],
      ...['--channel', String(channel.channelId), '--label', 'Web'],
    )
    expect(await statusWith(ofChannel.key)).toBe(403)
    expect(await run('customers', 'list')).toHaveLength(2)
    expect(await run('channels', 'list', '--customer', id)).toEqual([
      {
        ...{ Id: channel.channelId, Name: 'Web', Mode: 'grouped', CanShipPartialOrderLines: true },
        ...{ OffersInData: false, Selection: null },
      },
    ])
    const listed = await run('keys', 'list', '--customer', id)
    expect(listed.map((key) => key.label)).toEqual(['ERP', 'Web'])
    expect(JSON.stringify(listed)).not.toContain(merchant.key)
  })

  test('rotates a key with an overlap, and revokes it', async () => {
    const [key] = await run(
      'keys',
      'create',
      '--customer',
      '1',
      '--label',
      'Old',
      '--scopes',
      'orders:read',
    )
    const [next] = await run('keys', 'rotate', key.keyId, '--customer', '1', '--overlap-hours', '1')
    expect(next.scopes).toEqual(['orders:read'])
    expect([await statusWith(key.key), await statusWith(next.key)]).toEqual([200, 200])
    await run('keys', 'revoke', next.keyId, '--customer', '1')
    await expect.poll(async () => await statusWith(next.key)).toBe(401)
    expect(await statusWith(key.key)).toBe(200)
  })

  test('configures a channel, shows its progress, and resets it', async () => {
    const of = ['--customer', '1']
    const [set] = await run(
      ...['channels', 'set', '1', ...of, '--mode', 'flat', '--offers-in-data'],
      ...['--brands', 'Nobody', 'Noone', '--categories', 'Home > Kitchen'],
    )
    expect(set).toMatchObject({
      OffersInData: true,
      Selection: { Brands: ['Nobody', 'Noone'], Categories: ['Home > Kitchen'] },
    })
    expect((await run('channels', 'status', '1', ...of))[0]).toMatchObject({ ToBeCreated: 0 })
    await run('channels', 'set', '1', ...of, '--everything', '--no-offers-in-data')
    const [status] = await run('channels', 'status', '1', ...of)
    expect(status.ToBeCreated).toBeGreaterThan(10)
    expect(await run('channels', 'reset', '1', ...of)).toEqual([{ channelId: 1, reset: true }])
  })

  test.each([
    [['keys', 'create', '--customer', '99', '--label', 'x'], 'There is no customer 99'],
    [['keys', 'revoke', '999', '--customer', '1'], 'no key 999'],
    [['keys', 'create', '--customer', '1', '--label', 'x', '--scopes', 'all'], 'must be one of'],
    [['customers', 'create', '--name', 'x', '--currency', 'EURO', '--vat', '21'], '/baseCurrency'],
    [['channels', 'create', '--customer', '1', '--name', 'Web shop'], 'choose another name'],
    [['keys', 'list', '--customer', 'one'], 'must be an id'],
    [['keys', 'list'], '--customer'],
    [['channels', 'status', '99', '--customer', '1'], 'no channel 99'],
    [['channels', 'status', '9007199254740993', '--customer', '1'], 'no channel 9007199254740993'],
    [['channels', 'reset', '99', '--customer', '1'], 'no channel 99'],
    [['channels', 'set', '1', '--customer', '1', '--brands', ''], '/Selection/Brands/0'],
    [
      ['channels', 'set', '1', '--customer', '1', '--everything', '--brands', 'Lading'],
      "'--everything' cannot be used with option '--brands <brand...>'",
    ],
    [['customers', 'create', '--name', 'x', '--currency', 'EUR', '--vat', '0x15'], 'be a number'],
    [['nonsense'], 'unknown command'],
  ])('%j fails with a reason and exit code 1', async (args, reason) => {
    const { code, stderr } = await runEntrepot(args, { ENTREPOT_DATA: directory })
    expect(code).toBe(1)
    expect(stderr).toContain(reason)
  })

  test.each([
    [['--help']],
    [['start', '--help']],
    [['customers', 'create', '--help']],
    [['channels', 'create', '--help']],
    [['channels', 'set', '--help']],
    [['keys', 'rotate', '--help']],
  ])('%j prints its help', async (args) => {
    const { code, stdout } = await runEntrepot(args)
    expect(code).toBe(0)
    expect(stdout).toContain('Usage: entrepot')
  })
})

test('a refusal for one reason prints the reason once', async () => {
  const { code, stderr } = await spawnEntrepot(
    ['customers', 'create', '--name', 'x', '--currency', 'EURO', '--vat', '21'],
    { ENTREPOT_DATA: directory },
  )
  expect(code).toBe(1)
  expect(stderr.match(/baseCurrency/g)).toHaveLength(1)
})

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  expect(await spawnEntrepot(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` })
})

test('a command works without a hub, and leaves no database running', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-alone-'))
  const env = { ENTREPOT_DATA: folder }
  const created = await spawnEntrepot(
    ['customers', 'create', '--name', 'Shop', '--currency', 'EUR', '--vat', '21'],
    env,
  )
  expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('Shop') })
  const hub = await spawnHub({ env })
  expect(hub.merchantKey).toBeNull()
  await hub.end()
  await rm(folder, { recursive: true })
})
