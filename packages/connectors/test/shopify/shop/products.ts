/** Mutations of products, prices and stock. */
import type { Product, State, Variant } from './state.ts'
import type { viewsOf } from './views.ts'

type Views = ReturnType<typeof viewsOf>

interface VariantInput {
  readonly id?: string
  readonly sku?: string
  readonly barcode?: string
  readonly price?: string
  readonly compareAtPrice?: string | null
  readonly inventoryPolicy?: string
  readonly inventoryItem?: { readonly tracked?: boolean }
  readonly inventoryQuantities?: readonly {
    readonly locationId: string
    readonly quantity: number
  }[]
  readonly optionValues: readonly { readonly optionName: string; readonly name: string }[]
}

interface ProductInput {
  readonly title?: string
  readonly descriptionHtml?: string
  readonly vendor?: string
  readonly status?: string
  readonly metafields?: readonly {
    readonly namespace: string
    readonly key: string
    readonly value: string
  }[]
  readonly productOptions?: readonly {
    readonly name: string
    readonly values: readonly { readonly name: string }[]
  }[]
  readonly variants?: readonly VariantInput[]
}

interface Quantity {
  readonly inventoryItemId: string
  readonly locationId: string
  readonly quantity: number
  readonly changeFromQuantity?: number | null
}

interface Change {
  readonly inventoryItemId: string
  readonly locationId: string
  readonly delta: number
}

const error = (message: string, field: readonly string[] = [], code: string | null = null) => ({
  field,
  message,
  code,
})

export function productMutations(state: State, views: Views) {
  const itemOf = (id: string) => state.variants().find(({ item }) => item.id === id)

  return {
    productSet({ input, identifier }: { input: ProductInput; identifier?: { id?: string } }) {
      const known = identifier?.id === undefined ? undefined : state.products.get(identifier.id)
      if (identifier?.id !== undefined && !known)
        return {
          product: null,
          userErrors: [error('Product does not exist', ['identifier'], 'PRODUCT_DOES_NOT_EXIST')],
        }
      const problem = problemOf(input) ?? uniqueProblem(state, input, known)
      if (problem) return { product: null, userErrors: [problem] }
      const product = known ?? newProduct(state)
      applyProduct(state, product, input)
      state.products.set(product.id, product)
      return { product: views.productView(product), userErrors: [] }
    },

    productDelete({ input: { id } }: { input: { id: string } }) {
      const product = state.products.get(id)
      if (!product)
        return { deletedProductId: null, userErrors: [error('Product does not exist', ['id'])] }
      state.remove(product)
      return { deletedProductId: id, userErrors: [] }
    },

    productVariantsBulkDelete({ variantsIds }: { variantsIds: readonly string[] }) {
      for (const id of variantsIds) {
        const variant = state.variant(id)
        if (variant) state.removeVariant(variant)
      }
      return { userErrors: [] }
    },

    productVariantsBulkUpdate({
      variants,
    }: {
      variants: readonly { id: string; price?: string }[]
    }) {
      const userErrors = variants.flatMap(({ price }, index) =>
        Number(price) < 0
          ? [
              error(
                'Price must be greater than or equal to 0',
                ['variants', String(index), 'price'],
                'INVALID_VALUE',
              ),
            ]
          : [],
      )
      if (userErrors.length === 0) for (const { id, price } of variants) setPrice(state, id, price)
      return { userErrors }
    },

    inventorySetQuantities({ input }: { input: { quantities: readonly Quantity[] } }) {
      const userErrors = input.quantities.flatMap((one, index) => {
        const field = ['input', 'quantities', String(index)]
        const variant = itemOf(one.inventoryItemId)
        const level = variant?.levels.get(one.locationId)
        if (!level)
          return [
            error(
              'The specified inventory item is not stocked at the location.',
              field,
              'INVALID_LOCATION',
            ),
          ]
        if (one.changeFromQuantity === undefined)
          return [
            error(
              'The compareQuantity argument must be given.',
              field,
              'COMPARE_QUANTITY_REQUIRED',
            ),
          ]
        if (one.changeFromQuantity !== null && one.changeFromQuantity !== level.available)
          return [
            error(
              'The changeFromQuantity value does not match persisted value.',
              field,
              'CHANGE_FROM_QUANTITY_STALE',
            ),
          ]
        return []
      })
      if (userErrors.length > 0) return { userErrors }
      for (const { inventoryItemId, locationId, quantity } of input.quantities) {
        const variant = itemOf(inventoryItemId)
        if (variant) state.setAvailable(variant, quantity, locationId)
      }
      return { userErrors }
    },

    inventoryAdjustQuantities({ input: { changes } }: { input: { changes: readonly Change[] } }) {
      for (const { inventoryItemId, locationId, delta } of changes) {
        const variant = itemOf(inventoryItemId)
        const level = variant?.levels.get(locationId)
        if (variant && level) state.setAvailable(variant, level.available + delta, locationId)
      }
      return { userErrors: [] }
    },

    inventoryActivate({
      inventoryItemId,
      locationId,
    }: {
      inventoryItemId: string
      locationId: string
    }) {
      const variant = itemOf(inventoryItemId)
      if (variant && !variant.levels.has(locationId)) state.setAvailable(variant, 0, locationId)
      return { userErrors: [] }
    },

    publishablePublish({ id, input }: { id: string; input: readonly { publicationId: string }[] }) {
      const [publication] = input
      if (publication?.publicationId !== 'gid://shopify/Publication/3')
        return { userErrors: [error('Publication does not exist', ['input', '0'])] }
      state.published.set(id, publication.publicationId)
      return { userErrors: [] }
    },
  }
}

function setPrice(state: State, id: string, price: string | undefined): void {
  const variant = state.variant(id)
  if (!variant || price === undefined) return
  variant.price = price
  variant.updatedAt = state.now()
}

function problemOf({ productOptions, variants, title }: ProductInput) {
  if (title === '') return error("Title can't be blank", ['input', 'title'], 'INVALID_INPUT')
  if (variants && !productOptions)
    return error(
      'Product options are required to update variants',
      ['input', 'productOptions'],
      'PRODUCT_OPTIONS_INPUT_MISSING',
    )
  const names = (productOptions ?? []).map(({ name }) => name)
  if (names.length > 3)
    return error('You can only have 3 options', ['input', 'productOptions'], 'OPTIONS_OVER_LIMIT')
  const combinations = (variants ?? []).map(({ optionValues }) =>
    names
      .map((name) => optionValues.find(({ optionName }) => optionName === name)?.name ?? '')
      .join('/'),
  )
  if (new Set(combinations).size < combinations.length)
    return error('The variant already exists', ['input', 'variants'], 'VARIANT_ALREADY_EXISTS')
  return undefined
}

function uniqueProblem(state: State, { metafields = [] }: ProductInput, own: Product | undefined) {
  for (const { namespace, key, value } of metafields) {
    if (!state.definitions.has(`PRODUCT ${namespace} ${key}`)) continue
    const other = [...state.products.values()].find(
      (one) => one !== own && one.metafields.get(`${namespace}.${key}`) === value,
    )
    if (other) return error('Value must be unique', ['input', 'metafields'], 'INVALID_METAFIELD')
  }
  return undefined
}

function newProduct(state: State): Product {
  const id = state.id('Product')
  return {
    id,
    title: '',
    descriptionHtml: '',
    vendor: '',
    status: 'ACTIVE',
    updatedAt: '',
    isGiftCard: false,
    metafields: new Map(),
    variants: [],
  }
}

export function applyProduct(state: State, product: Product, input: ProductInput): void {
  const { title, descriptionHtml, vendor, status, metafields, variants } = input
  Object.assign(product, JSON.parse(JSON.stringify({ title, descriptionHtml, vendor, status })))
  product.updatedAt = state.now()
  // A list that is given takes the place of the old one.
  if (metafields)
    product.metafields = new Map(
      metafields.map(({ namespace, key, value }) => [`${namespace}.${key}`, value]),
    )
  if (!variants) return
  const before = product.variants
  const after = variants.map((one) => applyVariant(state, product, one))
  for (const gone of before.filter((one) => !after.includes(one))) state.removeVariant(gone)
  product.variants = after
}

function applyVariant(state: State, product: Product, input: VariantInput): Variant {
  const known = product.variants.find(({ id }) => id === input.id)
  const variant = known ?? newVariant(state, product, input)
  variant.options = input.optionValues.map(({ optionName, name }) => ({
    name: optionName,
    value: name,
  }))
  if (input.sku !== undefined) variant.sku = input.sku
  if (input.barcode !== undefined) variant.barcode = input.barcode
  if (input.price !== undefined) variant.price = input.price
  if (input.compareAtPrice !== undefined) variant.compareAtPrice = input.compareAtPrice
  variant.updatedAt = state.now()
  return variant
}

function newVariant(state: State, product: Product, input: VariantInput): Variant {
  const updatedAt = state.now()
  return {
    id: state.id('ProductVariant'),
    product,
    sku: null,
    barcode: null,
    price: '0.00',
    compareAtPrice: null,
    options: [],
    updatedAt,
    inventoryPolicy: input.inventoryPolicy ?? 'DENY',
    item: { id: state.id('InventoryItem'), tracked: input.inventoryItem?.tracked ?? false },
    levels: new Map(
      (input.inventoryQuantities ?? []).map(({ locationId, quantity }) => [
        locationId,
        { available: quantity, updatedAt },
      ]),
    ),
  }
}
