/** Calls the Tryton of a test as its people do: products, counts, shipments, returns. By JSON-RPC, as the client does. */
import { createClient } from '@entrepot/rest'
import type { ShopContext } from '../../src/adapter/adapter.ts'
import { Tryton } from '../../src/adapters/tryton/rpc.ts'
import { decimal } from '../../src/adapters/tryton/values.ts'
import { ADMIN, CONNECTOR, DATABASE } from './tryton.ts'

/** The settings of a connection to the prepared database. */
export const SETTINGS = { shippingProduct: 'SHIP', taxes: '', invoiceMethod: 'shipment' }

/** @param secrets of the user who calls */
export function trytonContext(
  url: string,
  secrets: Readonly<Record<string, string>> = CONNECTOR,
  settings: Readonly<Record<string, string>> = {},
): ShopContext {
  const http = createClient({ timeout: { total: 300_000 } })
  return {
    role: 'merchant',
    settings: { url, database: DATABASE, ...SETTINGS, ...settings },
    secrets,
    http,
  }
}

/** Tryton as its administrator, who is also the warehouse of the tests. */
export const asAdmin = (url: string): Tryton => new Tryton(trytonContext(url, ADMIN))

/** A product to make: with variants, if it has several suffixes. */
export interface Goods {
  readonly name: string
  readonly code: string
  /** Net. */
  readonly price: string
  /** Suffixes of the codes of its variants. */
  readonly variants?: readonly string[]
  readonly rate?: 21 | 9
  readonly type?: 'goods' | 'service'
}

/** @returns the ids of the variants, by code */
export async function makeGoods(
  admin: Tryton,
  goods: readonly Goods[],
): Promise<ReadonlyMap<string, number>> {
  const [unit] = await admin.search('product.uom', [['name', '=', 'Unit']], ['id'])
  const categories = await admin.search('product.category', [['accounting', '=', true]], ['name'])
  const categoryOf = (rate: number) =>
    categories.find(({ name }) => String(name).endsWith(` ${rate}%`))?.id ?? 0
  const records = goods.map(
    ({ name, code, price, variants = [''], rate = 21, type = 'goods' }) => ({
      name,
      code,
      type,
      default_uom: unit?.id ?? 0,
      sale_uom: unit?.id ?? 0,
      salable: true,
      list_price: decimal(price),
      account_category: categoryOf(rate),
      products: [
        ['create', variants.map((suffix) => ({ suffix_code: suffix, cost_price: decimal('1') }))],
      ],
    }),
  )
  const templates = await admin.call<readonly number[]>('model.product.template.create', [records])
  const rows = await admin.search('product.product', [['template', 'in', templates]], ['code'])
  return new Map(rows.map(({ id, code }) => [String(code), id]))
}

/** Puts units on the shelf of the warehouse, or takes them from there. */
export async function count(admin: Tryton, units: ReadonlyMap<number, number>): Promise<void> {
  const [storage] = await admin.search('stock.location', [['code', '=', 'STO']], ['id'])
  const inventory = await admin.create('stock.inventory', {
    location: storage?.id ?? 0,
    lines: [['create', [...units].map(([product, quantity]) => ({ product, quantity }))]],
  })
  await admin.press('stock.inventory', 'confirm', [inventory])
}

const SHIPMENT = 'stock.shipment.out'

/** Shipments of a sale that have not left. */
export async function openShipments(admin: Tryton, sale: number): Promise<readonly number[]> {
  const [row] = await admin.read('sale.sale', [sale], ['shipments'])
  const domain = [
    ['id', 'in', row?.shipments as readonly number[]],
    ['state', 'in', ['draft', 'waiting', 'assigned', 'picked', 'packed']],
  ]
  return (await admin.search(SHIPMENT, domain, ['id'])).map(({ id }) => id)
}

/** Packs a shipment and sends it away, as the warehouse does. */
export async function ship(admin: Tryton, shipment: number, tracking?: string): Promise<void> {
  await admin.press(SHIPMENT, 'assign_force', [shipment])
  await admin.press(SHIPMENT, 'pick', [shipment])
  const [row] = await admin.read(SHIPMENT, [shipment], ['outgoing_moves'])
  const [type] = await admin.search('stock.package.type', [], ['id'], { limit: 1 })
  await admin.create('stock.package', {
    shipment: `${SHIPMENT},${shipment}`,
    type: type?.id ?? (await admin.create('stock.package.type', { name: 'Box' })),
    moves: [['add', row?.outgoing_moves as readonly number[]]],
    ...(tracking === undefined ? {} : { shipping_reference: tracking }),
  })
  await withoutWarning(admin, `shipment_out_no_carrier_${SHIPMENT},${shipment}`, () =>
    admin.press(SHIPMENT, 'pack', [shipment]),
  )
  await admin.press(SHIPMENT, 'done', [shipment])
}

/** Splits a shipment: the warehouse sends fewer units now, and the rest later. */
export async function takeOut(
  admin: Tryton,
  shipment: number,
  units: ReadonlyMap<number, number>,
): Promise<void> {
  await admin.press(SHIPMENT, 'draft', [shipment])
  const [row] = await admin.read(SHIPMENT, [shipment], ['outgoing_moves'])
  const ids = row?.outgoing_moves as readonly number[]
  const moves = await admin.read('stock.move', ids, ['product'])
  const changes = moves.map(({ id, product }) => {
    const quantity = units.get(Number(product)) ?? 0
    return quantity > 0 ? ['write', [id], { quantity }] : ['delete', [id]]
  })
  await admin.call(`model.${SHIPMENT}.write`, [[shipment], { outgoing_moves: changes }])
  await admin.press(SHIPMENT, 'wait', [shipment])
}

/** Confirms a warning of Tryton, as a person does in the client. */
async function withoutWarning(
  admin: Tryton,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const [user] = await admin.search('res.user', [['login', '=', ADMIN.user]], ['id'])
  await admin.create('res.user.warning', { name, user: user?.id ?? 0, always: false })
  await work()
}

/**
 * Takes goods back: a copy of the sale with negative quantities, whose goods come in.
 *
 * @param units that come back, by product; others of the sale stay with the buyer
 */
export async function takeBack(
  admin: Tryton,
  sale: number,
  units: ReadonlyMap<number, number>,
): Promise<number> {
  const wizard = 'wizard.sale.return_sale'
  const context = { active_model: 'sale.sale', active_id: sale, active_ids: [sale] }
  const [session] = await admin.call<readonly [number]>(`${wizard}.create`, [])
  await admin.call(`${wizard}.execute`, [session, {}, 'return_'], context)
  const domain = [['origin', '=', `sale.sale,${sale}`]]
  const [row] = await admin.search('sale.sale', domain, ['lines'], { order: [['id', 'DESC']] })
  const id = row?.id ?? 0
  const lines = await admin.read('sale.line', row?.lines as readonly number[], ['product'])
  const changes = lines.map((line) => {
    const quantity = units.get(Number(line.product)) ?? 0
    return quantity > 0 ? ['write', [line.id], { quantity: -quantity }] : ['delete', [line.id]]
  })
  await admin.call('model.sale.sale.write', [[id], { lines: changes }])
  for (const button of ['quote', 'confirm', 'process']) await admin.press('sale.sale', button, [id])
  return id
}

/** The goods of a return arrive, and go to the shelf. */
export async function receive(admin: Tryton, returned: number): Promise<void> {
  const [row] = await admin.read('sale.sale', [returned], ['shipment_returns'])
  const ids = row?.shipment_returns as readonly number[]
  for (const button of ['receive', 'done']) {
    await admin.press('stock.shipment.out.return', button, ids)
  }
}

/** Cancels a shipment, and answers the question of Tryton: its goods are not delivered. */
export async function cancelShipment(admin: Tryton, sale: number, shipment: number): Promise<void> {
  await admin.press(SHIPMENT, 'cancel', [shipment])
  await ignoreMoves(admin, sale, shipment)
}

/** Answers what becomes of the moves of a cancelled shipment: they are not made again. */
export async function ignoreMoves(admin: Tryton, sale: number, shipment: number): Promise<void> {
  const domain = [
    ['shipment', '=', `${SHIPMENT},${shipment}`],
    ['sale', '=', sale],
  ]
  const moves = await admin.search('stock.move', domain, ['id'])
  const wizard = 'wizard.sale.handle.shipment.exception'
  const [session] = await admin.call<readonly [number]>(`${wizard}.create`, [])
  const answer = { ask: { recreate_moves: [], domain_moves: moves.map(({ id }) => id) } }
  const context = { active_model: 'sale.sale', active_id: sale, active_ids: [sale] }
  await admin.call(`${wizard}.execute`, [session, answer, 'handle'], context)
}
