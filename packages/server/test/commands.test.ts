import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { spawnEntrepot } from '@entrepot/test-support/entrepot'
import { copyDatabase, temporaryDirectory } from '@entrepot/test-support/folders'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import { type Command, Option } from 'commander'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { SHELLS } from '../src/cli/commands/hub/completion-script.ts'
import type { EntrepotCommand } from '../src/cli/terminal/entrepot-command.ts'
import { nameOf } from '../src/cli/terminal/explain-refusal.ts'
import { withDatabase } from '../src/cli/terminal/with-database.ts'
import { evaluateClock } from '../src/host/doctor/check-database.ts'
import { evaluateSpace } from '../src/host/doctor/check-disk.ts'
import { createProgram } from '../src/main.ts'
import { insertSession } from '../src/people/sessions/store.ts'
import { entrepotArguments, type HubProcess, runEntrepot, spawnHub } from '../src/testing.ts'

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
    [['sessions', 'list', '--email', 'nobody@shop.example'], 'No user has the address'],
    [['sessions', 'end', 'nonsense'], 'is not an email address'],
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
      ...['--unsellable-lines', 'refuse', '--handling-days', '1', '--stock-keeper', 'hub'],
    )
    const rules = { unsellableLines: 'refuse', handlingDays: 1, stockKeeper: 'hub' }
    const terms = { baseCurrency: 'EUR', defaultVatRate: 9.5, ...rules }
    expect(set).toEqual({ ...renamed, ...terms })
    expect(await run('customers', 'list')).toContainEqual(set)
  })

  test('replaces the VAT rates of a customer by those of a file, and writes them again', async () => {
    const eu = await runEntrepot(['vat-rates', 'export', '--eu'], { ENTREPOT_DATA: directory })
    expect(eu.stdout).toContain('CountryIso,VatClass,Rate\nAT,standard,20\n')
    const file = join(await temporaryDirectory(), 'eu-vat-rates.csv')
    await writeFile(file, eu.stdout)
    const count = eu.stdout.trim().split('\n').length - 1
    const [stored] = await run('vat-rates', 'import', file, '--customer', '1')
    expect(stored).toMatchObject({ StoredCount: count })
    const args = ['vat-rates', 'export', '--customer', '1']
    const written = await runEntrepot(args, { ENTREPOT_DATA: directory })
    expect(written.stdout.split('\n').toSorted()).toEqual(eu.stdout.split('\n').toSorted())

    await writeFile(file, 'CountryIso;VatClass;Rate\nDE;standard;19\nEL;standard;twenty\n')
    const failed = await runEntrepot(['vat-rates', 'import', file, '--customer', '1'], {
      ENTREPOT_DATA: directory,
    })
    expect(failed).toMatchObject({ code: 1 })
    expect(failed.stderr).toContain('Line 3')
    expect(failed.stderr).toContain('"EL" is GR')
    const neither = await runEntrepot(['vat-rates', 'export'], { ENTREPOT_DATA: directory })
    expect(neither.stderr).toContain('--customer <id>, or --eu')
  })

  test('says who keeps the stock of a customer, for a new one and later', async () => {
    const [customer] = await run(
      ...['customers', 'create', '--name', 'Warehouse', '--base-currency', 'EUR'],
      ...['--default-vat-rate', '20', '--counts-exclude', 'acknowledged', '--stock-lag', '90'],
    )
    expect(customer).toMatchObject({
      ...{ stockKeeper: 'merchant', countsExclude: 'acknowledged' },
      ...{ stockLag: 90, restockReturns: false },
    })
    const id = String(customer.customerId)
    const [kept] = await run(
      ...['customers', 'set', id, '--stock-keeper', 'hub', '--restock-returns'],
      ...['--counts-exclude', 'nothing', '--stock-lag', '0'],
    )
    const keeping = { stockKeeper: 'hub', countsExclude: null, stockLag: 0 }
    expect(kept).toEqual({ ...customer, ...keeping, restockReturns: true })
    const [other] = await run('customers', 'set', id, '--no-restock-returns')
    expect(other).toEqual({ ...kept, restockReturns: false })
  })

  test('previews and stores the rules of a channel, by its name and by its id', async () => {
    const file = join(await temporaryDirectory(), 'rules.json')
    await writeFile(file, '{"Price":{"Default":{"Steps":[{"Percent":10}]}}}')
    const of = ['--customer', '1', '--channel', 'Web shop']
    const [told] = await run('offers', 'preview', file, ...of)
    expect(told.Compared).toBeGreaterThan(10)
    expect(told.PriceChangePercent.Median).toBeCloseTo(10, 1)
    const shown = await runEntrepot(['offers', 'preview', file, ...of], {
      ENTREPOT_DATA: directory,
    })
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toMatch(new RegExp(`^PriceChanged +${told.PriceChanged}$`, 'm'))
    expect(shown.stdout).toContain(told.Largest[0].MerchantProductReference)

    const byId = ['--customer', '1', '--channel', '1']
    expect(await run('offers', 'rules', 'set', file, ...byId)).toMatchObject([{ Version: 1 }])
    expect((await run('offers', 'preview', file, ...of))[0].Changed).toBe(0)
    const written = await runEntrepot(['offers', 'rules', 'get', ...of], {
      ENTREPOT_DATA: directory,
    })
    expect(JSON.parse(written.stdout)).toMatchObject({
      Price: { Default: { Steps: [{ Percent: 10 }] } },
      Version: 1,
    })
    const stale = written.stdout.replace('"Percent":10', '"Percent":11')
    await writeFile(file, stale)
    expect(await run('offers', 'rules', 'set', file, ...of)).toMatchObject([{ Version: 2 }])
    await writeFile(file, stale.replace('"Percent":11', '"Percent":12'))
    for (const [text, reason] of [
      [undefined, 'MARKET_OFFER_RULES_CHANGED'],
      ['{"Select":{"Field":"Colour","Is":"Red"}}', 'Select.Field must be'],
      ['{', 'is not JSON'],
    ] as const) {
      if (text !== undefined) await writeFile(file, text)
      const failed = await runEntrepot(['offers', 'rules', 'set', file, ...of], {
        ENTREPOT_DATA: directory,
      })
      expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining(reason)])
    }
    await writeFile(file, '{}')
    expect(await run('offers', 'rules', 'set', file, ...of)).toMatchObject([{ Version: 3 }])
  })

  test('stores the overrides of a file, and writes them again', async () => {
    const file = join(await temporaryDirectory(), 'overrides.csv')
    const of = ['--customer', '1', '--channel', '1']
    const products = await runEntrepot(['export', 'products', '--customer', '1'], {
      ENTREPOT_DATA: directory,
    })
    const reference = products.stdout.split('\n')[1]?.split(',')[0]
    const columns =
      'MerchantProductReference,Price,StockPercent,StockBuffer,StockMax,StockFixed,StockHideBelow,Hidden,From,Until'
    const lines = [
      `${reference},7.95,50,1,9,,2,,,`,
      `${reference},,,,,,,true,2026-11-28T00:00:00.000Z,2026-11-30T00:00:00.000Z`,
    ]
    await writeFile(file, [columns, ...lines, ''].join('\n'))
    expect(await run('offers', 'overrides', 'import', file, ...of)).toEqual([
      { AcceptedCount: 2, RejectedCount: 0 },
    ])
    const env = { ENTREPOT_DATA: directory }
    const written = await runEntrepot(['offers', 'overrides', 'export', ...of], env)
    expect(written.stdout.split('\n')).toEqual([columns, ...lines, ''])

    const semicolons = `MerchantProductReference;Price\n${reference};cheap\nNO-SUCH-ONE;1\n`
    await writeFile(file, semicolons)
    const failed = await runEntrepot(['offers', 'overrides', 'import', file, ...of], env)
    expect(failed.code).toBe(1)
    expect(failed.stdout).toContain('RejectedCount')
    expect(failed.stderr).toContain('Line 2 Price: must be number')
    expect(failed.stderr).toContain('Line 3 MerchantProductReference: names a product that does')
    await writeFile(file, 'Product,Price\n')
    const other = await runEntrepot(['offers', 'overrides', 'import', file, ...of], env)
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('not "Product"')])
    const nowhere = ['offers', 'overrides', 'export', '--customer', '1', '--channel', 'Nowhere']
    expect((await runEntrepot(nowhere, env)).stderr).toContain('has no channel "Nowhere"')
  })

  test('stores the rates of files, for a customer and for all', async () => {
    const folder = await temporaryDirectory()
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    }
    const own = await file('own.csv', '\uFEFFRate;Date;CurrencyCode\r\n0.9;2011-12-16;USD\r\n')
    expect(await run('rates', 'import', own, '--customer', '1')).toEqual([
      { StoredCount: 1, RepricedCount: 0 },
    ])
    const bank = await file('bank.csv', 'Date,USD,GBP,\n2011-12-16,1.3064,0.8,\n')
    expect(await run('rates', 'import', bank)).toEqual([
      { Count: 3, Changed: 3, From: '2011-12-16', To: '2011-12-16' },
    ])
    expect(await run('rates', 'list', '--customer', '1', '--to', '2011-12-16')).toEqual([
      { CurrencyCode: 'GBP', Date: '2011-12-16', Rate: 1.25, Source: 'ECB' },
      { CurrencyCode: 'USD', Date: '2011-12-16', Rate: 0.9, Source: 'OWN' },
    ])
    const wrong = await file('wrong.csv', 'CurrencyCode,Date,Rate\nUSD,2011-12-16,1\nUSD,x,1\n')
    for (const [args, reason] of [
      [['import', wrong, '--customer', '1'], 'Line 3 Date must be a date'],
      [['import', own], 'a file of the euro reference rates'],
      [['import', bank, '--customer', '1'], 'must begin with the line CurrencyCode,Date,Rate'],
      [['fetch'], 'rates.ecb.url'],
    ] as const) {
      const failed = await runEntrepot(['rates', ...args], { ENTREPOT_DATA: directory })
      expect(failed.code).toBe(1)
      expect(failed.stderr).toContain(reason)
    }
  })

  test('imports products, reports the rows that are refused, and changes nothing when repeated', async () => {
    const name = join(directory, 'tea.csv')
    const rows = 'TEA-1,Green tea,4.95\nTEA-2,Black tea,-1\nTEA-3,White tea,6.50\n'
    await writeFile(name, `MerchantProductReference,Name,Price\n${rows}`)
    const report = join(directory, 'refused.csv')
    const importTea = async (...more: readonly string[]) => {
      const args = ['import', 'products', name, '--customer', '1', '--json', ...more]
      const { code, stdout, stderr } = await runEntrepot(args, { ENTREPOT_DATA: directory })
      return { code, stderr, ...JSON.parse(stdout) }
    }
    const counts = { code: 1, format: 'entrepot', refused: 1 }
    const wrong = ['import', 'products', name, '--customer', '1', '--unmanaged-stock', 'in-stock:5']
    const refused = await runEntrepot(wrong, { ENTREPOT_DATA: directory })
    expect(refused.stderr).toContain('It must be a number such as 100, or available:100.')
    const tried = await importTea('--dry-run')
    expect(tried).toMatchObject({ ...counts, dryRun: true, created: 2 })
    expect(tried.stderr).toMatch(
      /^No product has stock: .*--unmanaged-stock.*\nRow 3 \(TEA-2\) Price must be at least 0\n$/,
    )
    const stored = await importTea('--report', report)
    expect(stored).toMatchObject({ ...counts, dryRun: false, created: 2, unchanged: 0 })
    expect(await readFile(report, 'utf8')).toBe(
      'Row,Kind,Reference,Message\r\n3,error,TEA-2,Price must be at least 0\r\n',
    )
    expect(await importTea()).toMatchObject({ ...counts, created: 0, changed: 0, unchanged: 2 })
    await writeFile(name, `MerchantProductReference,Name,Price\n${rows.replace(',-1', ',1')}`)
    expect(await importTea()).toMatchObject({ code: 0, created: 1, refused: 0 })
  })

  test('imports a list with other columns: shows what they seem to be, and keeps what they are', async () => {
    const folder = await temporaryDirectory()
    const file = join(folder, 'list.csv')
    const entrepot = async (...more: readonly string[]) =>
      await runEntrepot(['import', 'products', file, '--customer', '1', ...more], {
        ENTREPOT_DATA: directory,
      })
    await writeFile(file, 'SKU;Titel;Prijs;Verkoopprijs\nKOP-1;Rode kop;8,00;12,50\n')
    const tried = await entrepot('--dry-run')
    expect(tried.code).toBe(1)
    expect(tried.stderr).toMatch(/Prijs +8,00 +Price\?/)
    expect(tried.stderr).toContain('"Prijs" and "Verkoopprijs" can be Price')
    expect((await entrepot('--save-mapping', 'Supplier')).stderr).toContain('not clear')

    const [, json = ''] = tried.stderr.match(/--mapping <file>:\n(\{[\s\S]*?\n\})\n/) ?? []
    const mapping = join(folder, 'mapping.json')
    await writeFile(
      mapping,
      json.replace('"Price"', '"PurchasePrice"').replace('"ExtraData"', '"Price"'),
    )
    const kept = await entrepot('--mapping', mapping, '--save-mapping', 'Supplier', '--json')
    expect(JSON.parse(kept.stdout)).toMatchObject({ created: 1, status: 'done' })
    const again = await entrepot('--mapping', 'Supplier', '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ unchanged: 1 })
    const headers = { 'x-api-key': hub.merchantKey ?? '' }
    const stored = await fetch(`${hub.url}/v2/products/KOP-1`, { headers })
    expect(await stored.json()).toMatchObject({ Price: 12.5, PurchasePrice: 8, Name: 'Rode kop' })

    await writeFile(file, 'SKU;Titel;Verkoopprijs\nKOP-1;Rode kop;12,50\n')
    expect((await entrepot('--mapping', 'Supplier')).stderr).toContain(
      'of the column "Prijs": is no column of the file',
    )
    expect((await entrepot('--mapping', 'Nobody')).stderr).toContain('neither a kept mapping nor')
  })

  test('imports a file as the options say it is written, where that could be recognised wrongly', async () => {
    const file = join(directory, 'teas.txt')
    const rows = 'MerchantProductReference~Name~Price\nTEA-9~"Th\u00e9" vert~1.250\n'
    await writeFile(file, Buffer.from(rows, 'latin1'))
    const { code, stderr } = await runEntrepot(
      [
        ...['import', 'products', file, '--customer', '1', '--encoding', 'windows-1252'],
        ...['--delimiter', '~', '--decimal', ',', '--no-quotes'],
      ],
      { ENTREPOT_DATA: directory },
    )
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^No product has stock: .*\n$/)])
    const headers = { 'x-api-key': hub.merchantKey ?? '' }
    const stored = await fetch(`${hub.url}/v2/products/TEA-9`, { headers })
    expect(await stored.json()).toMatchObject({ Name: '"Th\u00e9" vert', Price: 1250 })
  })

  test('deactivates what a complete file lacks, with a confirmation for many products', async () => {
    const file = join(directory, 'complete.csv')
    const importAll = async (references: readonly string[], ...more: readonly string[]) => {
      const rows = references.map((reference) => `${reference},Mug,1,1\n`).join('')
      await writeFile(file, `MerchantProductReference,Name,Price,Stock\n${rows}`)
      const args = [
        'import',
        'products',
        file,
        '--customer',
        '1',
        '--json',
        '--source',
        'mugs',
        ...more,
      ]
      const { code, stdout, stderr } = await runEntrepot(args, { ENTREPOT_DATA: directory })
      return { code, stderr, ...JSON.parse(stdout) }
    }
    const all = ['M-1', 'M-2', 'M-3', 'M-4']
    expect(await importAll(all)).toMatchObject({ code: 0, created: 4, stderr: '' })
    const tried = await importAll(all.slice(2), '--complete', '--dry-run')
    expect(tried).toMatchObject({
      ...{ code: 0, deactivated: 2, status: 'done' },
      stderr: expect.stringContaining('--confirm-deactivation'),
    })
    const refused = await importAll(all.slice(2), '--complete')
    expect(refused).toMatchObject({
      ...{ code: 1, deactivated: 0, status: 'failed' },
      problem: expect.stringContaining('2 of the 4 active products'),
    })
    const done = await importAll(all.slice(2), '--complete', '--confirm-deactivation')
    expect(done).toMatchObject({ code: 0, deactivated: 2, status: 'done' })
  })

  test('says what a file is that is no catalogue, and counts what products lack', async () => {
    const file = join(directory, 'odd.csv')
    const importOdd = async (content: string | Buffer) => {
      await writeFile(file, content)
      return await runEntrepot(['import', 'products', file, '--customer', '1'], {
        ENTREPOT_DATA: directory,
      })
    }
    const zip = Buffer.from('PK\u0003\u0004 [Content_Types].xml', 'latin1')
    expect(await importOdd(zip)).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringMatching(/Excel \(\.xlsx\).*save it as CSV UTF-8/s),
    })
    const rows = 'O-1,One,,1\nO-2,Two,,1\n,Three,1,1\n,Four,1,1\n'
    const { code, stderr } = await importOdd(`MerchantProductReference,Name,Price,Stock\n${rows}`)
    expect(code).toBe(1)
    expect(stderr).toContain('2 rows refused: has no reference\n')
    expect(stderr).toContain(
      '2 rows stored with a note: has no price, so channels get it without one or not at all\n',
    )
  })

  test('prints nothing of a file that could control the terminal', async () => {
    const file = join(directory, 'controls.csv')
    const evil = '\u001b]0;title\u0007\u009b31m'
    for (const content of [
      `MerchantProductReference,Name,Price\nE-1,Mug,${evil}\n${evil},Mug,x\n`,
      `${evil},b\n1,2\n`,
      `{"MerchantProductReference":"E-2","Name":"Mug","Price":"${'\\u001b'}[31m","${'\\u009b'}x":1}\n`,
    ]) {
      await writeFile(file, content)
      for (const json of [[], ['--json']]) {
        const args = ['import', 'products', file, '--customer', '1', ...json]
        const { code, stdout, stderr } = await runEntrepot(args, { ENTREPOT_DATA: directory })
        expect(code).toBe(1)
        expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n\t]/u)
      }
    }
  })

  test('refuses what cannot be imported, with the file or option and what is wrong with it', async () => {
    const loop = join(directory, 'loop.csv')
    await symlink(loop, loop)
    const missing = join(directory, 'missing.csv')
    const file = join(directory, 'mugs.csv')
    await writeFile(file, 'MerchantProductReference,Name\nMUG-1,Mug\n')
    for (const [args, reason] of [
      [[missing], `error: There is no file ${missing}.`],
      [[directory], `error: ${directory} is a directory: name a file.`],
      [[loop], `error: ${loop} cannot be read: ELOOP: too many symbolic links encountered.`],
      [[file, '--image-base', 'images'], '--image-base must be'],
      [[file, '--delimiter', ';;'], '--delimiter must be'],
      [[file, '--encoding', 'ebcdic'], 'Allowed choices are utf-8'],
    ] as const) {
      const failed = await runEntrepot(['import', 'products', ...args, '--customer', '1'], {
        ENTREPOT_DATA: directory,
      })
      expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(reason) })
    }
  })

  test.each([
    ['rates', 'import', 'FILE'],
    ['rates', 'import', 'FILE', '--customer', '1'],
    ['vat-rates', 'import', 'FILE', '--customer', '1'],
    ['offers', 'rules', 'set', 'FILE', '--customer', '1', '--channel', '1'],
    ['offers', 'overrides', 'import', 'FILE', '--customer', '1', '--channel', '1'],
  ])('says of a file that cannot be read that it is that file: %s %s %s', async (...args) => {
    const readOf = async (file: string) =>
      await runEntrepot(
        args.map((one) => (one === 'FILE' ? file : one)),
        { ENTREPOT_DATA: directory },
      )
    const missing = join(directory, 'missing.csv')
    const none = expect.stringContaining(`error: There is no file ${missing}.\n`)
    expect(await readOf(missing)).toEqual({ code: 1, stdout: '', stderr: none })
    const folder = expect.stringContaining(`error: ${directory} is a directory: name a file.\n`)
    expect(await readOf(directory)).toEqual({ code: 1, stdout: '', stderr: folder })
  })

  test('says of a file that cannot be written that it is that file, before anything is stored', async () => {
    const env = { ENTREPOT_DATA: directory }
    const file = join(directory, 'unreported.csv')
    await writeFile(file, 'MerchantProductReference,Name\nUNREPORTED,Mug\n')
    const nowhere = join(directory, 'no', 'r.csv')
    const none = expect.stringContaining(
      `error: There is no folder ${join(directory, 'no')}. Create it`,
    )
    const failed = { code: 1, stdout: '', stderr: none }
    const of = ['products', '--customer', '1']
    expect(await runEntrepot(['export', ...of, '--out', nowhere], env)).toEqual(failed)
    expect(await runEntrepot(['import', ...of, file, '--report', nowhere], env)).toEqual(failed)
    const products = await runEntrepot(['export', ...of], env)
    expect(products.stdout).not.toContain('UNREPORTED')
    // A refused import leaves no report.
    const report = join(directory, 'unwritten-report.csv')
    const other = ['import', 'products', file, '--customer', '99', '--report', report]
    expect((await runEntrepot(other, env)).code).toBe(1)
    expect(existsSync(report)).toBe(false)
  })

  test.each([
    'keys list',
    'members list',
    'agents list',
    'channels list',
    'rates list',
    'scim calls',
    'vat-rates export',
    'export products',
    'import products FILE',
  ])('says that there is no such customer: %s', async (words) => {
    const [file, out] = [join(directory, 'some.csv'), join(directory, 'never.csv')]
    await writeFile(file, 'MerchantProductReference,Name\nMUG-1,Mug\n')
    const args = words.split(' ').map((one) => (one === 'FILE' ? file : one))
    if (words === 'export products') args.push('--out', out)
    const { code, stdout, stderr } = await runEntrepot([...args, '--customer', '77'], {
      ENTREPOT_DATA: directory,
    })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('There is no customer 77. See entrepot customers list.')
    expect(existsSync(out)).toBe(false)
  })

  test('ends with the code 130 after Ctrl+C, and keeps nothing of a file that is not stored yet', async () => {
    const file = join(directory, 'large.csv')
    await writeFile(file, 'MerchantProductReference,Name\n')
    await truncate(file, 2_000_000_000)
    const args = entrepotArguments('import', 'products', file, '--customer', '1')
    const { DATABASE_URL: _, ...inherited } = process.env
    const child = spawn(process.execPath, args, {
      env: { ...inherited, ENTREPOT_DATA: directory },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = Promise.all([textOf(child.stderr), once(child, 'exit')])
    const headers = { 'x-api-key': hub.merchantKey ?? '' }
    const findLarge = async () => {
      const answer = await fetch(`${hub.url}/v2/imports`, { headers })
      const imports = (await answer.json()) as { FileName: string; Status: string }[]
      return imports.find(({ FileName }) => FileName === 'large.csv')?.Status
    }
    await expect.poll(findLarge, { timeout: 60_000, interval: 20 }).toBe('uploading')
    child.kill('SIGINT')
    const [stderr, [code]] = await ended
    expect([code, stderr]).toEqual([
      130,
      '\nThe import was interrupted. Nothing of the file is stored.\n',
    ])
    expect(await findLarge()).toBe(undefined)
  })

  test('disables a customer with its keys, and enables it again', async () => {
    const [customer] = await run(
      ...['customers', 'create', '--name', 'Late payer', '--base-currency', 'EUR'],
      ...['--default-vat-rate', '21'],
    )
    const id = String(customer.customerId)
    const [key] = await run('keys', 'create', '--customer', id, '--label', 'ERP')
    expect([customer.isActive, await statusWith(key.key)]).toEqual([true, 200])
    expect(await run('customers', 'disable', id)).toEqual([{ ...customer, isActive: false }])
    await expect.poll(async () => await statusWith(key.key)).toBe(403)
    const refused = await fetch(`${hub.url}/v2/orders/new?apikey=${key.key}`)
    expect(await refused.json()).toMatchObject({ code: 'MARKET_CUSTOMER_DISABLED' })
    expect(await run('customers', 'enable', id)).toEqual([customer])
    await expect.poll(async () => await statusWith(key.key)).toBe(200)
    const unknown = await runEntrepot(['customers', 'disable', '99'], { ENTREPOT_DATA: directory })
    expect(unknown.stderr).toContain('There is no customer 99')
  })

  test('lists the sessions of people, and ends one or all of a person', async () => {
    for (const name of ['kim', 'lee']) await run('users', 'add', `${name}@shop.example`)
    const users = await run('users', 'list')
    const { userId } = users.find((user) => user.email === 'kim@shop.example')
    const ids = [1, 2, 3].map((byte) => Buffer.alloc(32, byte))
    await withDatabase({ ...silent, env: { ENTREPOT_DATA: directory } }, async (database) => {
      for (const [index, idHash] of ids.entries()) {
        const lives = { idleHours: index === 2 ? -1 : 1, maxHours: 2 }
        const data = index === 1 ? '{"userAgent": "Firefox/146.0"}' : '{}'
        await insertSession(database, { idHash, userId: String(userId), data }, lives)
      }
    })
    const kim = ['kim@shop.example']
    const listed = await run('sessions', 'list')
    expect(listed).toEqual([
      expect.objectContaining({ sessionId: '01'.repeat(8), userId, email: kim[0], browser: null }),
      expect.objectContaining({
        sessionId: '02'.repeat(8),
        userId,
        email: kim[0],
        browser: 'Firefox',
      }),
    ])
    expect(await run('sessions', 'list', '--email', 'lee@shop.example')).toEqual([])
    const one = ['--session-id', '02'.repeat(8)]
    expect(await run('sessions', 'end', ...kim, ...one)).toEqual([{ email: kim[0], ended: 1 }])
    const again = await runEntrepot(['sessions', 'end', ...kim, ...one], {
      ENTREPOT_DATA: directory,
    })
    expect(again.stderr).toContain(`has no session ${'02'.repeat(8)}`)
    expect(await run('sessions', 'list', '--email', 'KIM@shop.example')).toEqual([listed[0]])
    await run('sessions', 'end', ...kim)
    expect(await run('sessions', 'list')).toEqual([])
  })

  test('doctor finds nothing wrong with a hub that runs', async () => {
    const args = ['doctor', '--json']
    const env = { ENTREPOT_DATA: directory, ENTREPOT_PUBLIC_URL: hub.url }
    const { code, stdout } = await runEntrepot(args, env)
    const findings = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const checks = ['configuration', 'disk', 'database', 'migrations', 'clock', 'public address']
    expect(findings.map(({ check }) => check)).toEqual(checks)
    expect(findings.filter(({ state }) => state === 'failure')).toEqual([])
    expect(findings.at(-1)).toMatchObject({ state: 'ok', fix: null })
    expect(code).toBe(0)
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
  ])('an issue at %j is about %s', (path, name) => {
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

test('migrate applies the migrations that a database lacks, and lists them', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const migrated = await runEntrepot(['migrate', '--json'], { DATABASE_URL: url })
  const rows = migrated.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows[0]).toEqual({ schema: 'marketplace', migration: '0001-baseline' })
  expect(rows.at(-1)).toMatchObject({ schema: 'oauth' })
  const again = await runEntrepot(['migrate'], { DATABASE_URL: url })
  expect(again).toEqual({ code: 0, stdout: 'The database has all migrations.\n', stderr: '' })
  expect(await runEntrepot(['migrate', '--json'], { DATABASE_URL: url })).toMatchObject({
    stdout: '',
  })
})

test('version prints the versions of the hub, of Node, and of the tables', async () => {
  const { stdout } = await runEntrepot(['version', '--json'])
  expect(JSON.parse(stdout)).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    node: process.versions.node,
    schemas: {
      marketplace: expect.stringMatching(/^\d{4}-/),
      hub: expect.stringMatching(/^\d{4}-/),
      oauth: expect.stringMatching(/^\d{4}-/),
    },
  })
})

describe('init', () => {
  test('writes settings that a start accepts, with a secret of their own, for their owner only', async () => {
    const folder = await temporaryDirectory()
    const [one, two] = ['one.yaml', 'two.yaml'].map((name) => join(folder, name)) as [
      string,
      string,
    ]
    const written = await runEntrepot(['init', '--json', '--config', one])
    expect(JSON.parse(written.stdout)).toEqual({ file: one, written: true })
    await runEntrepot(['init', '--config', two])
    const [first, second] = await Promise.all([one, two].map((file) => readFile(file, 'utf8')))
    expect(first).not.toBe(second)
    expect((await stat(one)).mode & 0o777).toBe(0o600)
    expect((await runEntrepot(['config', 'check', '--config', one])).code).toBe(0)
    const again = await runEntrepot(['init', '--config', one])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('was not changed') })
    expect(await readFile(one, 'utf8')).toBe(first)
  })

  test('has only comments that are valid settings when their marks are removed', async () => {
    const file = join(await temporaryDirectory(), 'entrepot.yaml')
    await runEntrepot(['init', '--config', file])
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/^# (?=( *)[\w']+:( |$))/gm, ''))
    const env = { DB_PASSWORD: 'x', GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' }
    const checked = await runEntrepot(['config', 'check', '--config', file], env)
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('allowedDomains') })
    expect(checked.stdout).toContain('publicUrl: https://hub.example')
  })

  test('names the folder that is missing', async () => {
    const file = join(tmpdir(), 'entrepot-none', 'entrepot.yaml')
    const failed = await runEntrepot(['init', '--config', file])
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('ENOENT') })
  })
})

const silent = { env: {}, stdout: { write() {} }, stderr: { write() {} } }

describe('doctor', () => {
  const examine = async (text: string, env: Readonly<Record<string, string>> = {}) => {
    const file = join(await temporaryDirectory(), 'entrepot.yaml')
    await writeFile(file, text)
    const { code, stdout } = await runEntrepot(['doctor', '--json', '--config', file], env)
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    return { code, find: (check: string) => rows.filter((row) => row.check === check) }
  }

  test('names each issue with its fix, and ends with 1', async () => {
    const text = 'host: 5\nprot: 1\ndatabase: {url: postgres://u@127.0.0.1:1/d}'
    const broken = await examine(text.replace('prot: 1\n', ''))
    expect(broken.code).toBe(1)
    expect(broken.find('configuration')).toEqual([
      expect.objectContaining({
        state: 'failure',
        detail: expect.stringContaining('yaml:1, host'),
      }),
    ])
    expect(broken.find('database')).toEqual([
      {
        check: 'database',
        state: 'failure',
        detail: expect.stringContaining('ECONNREFUSED'),
        fix: expect.stringContaining('Check host and port'),
      },
    ])
    expect((await examine(text)).find('configuration')).toHaveLength(2)
  })

  test('warns of a database that does not exist yet, and does not create it', async () => {
    const folder = join(await temporaryDirectory(), 'none')
    const { code, find } = await examine('', { ENTREPOT_DATA: folder })
    expect([code, find('database')[0].state, find('disk')[0].state]).not.toContain('failure')
    expect(find('database')[0]).toMatchObject({ state: 'warning' })
    await expect(stat(folder)).rejects.toThrow('ENOENT')
  })

  test('lists the migrations that are pending', async () => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const { code, find } = await examine('', { DATABASE_URL: url })
    expect(code).toBe(0)
    expect(find('migrations')[0]).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('hub/0001-baseline'),
      fix: expect.stringContaining('entrepot migrate'),
    })
  })

  test('reads the discovery document of each provider, and compares its issuer', async () => {
    const documents: Record<string, object> = {}
    const server = createServer((request, response) => {
      const document = documents[request.url ?? '']
      response.writeHead(document ? 200 : 404).end(JSON.stringify(document ?? {}))
    }).listen(0, '127.0.0.1')
    onTestFinished(async () => void (await new Promise((done) => server.close(done))))
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const suffix = '/.well-known/openid-configuration'
    documents[`/good${suffix}`] = { issuer: `${origin}/good` }
    documents[`/other${suffix}`] = { issuer: `${origin}/good` }
    const providers = ['good', 'other', 'gone'].map((name) => [
      name,
      { provider: 'oidc', issuer: `${origin}/${name}`, clientId: 'a', clientSecret: 'b' },
    ])
    const login = {
      package: '@entrepot/oauth',
      allowPrivateProviders: true,
      providers: Object.fromEntries(providers),
    }
    const settings = { publicUrl: origin, plugins: { login } }
    const { code, find } = await examine(JSON.stringify(settings), {
      ENTREPOT_DATA: join(await temporaryDirectory(), 'none'),
    })
    expect(code).toBe(1)
    expect(find('provider good')).toMatchObject([{ state: 'ok' }])
    expect(find('provider other')[0].detail).toContain('is of another issuer')
    expect(find('provider gone')[0].detail).toContain('status 404')
    expect(find('public address')[0]).toMatchObject({ state: 'warning' })
  })

  test.each([
    [0, 'ok'],
    [1_999, 'ok'],
    [2_000, 'warning'],
    [-2_000, 'warning'],
    [60_000, 'failure'],
  ])('a clock that differs by %d ms is %s, also if the answer takes long', (by, state) => {
    const edge = by < 0 ? 1_000_000 : 1_005_000
    expect(evaluateClock(edge + by, 1_000_000, 1_005_000).state).toBe(state)
  })

  test.each([
    [99, 'failure'],
    [100, 'warning'],
    [1_024, 'ok'],
  ])('%d MB of space are %s', (megabytes, state) => {
    expect(evaluateSpace('/data', megabytes).state).toBe(state)
  })
})

describe('completion', () => {
  test.runIf(existsSync('/bin/bash'))(
    'completes commands, options and values in bash',
    async () => {
      const { stdout } = await runEntrepot(['completion', 'bash'])
      const complete = (...words: readonly string[]) => {
        const line = ['entrepot', ...words].map((word) => `'${word}'`).join(' ')
        const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _entrepot; echo "\${COMPREPLY[*]}"`
        return execFileSync('/bin/bash', ['-c', `${stdout}\n${ask}`], { encoding: 'utf8' }).trim()
      }
      expect(complete('cust')).toBe('customers')
      expect(complete('customers', '')).toBe(
        'create list rename set disable enable freeze thaw moved delete export import --help --config',
      )
      expect(complete('customers', 'create', '--b')).toBe('--base-currency')
      expect(complete('channels', 'create', '--mode', '')).toBe('flat grouped')
      expect(complete('keys', 'create', '--label', 'customers', '--k')).toBe('--kind')
      expect(complete('customers', 'create', '--name', '')).toBe('')
      expect(complete('customers', 'create', '--cur')).toBe('')
      expect(complete('completion', '')).toBe('bash zsh fish --help --config')
    },
  )

  test.each(SHELLS)('has each command and option that the help lists: %s', async (shell) => {
    const { stdout } = await runEntrepot(['completion', shell])
    for (const text of ['entrepot customers create', 'unsellable-lines', 'flat grouped']) {
      expect(stdout).toContain(text)
    }
    expect(stdout).not.toContain('currency EUR')
  })

  test('exists for these shells only', async () => {
    const { stderr } = await runEntrepot(['completion', 'tcsh'])
    expect(stderr).toContain('Allowed choices are bash, zsh, fish.')
  })
})

describe('the help', () => {
  /** All commands that do something, with their names. */
  const commandsOf = (command: EntrepotCommand): readonly EntrepotCommand[] =>
    command.commands.length === 0
      ? [command]
      : command.commands.flatMap((child) => commandsOf(child as EntrepotCommand))

  /** The words that call a command, after `entrepot`. */
  const pathOf = (command: Command): readonly string[] =>
    command.parent === null ? [] : [...pathOf(command.parent), command.name()]

  test('of each command has an example, whose arguments the command takes', async () => {
    for (const { examples } of commandsOf(createProgram(silent))) {
      expect(examples.length).toBeGreaterThan(0)
      for (const example of examples) {
        const program = createProgram(silent)
        const done: EntrepotCommand[] = []
        for (const one of commandsOf(program)) one.action(() => void done.push(one))
        const words =
          example.match(/'[^']*'|"[^"]*"|\S+/g)?.map((word) => word.replaceAll(/['"]/g, '')) ?? []
        await program.parseAsync(words, { from: 'user' })
        expect(done.flatMap((one) => one.examples)).toContain(example)
      }
    }
  })

  test('of each command is printed, and no line is longer than 80 characters', async () => {
    for (const command of commandsOf(createProgram(silent))) {
      const path = pathOf(command)
      const { code, stdout } = await runEntrepot([...path, '--help'])
      expect(code).toBe(0)
      expect(stdout).toContain(`Usage: entrepot ${path.join(' ')}`)
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
