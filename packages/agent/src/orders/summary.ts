/** Orders in brief, for lists. Pure. */
import type { OrderResponse } from '@entrepot/marketplace'

/** What a list says of an order: enough to choose one, a tenth of the whole, and no shopper's contact data. */
export function summarize(order: OrderResponse) {
  const { Id, ChannelName, ChannelReference, Status, OrderDate, CurrencyCode, TotalInclVat } = order
  const { City, CountryIso } = order.ShippingAddress
  return {
    Id,
    ChannelName,
    ChannelReference,
    Status,
    OrderDate,
    CurrencyCode,
    TotalInclVat,
    ShipTo: [City, CountryIso].filter(Boolean).join(', '),
    LineCount: order.Lines.length,
    UnitCount: order.Lines.reduce((sum, line) => sum + line.Quantity, 0),
  }
}
