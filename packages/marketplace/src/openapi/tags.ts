/** The groups of calls, in the order of the document. */
export const TAGS: Readonly<Record<string, string>> = {
  Products:
    'The products of a merchant: create, change, read and deactivate them, one by one or many at once.',
  Synchronisation: 'What a channel must create, update and remove, and what it has processed.',
  Channels: 'The channels of a merchant: their settings and the state of their synchronisation.',
  Offers:
    'What channels are offered of products: rules for the selection, the stock and the price, overrides, and reviews of prices.',
  Orders: 'Orders: a channel creates them, the merchant acknowledges, corrects and closes them.',
  Shipments: 'What was sent to the buyer, with its tracking.',
  Cancellations: 'Units that will not be delivered.',
  Backorders: 'Units that are delivered later, because they are out of stock.',
  Returns: 'Units that come back, and the decision of the merchant on them.',
  Refunds: 'What buyers get back without a return, such as a price reduction.',
  Connections:
    'Shops that a connector synchronises with the hub: their settings, what is paired, what is wrong and what was done.',
  Events: 'The log of what happened to the records of a merchant.',
  Exports:
    'All products, orders, shipments, returns and more as a file: CSV for spreadsheets, or NDJSON.',
  Customer: 'The merchant itself: its settings, exchange rates, figures and refused calls.',
  Keys: 'The API keys of a merchant and of its channels.',
  Webhooks: 'URLs to which events are sent, and what has become of each delivery.',
}
