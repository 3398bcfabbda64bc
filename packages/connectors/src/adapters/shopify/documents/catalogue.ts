/** Queries and mutations of a channel's catalogue. Each is checked against the published schema by a test. */

const FAMILY_VARIANTS = `
  pageInfo { hasNextPage endCursor }
  nodes { id sku barcode selectedOptions { name value } }
`

const FAMILY = `
  id
  handle
  status
  onlineStoreUrl
  options { name position }
  reference: metafield(namespace: "entrepot", key: "reference") { value }
  variants(first: 250) { ${FAMILY_VARIANTS} }
`

export const FAMILY_BY_ID = `
query EntrepotFamilyById($id: ID!) {
  product(id: $id) { ${FAMILY} }
}`

export const FAMILY_BY_REFERENCE = `
query EntrepotFamilyByReference($reference: String!) {
  productByIdentifier(identifier: { customId: { namespace: "entrepot", key: "reference", value: $reference } }) { ${FAMILY} }
}`

/** All variants of a family, which may have 2,048. */
export const VARIANTS_OF_FAMILY = `
query EntrepotVariantsOfFamily($id: ID!, $after: String) {
  product(id: $id) {
    variants(first: 250, after: $after) { ${FAMILY_VARIANTS} }
  }
}`

/** Creates or changes a family. Variants that are not in the list are deleted, so all of them are always sent. */
export const SET_PRODUCT = `
mutation EntrepotSetProduct($input: ProductSetInput!, $identifier: ProductSetIdentifiers) {
  productSet(input: $input, identifier: $identifier, synchronous: true) {
    product { ${FAMILY} }
    userErrors { field message code }
  }
}`

export const DELETE_VARIANTS = `
mutation EntrepotDeleteVariants($product: ID!, $variants: [ID!]!) {
  productVariantsBulkDelete(productId: $product, variantsIds: $variants) {
    userErrors { field message code }
  }
}`

export const PRODUCT_OF_VARIANT = `
query EntrepotProductOfVariant($id: ID!) {
  productVariant(id: $id) { id product { id variantsCount { count } } }
}`

export const PUBLISH = `
mutation EntrepotPublish($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) {
    userErrors { field message }
  }
}`

const OFFER = `
  id
  sku
  price
  inventoryPolicy
  inventoryItem {
    id
    tracked
    inventoryLevel(locationId: $location) { quantities(names: ["available"]) { quantity } }
  }
`

export const OFFERS_OF_PRODUCTS = `
query EntrepotOffersOfProducts($ids: [ID!]!, $location: ID!) {
  nodes(ids: $ids) {
    id
    ... on Product { variants(first: 2) { nodes { ${OFFER} product { id } } } }
    ... on ProductVariant { ${OFFER} product { id } }
  }
}`

export const SET_PRICES = `
mutation EntrepotSetPrices($product: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $product, variants: $variants, allowPartialUpdates: true) {
    userErrors { field message code }
  }
}`

export const SET_QUANTITIES = `
mutation EntrepotSetQuantities($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    userErrors { field message code }
  }
}`

export const STOCK_AT_LOCATION = `
mutation EntrepotStockAtLocation($item: ID!, $location: ID!, $key: String!) {
  inventoryActivate(inventoryItemId: $item, locationId: $location) @idempotent(key: $key) {
    userErrors { field message }
  }
}`

export const DELETE_PRODUCT = `
mutation EntrepotDeleteProduct($input: ProductDeleteInput!) {
  productDelete(input: $input) { deletedProductId userErrors { field message } }
}`
