import type { ShopDescription } from '../../adapter/adapter.ts'

/** What the adapter for Vendure needs. */
export const DESCRIPTION: ShopDescription = {
  shop: 'vendure',
  title: 'Vendure 3',
  roles: ['channel'],
  settings: [
    {
      name: 'url',
      label: 'Admin API',
      help: 'The address of the Admin API, such as https://shop.example/admin-api.',
      type: 'url',
      required: true,
    },
    {
      name: 'channelToken',
      label: 'Channel token',
      help: 'Settings, Channels: the token of the channel that sells the products. Leave it out for the default channel.',
      type: 'text',
    },
    {
      name: 'stockLocation',
      label: 'Stock location',
      help: 'Catalog, Stock locations: the name of the location that gets the stock. Leave it out if there is only one.',
      type: 'text',
    },
    {
      name: 'currency',
      label: 'Currency',
      help: 'The currency of the offers that the hub sends, such as EUR. Leave it out if it is the default currency of the channel.',
      type: 'text',
    },
    {
      name: 'refunds',
      label: 'Refund buyers',
      help: 'Refunds what a merchant cannot deliver, accepted returns and amounts that the merchant gives back, with the payment method of the order. Otherwise a note at the order says what is due.',
      type: 'boolean',
      default: false,
    },
    {
      name: 'returnsEvery',
      label: 'Minutes between reads of refunds',
      help: 'A refund does not change its order, so the orders of the last 60 days are read again after this time.',
      type: 'number',
      default: 15,
    },
    {
      name: 'dashboard',
      label: 'Dashboard',
      help: 'The address of the dashboard, for links to orders and products. Leave it out if it is /dashboard at the address of the Admin API.',
      type: 'url',
    },
  ],
  secrets: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'Settings, API keys: a key with a role that has the rights Catalog (create, read, update, delete) and Order (read, update). The shop must accept API keys: authOptions.tokenMethod with api-key.',
      required: true,
    },
  ],
  guide: 'docs/guides/shops/vendure.md',
}
