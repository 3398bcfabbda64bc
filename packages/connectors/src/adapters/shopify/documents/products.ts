/** Queries of a merchant's products, stock and prices. Each is checked against the published schema by a test. */

const VARIANT = `
  id
  sku
  barcode
  title
  price
  compareAtPrice
  updatedAt
  selectedOptions { name value }
`

const PRODUCT = `
  id
  title
  descriptionHtml
  vendor
  status
  updatedAt
  onlineStoreUrl
  isGiftCard
  category { fullName }
  featuredMedia { preview { image { url } } }
`

/** Families that have changed, in the order of their change. */
export const CHANGED_PRODUCTS = `
query EntrepotChangedProducts($query: String!, $after: String) {
  products(first: 8, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes {
      ${PRODUCT}
      variants(first: 30) {
        pageInfo { hasNextPage endCursor }
        nodes { ${VARIANT} }
      }
    }
  }
}`

/** The variants of a family beyond those that came with it. */
export const MORE_VARIANTS = `
query EntrepotMoreVariants($id: ID!, $after: String) {
  product(id: $id) {
    variants(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { ${VARIANT} }
    }
  }
}`

/** Products and variants that were deleted: an event is all that is left of them. */
export const DELETED_PRODUCTS = `
query EntrepotDeletedProducts($query: String!, $after: String) {
  events(first: 100, after: $after, query: $query) {
    pageInfo { hasNextPage endCursor }
    nodes { id createdAt ... on BasicEvent { subjectId } }
  }
}`

/** Everything, for the first read. Without arguments for pages: a bulk operation reads all of them. */
export const ALL_PRODUCTS = `
query EntrepotAllProducts {
  products {
    edges {
      node {
        ${PRODUCT}
        variants {
          edges { node { ${VARIANT} } }
        }
      }
    }
  }
}`

const STOCK = `
  sku
  price
  updatedAt
  product { id status isGiftCard }
  inventoryItem {
    tracked
    inventoryLevel(locationId: $location) { quantities(names: ["available"]) { quantity } }
  }
`

/** Variants that have changed: a price moves the variant only. */
export const CHANGED_STOCK_OF_VARIANTS = `
query EntrepotChangedVariants($query: String!, $after: String, $location: ID!) {
  productVariants(first: 50, after: $after, query: $query) {
    pageInfo { hasNextPage endCursor }
    nodes { id ${STOCK} }
  }
}`

/** Levels of the location that have changed: stock may move the level only. */
export const CHANGED_LEVELS = `
query EntrepotChangedLevels($query: String!, $after: String, $location: ID!) {
  location(id: $location) {
    inventoryLevels(first: 40, after: $after, query: $query) {
      pageInfo { hasNextPage endCursor }
      nodes {
        updatedAt
        quantities(names: ["available"]) { quantity }
        item {
          id
          tracked
          variants(first: 5) { nodes { id sku price product { id status isGiftCard } } }
        }
      }
    }
  }
}`

/** @returns the query of a bulk operation, which takes no variables */
export function allStock(location: string): string {
  return `
query EntrepotAllStock {
  productVariants {
    edges { node { id ${STOCK.replace('$location', JSON.stringify(location))} } }
  }
}`
}
