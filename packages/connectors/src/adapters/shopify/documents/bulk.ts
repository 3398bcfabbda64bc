/** Bulk operations: Shopify runs a query over everything, and offers the result as a file of JSON lines. */

export const START_BULK = `
mutation EntrepotStartBulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { id createdAt }
    userErrors { field message code }
  }
}`

export const BULK_STATE = `
query EntrepotBulkState($id: ID!) {
  bulkOperation(id: $id) { id status errorCode createdAt url partialDataUrl objectCount }
}`
