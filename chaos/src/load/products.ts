/** Merchants that maintain products. Each writer has its own products, and waits for each answer before the next call. */
import type { Value } from '../entries.ts'
import type { Body, Call, Reading, Reply } from './client.ts'
import { type Actor, insist } from './shop-state.ts'

/** Families of a writer: a parent with two children, or a single product. */
const FAMILIES = 20

interface Product {
  readonly reference: string
  readonly parent: string | null
  readonly isParent: boolean
}

/** What the writer has stored. */
export interface Catalogue {
  readonly products: readonly Product[]
  /** References that are certainly stored. */
  readonly stored: Set<string>
}

/** The products of a writer; none is stored yet. */
export function createCatalogue(name: string): Catalogue {
  const products = Array.from({ length: FAMILIES }, (_, index): Product[] => {
    const reference = `${name}-${index}`
    const root = { reference, parent: null, isParent: index % 2 === 0 }
    if (!root.isParent) return [root]
    const child = (suffix: string) => ({
      reference: `${reference}-${suffix}`,
      parent: reference,
      isParent: false,
    })
    return [root, child('a'), child('b')]
  }).flat()
  return { products, stored: new Set() }
}

/** One write or read of a writer. */
export async function productRound(actor: Actor, catalogue: Catalogue): Promise<void> {
  const { random } = actor
  const product = random.pick(catalogue.products)
  if (!catalogue.stored.has(product.reference)) return await create(actor, catalogue, product)
  const rounds = [patch, patch, deactivate, upsert, offers, offers, read, read, refuse]
  // A replacement counts the stock.
  const others = actor.state.shop.isKeptByHub ? [addStock] : [put]
  await random.pick([...rounds, ...others])(actor, catalogue, product)
}

const thingOf = (actor: Actor, reference: string) => `product/${actor.state.shop.id}/${reference}`

/** Registers of a product that a body writes. */
function setsOf(thing: string, body: Readonly<Record<string, unknown>>) {
  const names = {
    Name: 'name',
    Description: 'description',
    Price: 'price',
    Stock: 'stock',
  } as const
  const sets: Record<string, Value> = {}
  for (const [field, name] of Object.entries(names)) {
    if (body[field] !== undefined) sets[`${thing}/${name}`] = body[field] as Value
  }
  if (body.IsActive !== undefined) sets[`${thing}/active`] = body.IsActive as Value
  return sets
}

/** The facts in an answer about a product. Whether a child is active also depends on its parent, and the stock of the hub on shipments. */
function readProduct({ state }: Actor, thing: string, product: Product) {
  return (body: Body): Reading => ({
    saw: {
      [`${thing}/name`]: body.Name,
      [`${thing}/description`]: body.Description ?? null,
      [`${thing}/price`]: body.Price ?? null,
      ...(!state.shop.isKeptByHub && { [`${thing}/stock`]: body.Stock }),
      ...(product.parent === null && { [`${thing}/active`]: body.IsActive }),
    },
    constants: { [`${thing}/id`]: body.Id },
    mismatch:
      body.MerchantProductReference === product.reference
        ? undefined
        : `asked for ${product.reference}, got ${body.MerchantProductReference}`,
  })
}

function content(actor: Actor): { Name: string; Description: string } {
  const version = `${actor.name} ${actor.next()}`
  return { Name: `Name ${version}`, Description: `Text ${version}` }
}

/** A price, and the stock if the merchant counts it. */
const offer = ({ random, state }: Actor) => ({
  Price: random.int(1, 99_999) / 100,
  ...(!state.shop.isKeptByHub && { Stock: random.int(0, 1_000) }),
})

async function create(actor: Actor, catalogue: Catalogue, product: Product): Promise<void> {
  if (product.parent !== null || product.isParent || actor.random.chance(0.3)) {
    return await upsert(actor, catalogue, product)
  }
  const thing = thingOf(actor, product.reference)
  const body = {
    MerchantProductReference: product.reference,
    ...content(actor),
    ...offer(actor),
    IsActive: true,
  }
  const reply = await insist(actor, {
    key: actor.state.shop.key,
    method: 'POST',
    path: '/v2/products',
    body,
    intent: { name: 'POST /products (one)', makes: [thing], sets: setsOf(thing, body) },
    read: readProduct(actor, thing, product),
  })
  if (reply.status === 201 || reply.status === 409) stored(actor, catalogue, product)
}

function stored(actor: Actor, catalogue: Catalogue, product: Product): void {
  catalogue.stored.add(product.reference)
  if (!product.isParent) actor.state.products.add(product.reference)
}

/** Sends the family of a product as an array, with the parent first. */
async function upsert(actor: Actor, catalogue: Catalogue, product: Product): Promise<void> {
  const root = product.parent ?? product.reference
  const family = catalogue.products.filter(
    ({ reference, parent }) => reference === root || parent === root,
  )
  const items = family.map(({ reference, parent }) => ({
    MerchantProductReference: reference,
    ...(parent !== null && { ParentMerchantReference: parent }),
    ...content(actor),
    ...offer(actor),
    IsActive: true,
  }))
  const reply = await insist(actor, {
    key: actor.state.shop.key,
    method: 'POST',
    path: '/v2/products',
    body: items,
    intent: {
      name: 'POST /products (array)',
      makes: items.map((item) => thingOf(actor, item.MerchantProductReference)),
      sets: Object.assign(
        {},
        ...items.map((item) => setsOf(thingOf(actor, item.MerchantProductReference), item)),
      ),
    },
    read: readAccepted(items.length),
  })
  if (reply.status === 200) for (const member of family) stored(actor, catalogue, member)
}

/** All items are valid, so none may be rejected. */
function readAccepted(count: number) {
  return ({ AcceptedCount, ProductMessages }: Body): Reading => ({
    mismatch:
      AcceptedCount === count
        ? undefined
        : `accepted ${AcceptedCount} of ${count}: ${JSON.stringify(ProductMessages)}`,
  })
}

async function change(
  actor: Actor,
  product: Product,
  method: 'PUT' | 'PATCH',
  body: Readonly<Record<string, unknown>>,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const thing = thingOf(actor, product.reference)
  const name = `${method} /products/<ref>`
  await insist(actor, {
    key: actor.state.shop.key,
    method,
    path: `/v2/products/${encodeURIComponent(product.reference)}`,
    body: { ...body, ...extra },
    intent: { name, needs: [thing], sets: setsOf(thing, body) },
    read: readProduct(actor, thing, product),
  })
}

async function patch(actor: Actor, _: Catalogue, product: Product): Promise<void> {
  const { random } = actor
  const bodies = [
    { Name: content(actor).Name },
    { Description: content(actor).Description },
    offer(actor),
    { IsActive: random.chance(0.7) },
  ]
  await change(actor, product, 'PATCH', random.pick(bodies))
}

async function put(actor: Actor, _: Catalogue, product: Product): Promise<void> {
  const body = { ...content(actor), ...offer(actor), IsActive: true }
  const place = product.parent === null ? {} : { ParentMerchantReference: product.parent }
  await change(actor, product, 'PUT', body, place)
}

async function deactivate(actor: Actor, _: Catalogue, product: Product): Promise<void> {
  const thing = thingOf(actor, product.reference)
  await insist(actor, {
    key: actor.state.shop.key,
    method: 'DELETE',
    path: `/v2/products/${encodeURIComponent(product.reference)}`,
    intent: {
      name: 'DELETE /products/<ref>',
      needs: [thing],
      sets: { [`${thing}/active`]: false },
    },
  })
}

async function offers(actor: Actor, catalogue: Catalogue): Promise<void> {
  const references = [...catalogue.stored].filter(() => actor.random.chance(0.2))
  const items = references.map((MerchantProductReference) => ({
    MerchantProductReference,
    ...offer(actor),
  }))
  if (items.length === 0) return
  const things = references.map((reference) => thingOf(actor, reference))
  const sets = items.map((item, index) => setsOf(things[index] as string, item))
  await insist(actor, {
    key: actor.state.shop.key,
    method: 'PUT',
    path: '/v2/offers',
    body: items,
    intent: { name: 'PUT /offers', needs: things, sets: Object.assign({}, ...sets) },
    read: readAccepted(items.length),
  })
}

/** Adds units to the stock that the hub keeps. It is sent once: if it is not answered, it is not known whether they were added. */
async function addStock(actor: Actor, _: Catalogue, product: Product): Promise<void> {
  const thing = thingOf(actor, product.reference)
  const StockChange = actor.random.int(1, 30)
  await actor.send({
    key: actor.state.shop.key,
    method: 'PUT',
    path: '/v2/offers',
    body: [{ MerchantProductReference: product.reference, StockChange }],
    intent: { name: 'PUT /offers (StockChange)', needs: [thing], adds: { [thing]: StockChange } },
    read: readAccepted(1),
  })
}

async function read(actor: Actor, _: Catalogue, product: Product): Promise<Reply> {
  return await actor.send(readCall(actor, product.reference, product))
}

function readCall(actor: Actor, reference: string, product: Product): Call {
  const thing = thingOf(actor, reference)
  return {
    key: actor.state.shop.key,
    method: 'GET',
    path: `/v2/products/${encodeURIComponent(reference)}`,
    intent: { name: 'GET /products/<ref>', needs: [thing] },
    read: readProduct(actor, thing, product),
  }
}

/** Sends an intentionally invalid call. The hub must refuse it, and store nothing. */
async function refuse(actor: Actor, _: Catalogue, product: Product): Promise<void> {
  await actor.send({
    key: actor.state.shop.key,
    method: 'PATCH',
    path: `/v2/products/${encodeURIComponent(product.reference)}`,
    body: { Price: -1 },
    intent: { name: 'PATCH /products/<ref> (wrong)', refusedWith: 400 },
  })
}
