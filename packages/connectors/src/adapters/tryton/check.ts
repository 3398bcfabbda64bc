/** Checks what a connection needs of Tryton, in words. */
import { findingOf, ok, warning, wrong } from '../../adapter/findings.ts'
import type { Finding } from '../../adapter/outcomes.ts'
import type { Writer } from './orders.ts'
import type { Tryton } from './rpc.ts'
import type { Setup } from './setup.ts'

export async function check(writer: Writer, settings: Settings): Promise<readonly Finding[]> {
  try {
    const setup = await writer.setup()
    return [
      ok(`The connector works for the company with the currency ${setup.currency.code}.`),
      ok(`Stock is read of the warehouse ${setup.warehouse.name}.`),
      ...checkTaxes(setup, writer.taxNames),
      checkShipping(setup, settings),
      ...(await checkRights(writer.tryton)),
      ...(await checkAccounts(writer.tryton, setup)),
      ...(await checkCountries(writer.tryton)),
      ...checkCarrier(setup),
    ]
  } catch (error) {
    return [findingOf(error, 'Check the address and the database of the connection.')]
  }
}

type Settings = Readonly<Record<string, string | number | boolean>>

function checkTaxes({ taxes }: Setup, named: ReadonlyMap<string, string>): readonly Finding[] {
  const known = new Set(taxes.map(({ name }) => name))
  const missing = [...named].filter(([, name]) => !known.has(name))
  const findings = missing.map(
    ([key, name]): Finding =>
      wrong(
        `The settings name the tax ${name} for ${key}%, and Tryton has none of this name for sales.`,
        'Correct the name under Taxes of the connection; Tryton shows it under Financial, Taxes.',
      ),
  )
  if (taxes.length > 0) return [...findings, ok(`Tryton has ${taxes.length} taxes for sales.`)]
  const message = 'Tryton has no tax in percent for sales.'
  const remedy =
    'Create the taxes of your country in Tryton, or load them with its chart of accounts.'
  return [...findings, wrong(message, remedy)]
}

function checkShipping({ shipping }: Setup, settings: Settings): Finding {
  if (shipping !== undefined) return ok('There is a product for shipping costs.')
  const code = settings.shippingProduct
  return warning(
    code
      ? `Tryton has no salable product of type Service with the code ${code}.`
      : 'The settings name no product for shipping costs: orders with shipping costs will be refused.',
    'Create a salable product of type Service in Tryton, and enter its code in the settings.',
  )
}

/** What the user must be able to do, by model. */
const RIGHTS = {
  read: ['product.product', 'product.template', 'account.tax', 'stock.move', 'stock.location'],
  write: ['stock.shipment.out', 'stock.move', 'sale.sale'],
  create: ['party.party', 'party.address', 'sale.sale', 'stock.shipment.out'],
} as const

async function checkRights(tryton: Tryton): Promise<readonly Finding[]> {
  const models = [...new Set(Object.values(RIGHTS).flat())]
  const access = await tryton.call<Access>('model.ir.model.access.get_access', [models])
  const missing = Object.entries(RIGHTS).flatMap(([right, names]) =>
    names.filter((name) => !access[name]?.[right]).map((name) => `${right} ${name}`),
  )
  if (missing.length === 0) return [ok('The user has the rights that the connector needs.')]
  return [
    wrong(
      `The user may not: ${missing.join(', ')}.`,
      'Add the groups Sales, Stock and Party Administration to the user in Tryton.',
    ),
  ]
}

type Access = Readonly<Record<string, Readonly<Record<string, boolean | number>> | undefined>>

/** Tryton makes invoices of sales, for which it needs accounts. */
async function checkAccounts(tryton: Tryton, { company }: Setup): Promise<readonly Finding[]> {
  const fields = ['default_account_receivable', 'default_category_account_revenue']
  const [row] = await tryton.read('account.configuration', [1], fields, { company })
  const findings: Finding[] = []
  if (typeof row?.default_account_receivable !== 'number') {
    findings.push(
      wrong(
        'The company has no default account receivable, so sales cannot be invoiced.',
        'Choose it in Tryton under Financial, Configuration.',
      ),
    )
  }
  const withoutAccount = await countWithoutAccount(tryton)
  if (withoutAccount > 0 && typeof row?.default_category_account_revenue !== 'number') {
    findings.push(
      wrong(
        `${withoutAccount} products that are sold have no account category: sales of them cannot be processed.`,
        'Give the products an account category with a revenue account in Tryton.',
      ),
    )
  }
  return findings.length > 0 ? findings : [ok('Sales can be invoiced.')]
}

const countWithoutAccount = (tryton: Tryton) =>
  tryton.call<number>('model.product.template.search_count', [
    [
      ['salable', '=', true],
      ['account_category', '=', null],
    ],
  ])

async function checkCountries(tryton: Tryton): Promise<readonly Finding[]> {
  const count = await tryton.call<number>('model.country.country.search_count', [[]])
  if (count > 0) return [ok(`Tryton has ${count} countries.`)]
  return [
    wrong(
      'Tryton has no countries, so no address can be written.',
      'Load them with trytond_import_countries, or create those that you deliver to.',
    ),
  ]
}

function checkCarrier({ modules, carrier }: Setup): readonly Finding[] {
  if (!modules.packages || carrier !== undefined) return []
  return [
    warning(
      'Tryton asks for a carrier when people pack a shipment, and the settings name none.',
      'Name a carrier in the settings of the connection, or let people choose it.',
    ),
  ]
}
