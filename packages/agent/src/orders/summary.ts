/** Summaries of orders, for lists. Pure. */
import type { OrderRow } from '@entrepot/marketplace'

/** The summary of an order: enough to choose one, and without contact data of the shopper. */
export function summarize(order: OrderRow) {
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
