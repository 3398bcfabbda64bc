/**
 * Makes the database that the tests with Tryton copy: modules, a company, accounts, taxes and the user of the connector. Tryton itself comes
 * from Debian.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tryton } from '../../src/adapters/tryton/rpc.ts'
import { decimal, type Value } from '../../src/adapters/tryton/values.ts'
import {
  ADMIN,
  CONNECTOR,
  DATABASE,
  INSTALL,
  isInstalled,
  PREPARED,
  startTryton,
  writeConfiguration,
} from '../../test/shops/tryton.ts'
import { asAdmin } from '../../test/shops/tryton-setup.ts'

/** With packages that have tracking numbers, and with attributes of products. */
const MODULES = ['sale', 'product_attribute', 'stock_package_shipping']

if (!isInstalled()) {
  process.stderr.write(`${INSTALL}\n`)
  process.exit(1)
}
const folder = join(PREPARED, 'making')
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await writeFile(join(folder, `${DATABASE}.sqlite`), '')
await makeDatabase()
const server = await startTryton(folder)
try {
  await setUpCompany(server.url)
} finally {
  await server.stop()
}
await rename(join(folder, `${DATABASE}.sqlite`), join(PREPARED, `${DATABASE}.sqlite`))
await rm(folder, { recursive: true })

async function makeDatabase(): Promise<void> {
  const configuration = await writeConfiguration(folder, 0)
  const password = join(folder, 'password')
  await writeFile(password, ADMIN.password)
  const args = ['-c', configuration, '-d', DATABASE, '-u', ...MODULES]
  // The password is taken only while the database is new.
  const { status } = spawnSync(
    'trytond-admin',
    [...args, '--activate-dependencies', '--email', 'admin@example.com'],
    { env: { ...process.env, TRYTONPASSFILE: password }, stdio: 'inherit' },
  )
  if (status !== 0) throw new Error(`trytond-admin ended with ${status}`)
}

async function setUpCompany(url: string): Promise<void> {
  const company = await makeCompany(asAdmin(url))
  // Sessions keep the preferences of their beginning.
  const admin = asAdmin(url)
  const accounts = await makeAccounts(admin, company)
  await makeTaxes(admin, company, accounts)
  await admin.create('account.invoice.payment_term', {
    name: 'At once',
    lines: [['create', [{ type: 'remainder' }]]],
  })
  for (const [code, name] of [
    ['NL', 'Netherlands'],
    ['BE', 'Belgium'],
    ['DE', 'Germany'],
  ] as const) {
    await admin.create('country.country', { code, name })
  }
  await makeConnector(admin, company)
}

async function makeCompany(admin: Tryton): Promise<number> {
  const currency = await admin.create('currency.currency', {
    name: 'Euro',
    symbol: '€',
    code: 'EUR',
    rounding: decimal('0.01'),
    digits: 2,
    rates: [
      [
        'create',
        [{ date: { __class__: 'date', year: 2020, month: 1, day: 1 }, rate: decimal('1') }],
      ],
    ],
  })
  const party = await admin.create('party.party', { name: 'Shop' })
  const company = await admin.create('company.company', { party, currency })
  const [user] = await admin.search('res.user', [['login', '=', ADMIN.user]], ['id'])
  await admin.call('model.res.user.write', [
    [user?.id ?? 0],
    { companies: [['add', [company]]], company },
  ])
  return company
}

interface Accounts {
  readonly revenue: number
  readonly expense: number
  readonly tax: number
}

async function makeAccounts(admin: Tryton, company: number): Promise<Accounts> {
  const [template] = await admin.search('account.account.template', [['parent', '=', null]], ['id'])
  const wizard = 'wizard.account.create_chart'
  const [session] = await admin.call<readonly [number]>(`${wizard}.create`, [])
  const chart = { account: { company, account_template: template?.id ?? 0 } }
  await admin.call(`${wizard}.execute`, [session, chart, 'create_account'])
  const find = async (domain: readonly Value[]) => {
    const [account] = await admin.search(
      'account.account',
      [['company', '=', company], domain],
      ['id'],
    )
    return account?.id ?? 0
  }
  const properties = {
    company,
    account_receivable: await find(['type.receivable', '=', true]),
    account_payable: await find(['type.payable', '=', true]),
  }
  await admin.call(`${wizard}.execute`, [session, { ...chart, properties }, 'create_properties'])
  return {
    revenue: await find(['type.revenue', '=', true]),
    expense: await find(['type.expense', '=', true]),
    tax: await find(['name', '=', 'Main Tax']),
  }
}

/** Two rates for sales, and a category of products with each. */
async function makeTaxes(admin: Tryton, company: number, accounts: Accounts): Promise<void> {
  const tax = accounts.tax || accounts.revenue
  for (const [name, rate] of [
    ['Btw 21%', '0.21'],
    ['Btw 9%', '0.09'],
  ] as const) {
    const id = await admin.create('account.tax', {
      name,
      description: name,
      company,
      type: 'percentage',
      rate: decimal(rate),
      invoice_account: tax,
      credit_note_account: tax,
    })
    await admin.create('product.category', {
      name: `Goods ${name}`,
      accounting: true,
      account_revenue: accounts.revenue,
      account_expense: accounts.expense,
      customer_taxes: [['add', [id]]],
    })
  }
}

async function makeConnector(admin: Tryton, company: number): Promise<void> {
  const names = ['Sales', 'Stock', 'Party Administration']
  const groups = await admin.search('res.group', [['name', 'in', names]], ['id'])
  await admin.create('res.user', {
    name: 'Entrepot',
    login: CONNECTOR.user,
    password: CONNECTOR.password,
    companies: [['add', [company]]],
    company,
    groups: [['add', groups.map(({ id }) => id)]],
  })
}
