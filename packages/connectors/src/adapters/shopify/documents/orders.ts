/** Queries of orders, for both roles. Each is checked against the published schema by a test. */

/** What the buyer paid. */
const MONEY = `{ presentmentMoney { amount currencyCode } }`

/** Which orders have changed. What they contain is read order by order, since nested lists would cost more points than a query may. */
export const CHANGED_ORDERS = `
query EntrepotChangedOrders($query: String!, $after: String) {
  orders(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes { id updatedAt }
  }
}`

const LINES = `
  pageInfo { hasNextPage endCursor }
  nodes {
    id
    sku
    title
    quantity
    currentQuantity
    unfulfilledQuantity
    requiresShipping
    isGiftCard
    customAttributes { key value }
    originalUnitPriceSet ${MONEY}
    discountAllocations { allocatedAmountSet ${MONEY} }
    taxLines { rate title priceSet ${MONEY} }
  }
`

export const LINES_OF_ORDER = `
query EntrepotLinesOfOrder($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: 80, after: $after) { ${LINES} } }
}`

const FULFILLMENT_LINES = `
  pageInfo { hasNextPage endCursor }
  nodes { quantity lineItem { id } }
`

/** How many fulfilments come with an order. The others are read one by one, since a query may cost 1,000 points. */
export const FULFILLMENTS_OF_A_QUERY = 8

/** What has become of an order: shipments, refunds and returns. */
const COURSE = `
  id
  name
  updatedAt
  cancelledAt
  cancelReason
  presentmentCurrencyCode
  lineItems(first: 25) { ${LINES} }
  fulfillments(first: ${FULFILLMENTS_OF_A_QUERY}) {
    id
    status
    trackingInfo(first: 1) { company number url }
    fulfillmentLineItems(first: 20) { ${FULFILLMENT_LINES} }
  }
  refunds(first: 50) { id note createdAt totalRefundedSet ${MONEY} }
  mark: metafield(namespace: "entrepot", key: "mark") { value }
`

export const FULFILLMENTS_OF_ORDER = `
query EntrepotFulfillmentsOfOrder($id: ID!) {
  order(id: $id) { fulfillments(first: 250) { id } }
}`

export const FULFILLMENT = `
query EntrepotFulfillment($id: ID!, $after: String) {
  fulfillment(id: $id) {
    id
    status
    trackingInfo(first: 20) { company number url }
    fulfillmentLineItems(first: 100, after: $after) { ${FULFILLMENT_LINES} }
  }
}`

export const REFUND_LINES = `
query EntrepotRefundLines($id: ID!, $after: String) {
  refund(id: $id) {
    refundLineItems(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { quantity restockType restocked lineItem { id } subtotalSet ${MONEY} totalTaxSet ${MONEY} }
    }
  }
}`

export const ORDER_COURSE = `
query EntrepotOrderCourse($id: ID!) {
  order(id: $id) { ${COURSE} }
}`

const ADDRESS = `
  firstName
  lastName
  company
  address1
  address2
  zip
  city
  provinceCode
  province
  countryCodeV2
  phone
`

/** An order of the shop's buyers, with all that the hub takes over. */
export const WHOLE_ORDER = `
query EntrepotWholeOrder($id: ID!) {
  order(id: $id) {
    ${COURSE}
    createdAt
    processedAt
    test
    confirmed
    sourceName
    displayFinancialStatus
    taxesIncluded
    email
    phone
    note
    paymentGatewayNames
    discountCodes
    customer { id }
    shippingAddress { ${ADDRESS} }
    billingAddress { ${ADDRESS} }
    totalPriceSet ${MONEY}
    shippingLines(first: 5, includeRemovals: true) {
      nodes { title originalPriceSet ${MONEY} discountedPriceSet ${MONEY} taxLines { rate title priceSet ${MONEY} } }
    }
  }
}`

/** Returns that buyers have announced. */
export const RETURNS_OF_ORDER = `
query EntrepotReturnsOfOrder($id: ID!) {
  order(id: $id) {
    id
    returns(first: 8, reverse: true) {
      nodes {
        id
        status
        returnLineItems(first: 20) {
          nodes {
            quantity
            ... on ReturnLineItem {
              customerNote
              returnReasonDefinition { name }
              fulfillmentLineItem { lineItem { id } }
            }
          }
        }
      }
    }
  }
}`

export const ORDER_BY_MARK = `
query EntrepotOrderByMark($mark: String!) {
  orderByIdentifier(identifier: { customId: { namespace: "entrepot", key: "mark", value: $mark } }) {
    id
    name
    lineItems(first: 250) { nodes { id customAttributes { key value } } }
  }
}`

/** The products of an order that is to be created: whether they are still there, and which variant each is. */
export const VARIANTS_OF_PRODUCTS = `
query EntrepotVariantsOfProducts($ids: [ID!]!) {
  nodes(ids: $ids) {
    id
    ... on ProductVariant { sku }
    ... on Product { status variants(first: 2) { nodes { id sku } } }
  }
}`

export const CREATE_ORDER = `
mutation EntrepotCreateOrder($order: OrderCreateOrderInput!, $options: OrderCreateOptionsInput) {
  orderCreate(order: $order, options: $options) {
    order {
      id
      name
      lineItems(first: 250) { nodes { id customAttributes { key value } } }
    }
    userErrors { field message code }
  }
}`

export const CANCEL_ORDER = `
mutation EntrepotCancelOrder($id: ID!, $reason: OrderCancelReason!, $note: String) {
  orderCancel(
    orderId: $id
    reason: $reason
    restock: false
    notifyCustomer: false
    staffNote: $note
    refundMethod: { originalPaymentMethodsRefund: false }
  ) {
    orderCancelUserErrors { field message code }
  }
}`

export const CREATE_REFUND = `
mutation EntrepotCreateRefund($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) {
    refund { id }
    userErrors { field message }
  }
}`

/** The inventory of the lines of an order. Lines whose product was deleted have none. */
export const INVENTORY_OF_LINES = `
query EntrepotInventoryOfLines($id: ID!) {
  order(id: $id) {
    lineItems(first: 250) { nodes { id variant { inventoryItem { id tracked } } } }
  }
}`

export const ADJUST_QUANTITIES = `
mutation EntrepotAdjustQuantities($input: InventoryAdjustQuantitiesInput!, $key: String!) {
  inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
    userErrors { field message code }
  }
}`

/** What Shopify would give back for these units, and through which payments. */
export const SUGGESTED_REFUND = `
query EntrepotSuggestedRefund($id: ID!, $lines: [RefundLineItemInput!]) {
  order(id: $id) {
    suggestedRefund(refundLineItems: $lines) {
      amountSet ${MONEY}
      suggestedTransactions { gateway parentTransaction { id } amountSet ${MONEY} maximumRefundableSet ${MONEY} }
    }
  }
}`

/** What can still be shipped of an order, and what was written about its shipments. */
export const FULFILLMENT_ORDERS = `
query EntrepotFulfillmentOrders($id: ID!) {
  order(id: $id) {
    id
    shipments: metafield(namespace: "entrepot", key: "shipments") { value compareDigest }
    fulfillments(first: 100) { id status }
    fulfillmentOrders(first: 10) {
      nodes {
        id
        status
        assignedLocation { location { id } }
        supportedActions { action }
        lineItems(first: 30) { nodes { id remainingQuantity lineItem { id } } }
      }
    }
  }
}`

export const CREATE_FULFILLMENT = `
mutation EntrepotCreateFulfillment($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id status }
    userErrors { field message }
  }
}`

export const SET_TRACKING = `
mutation EntrepotSetTracking($id: ID!, $tracking: FulfillmentTrackingInput!, $notify: Boolean) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notify) {
    userErrors { field message }
  }
}`

export const SHOP_CURRENCY = `
query EntrepotShopCurrency {
  shop { currencyCode }
}`

export const SET_METAFIELDS = `
mutation EntrepotSetMetafields($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) {
    userErrors { field message code }
  }
}`
