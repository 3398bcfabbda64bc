/** The call that sends a first order, for a terminal. Pure. */

/** What the call names. */
export interface FirstCall {
  readonly hub: string
  readonly currency: string
  /** A product that can be ordered. */
  readonly product: string
}

/** The call, with the secret of a channel key in the variable `CHANNEL_KEY`. */
export function firstCall({ hub, currency, product }: FirstCall): string {
  const order = `{
  "ChannelReference": "first-order",
  "Email": "buyer@example.com", "CurrencyCode": ${JSON.stringify(currency)},
  "ShippingAddress": { "FirstName": "Nora", "City": "Rotterdam",
    "CountryIso": "NL" },
  "Lines": [{ "ChannelReference": "1",
    "MerchantProductReference": ${JSON.stringify(product)},
    "Quantity": 1, "UnitPriceInclVat": 10 }]
}`
  return `curl ${hub}/v2/orders \\
  -H "X-Api-Key: $CHANNEL_KEY" \\
  -H 'Content-Type: application/json' -d '${order.replaceAll("'", "'\\''")}'`
}
