import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnEntrepot } from '@entrepot/test-support/entrepot'
import { copyDatabase } from '@entrepot/test-support/folders'
import { Option } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntrepotCommand } from '../src/commands/entrepot-command.ts'
import { nameOf } from '../src/commands/explain-refusal.ts'
import { createProgram } from '../src/main.ts'
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
      '--base-currency',
      'GBP',
      '--default-vat-rate',
      '20',
    )
    expect(customer).toMatchObject({ name: 'Shop', baseCurrency: 'GBP', defaultVatRate: 20 })
    expect(customer.customerId).toBeTypeOf('number')
    const id = String(customer.customerId)
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
    expect(channel).toMatchObject({ Name: 'Web', Mode: 'grouped', CanShipPartialOrderLines: true })
    const [merchant] = await run('keys', 'create', '--customer', id, '--label', 'ERP')
    expect(await statusWith(merchant.key)).toBe(200)
    const [ofChannel] = await run(
      ...['keys', 'create', '--customer', id, '--kind', 'channel'],
      ...['--channel', String(channel.Id), '--label', 'Web'],
    )
    expect(await statusWith(ofChannel.key)).toBe(403)
    expect(await run('customers', 'list')).toContainEqual(customer)
    expect(await run('channels', 'list', '--customer', id)).toEqual([channel])
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
    const [next] = await run(
      'keys',
      'rotate',
      String(key.keyId),
      '--customer',
      '1',
      '--overlap-hours',
      '1',
    )
    expect(next.scopes).toEqual(['orders:read'])
    expect([await statusWith(key.key), await statusWith(next.key)]).toEqual([200, 200])
    await run('keys', 'revoke', String(next.keyId), '--customer', '1')
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
    expect(await run('channels', 'reset', '1', ...of)).toEqual([{ Id: 1, IsReset: true }])
  })

  test.each([
    [['keys', 'create', '--customer', '99', '--label', 'x'], 'There is no customer 99'],
    [['keys', 'revoke', '999', '--customer', '1'], 'no key 999'],
    [['keys', 'create', '--customer', '1', '--label', 'x', '--scopes', 'all'], 'must be one of'],
    [
      ['customers', 'create', '--name', 'x', '--base-currency', 'EURO', '--default-vat-rate', '21'],
      '--base-currency must be',
    ],
    [['channels', 'create', '--customer', '1', '--name', 'Web shop'], 'choose another name'],
    [['keys', 'list', '--customer', 'one'], 'must be an id'],
    [['keys', 'list'], '--customer'],
    [['channels', 'status', '99', '--customer', '1'], 'no channel 99'],
    [['channels', 'status', '9007199254740993', '--customer', '1'], 'no channel 9007199254740993'],
    [['channels', 'reset', '99', '--customer', '1'], 'no channel 99'],
    [['channels', 'set', '1', '--customer', '1', '--brands', ''], 'Value 1 of --brands must'],
    [
      ['channels', 'set', '1', '--customer', '1', '--everything', '--brands', 'Lading'],
      "'--everything' cannot be used with option '--brands <brand...>'",
    ],
    [
      [
        'customers',
        'create',
        '--name',
        'x',
        '--base-currency',
        'EUR',
        '--default-vat-rate',
        '0x15',
      ],
      'be a number',
    ],
    [['customers', 'set', '1'], 'at least one setting'],
    [['customers', 'rename', '1', ''], '<name> must'],
    [['customers', 'rename', '99', 'x'], 'no customer 99'],
    [['nonsense'], 'unknown command'],
  ])('%j fails with a reason and exit code 1', async (args, reason) => {
    const { code, stderr } = await runEntrepot(args, { ENTREPOT_DATA: directory })
    expect(code).toBe(1)
    expect(stderr).toContain(reason)
  })

  test('changes customers, and their base currency only before the first order', async () => {
    const [customer] = await run(
      ...['customers', 'create', '--name', 'Before'],
      ...['--base-currency', 'GBP', '--default-vat-rate', '20'],
    )
    const id = String(customer.customerId)
    const [renamed] = await run('customers', 'rename', id, 'After')
    expect(renamed).toEqual({ ...customer, name: 'After' })
    const [set] = await run(
      ...['customers', 'set', id, '--base-currency', 'EUR', '--default-vat-rate', '9.5'],
      ...['--unsellable-lines', 'refuse'],
    )
    const terms = { baseCurrency: 'EUR', defaultVatRate: 9.5, unsellableLines: 'refuse' }
    expect(set).toEqual({ ...renamed, ...terms })
    expect(await run('customers', 'list')).toContainEqual(set)
  })

  test('accepts the earlier names of options, which no help lists', async () => {
    const [customer] = await run(
      ...['customers', 'create', '--name', 'Old', '--currency', 'EUR', '--vat', '9'],
      ...['--unsellable', 'refuse'],
    )
    const terms = { baseCurrency: 'EUR', defaultVatRate: 9, unsellableLines: 'refuse' }
    expect(customer).toMatchObject(terms)
    const of = ['--customer', String(customer.customerId)]
    const [channel] = await run('channels', 'create', ...of, '--name', 'x', '--no-partial-lines')
    expect(channel.CanShipPartialOrderLines).toBe(false)
    const expires = '2099-01-01T00:00:00.000Z'
    const [key] = await run('keys', 'create', ...of, '--label', 'x', '--expires', expires)
    expect(key.expiresAt).toBe(expires)
    const { stdout } = await runEntrepot(['customers', 'create', '--help'])
    expect(stdout).not.toContain('--currency')
  })

  test('prints lines of at most 80 characters that leave nothing out', async () => {
    const [customer] = await run(
      ...['customers', 'create', '--name', `A ${'long '.repeat(40)}name`],
      ...['--base-currency', 'EUR', '--default-vat-rate', '21'],
    )
    const of = ['--customer', String(customer.customerId)]
    const [key] = await run('keys', 'create', ...of, '--label', 'x'.repeat(200))
    for (const args of [
      ['customers', 'list'],
      ['keys', 'list', ...of],
    ]) {
      const { stdout } = await runEntrepot(args, { ENTREPOT_DATA: directory })
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
      const all = stdout.replace(/\s/g, '')
      expect(all.match(/long|x/g)?.length).toBeGreaterThanOrEqual(40)
      if (args[0] === 'keys') for (const scope of key.scopes) expect(all).toContain(scope)
    }
  })
})

test('a refusal for one reason prints the reason once', async () => {
  const { code, stderr } = await spawnEntrepot(
    ['customers', 'create', '--name', 'x', '--base-currency', 'EURO', '--default-vat-rate', '21'],
    { ENTREPOT_DATA: directory },
  )
  expect(code).toBe(1)
  expect(stderr.match(/base-currency/g)).toHaveLength(1)
  expect(stderr).not.toContain('/')
})

describe('wrong arguments', () => {
  test('are answered with the names of all options that are invalid', async () => {
    const { code, stderr } = await runEntrepot(
      [
        ...['customers', 'create', '--name', '', '--base-currency', 'EURO'],
        ...['--default-vat-rate', '101'],
      ],
      { ENTREPOT_DATA: directory },
    )
    expect(code).toBe(1)
    expect(stderr.split('\n')).toEqual([
      'Some values are invalid:',
      expect.stringMatching(/^ {2}- --name must /),
      expect.stringMatching(/^ {2}- --base-currency must /),
      expect.stringMatching(/^ {2}- --default-vat-rate must /),
      '(MARKET_INVALID_INPUT)',
      '',
    ])
  })

  test('are answered with all required options that are missing', async () => {
    const { stderr } = await runEntrepot(['customers', 'create', '--name', 'x'])
    expect(stderr).toContain(
      "required options '--base-currency <code>', '--default-vat-rate <percent>' are missing",
    )
  })

  test.each([
    [['customers', 'create', '--nam', 'x'], '--name'],
    [['customers', 'list', '--jsn'], '--json'],
    [['customers', 'lst'], 'list'],
    [['costumers', 'list'], 'customers'],
    [['customers', 'list', '--confg', 'x'], '--config'],
  ])('%j: the similar name is suggested', async (args, name) => {
    expect((await runEntrepot(args)).stderr).toContain(`Did you mean ${name}?`)
  })

  test.each([
    ['/Selection/Brands/1', 'Value 2 of --brands'],
    ['/Selection/Products', '--products'],
    ['/channelId', '--channel'],
    ['/overlapSeconds', '--overlap-hours'],
    ['', 'The input'],
    ['/a/b', 'a.b'],
  ])('a fault at %j is about %s', (path, name) => {
    const options = [
      '--brands <b...>',
      '--products <p...>',
      '--channel <id>',
      '--overlap-hours <h>',
    ]
    const command = { options: options.map((flags) => new Option(flags)), registeredArguments: [] }
    expect(nameOf({ path }, command)).toBe(name)
  })
})

describe('the help', () => {
  const silent = { env: {}, stdout: { write() {} }, stderr: { write() {} } }
  /** All commands that do something, with their names. */
  const commandsOf = (command: EntrepotCommand): readonly EntrepotCommand[] =>
    command.commands.length === 0
      ? [command]
      : command.commands.flatMap((child) => commandsOf(child as EntrepotCommand))

  test('of each command has an example, whose arguments the command takes', async () => {
    for (const { examples } of commandsOf(createProgram(silent))) {
      expect(examples.length).toBeGreaterThan(0)
      for (const example of examples) {
        const program = createProgram(silent)
        const done: EntrepotCommand[] = []
        for (const one of commandsOf(program)) one.action(() => void done.push(one))
        const words = example.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", '')) ?? []
        await program.parseAsync(words, { from: 'user' })
        expect(done.flatMap((one) => one.examples)).toContain(example)
      }
    }
  })

  test('of each command is printed, and no line is longer than 80 characters', async () => {
    for (const command of commandsOf(createProgram(silent))) {
      const path = [command.parent?.parent ? command.parent.name() : '', command.name()]
      const { code, stdout } = await runEntrepot([...path.filter(Boolean), '--help'])
      expect(code).toBe(0)
      expect(stdout).toContain(`Usage: entrepot ${path.join(' ').trim()}`)
      const description = stdout.slice(0, stdout.search(/^Examples?:/m))
      expect(description.split('\n').filter((line) => line.length > 80)).toEqual([])
    }
  })
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
    ['customers', 'create', '--name', 'Shop', '--base-currency', 'EUR', '--default-vat-rate', '21'],
    env,
  )
  expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('Shop') })
  const hub = await spawnHub({ env })
  expect(hub.merchantKey).toBeNull()
  await hub.end()
  await rm(folder, { recursive: true })
})
