/** Queries about the store itself, for the check. */

export const STORE = `
query EntrepotStore($location: ID!) {
  shop { name myshopifyDomain currencyCode taxesIncluded ianaTimezone }
  currentAppInstallation { accessScopes { handle } }
  location(id: $location) { id name isActive fulfillsOnlineOrders }
  locations(first: 20) { nodes { id name } }
}`

/** A field of each kind of protected customer data. Shopify denies those that the app has not been approved for. */
export const CUSTOMER_DATA = `
query EntrepotCustomerData {
  orders(first: 1) { nodes { id email phone shippingAddress { lastName address1 } } }
}`

export const PUBLICATIONS = `
query EntrepotPublications {
  publications(first: 20) { nodes { id catalog { title } } }
}`

/** The definitions that make Shopify find records by what the connector wrote, and refuse a second one with the same value. */
export const DEFINE_METAFIELD = `
mutation EntrepotDefineMetafield($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) {
    userErrors { field message code }
  }
}`
