import type { ShopDescription } from '../../adapter/adapter.ts'

/** What the Medusa adapter says of itself: the form of the console, and the questions of the command. */
export const MEDUSA: ShopDescription = {
  shop: 'medusa',
  title: 'Medusa 2',
  roles: ['merchant'],
  guide: 'docs/guides/shops/medusa.md',
  settings: [
    {
      name: 'url',
      label: 'Address of the Medusa server',
      help: 'The origin under which /admin answers, such as https://shop.example.',
      type: 'url',
      required: true,
    },
    {
      name: 'regionId',
      label: 'Region',
      help: 'Prices are those of this region and its currency. Settings, Regions: the id starts with reg_.',
      type: 'text',
      required: true,
    },
    {
      name: 'salesChannelId',
      label: 'Sales channel',
      help: 'Its published products are sold, from the stock locations linked to it, and orders are created in it. The id starts with sc_.',
      type: 'text',
      required: true,
    },
    {
      name: 'shippingOptionId',
      label: 'Shipping option',
      help: 'The option that orders get, with the shipping costs that the buyer paid. Settings, Locations & Shipping: the id starts with so_.',
      type: 'text',
      required: true,
    },
    {
      name: 'vatRate',
      label: 'VAT to add to prices, in percent',
      help: 'Only if the prices of the region are without tax: the hub has prices with VAT.',
      type: 'number',
    },
    {
      name: 'unmanagedStock',
      label: 'Stock of variants that Medusa does not count',
      help: 'How many units are offered of a variant without "Manage inventory".',
      type: 'number',
      default: 100,
    },
    {
      name: 'returnsEvery',
      label: 'Minutes between reads of refunds',
      help: 'A refund does not change its order, so the payments of the last 60 days are read again after this time.',
      type: 'number',
      default: 15,
    },
    {
      name: 'otherTax',
      label: 'If the tax of the shop differs from the VAT of the order',
      help: 'Medusa computes the tax of an order with its own rates. The total is what the buyer paid in both cases.',
      type: 'choice',
      choices: [
        { value: 'refuse', label: 'Show a problem at the order' },
        { value: 'accept', label: 'Create the order with the tax of the shop' },
      ],
      default: 'refuse',
    },
    {
      name: 'adminUrl',
      label: 'Address of the Medusa dashboard',
      help: 'For links to products and orders. The default is /app of the server.',
      type: 'url',
    },
  ],
  secrets: [
    {
      name: 'apiKey',
      label: 'Secret API key',
      help: 'Settings, Secret API Keys, Create. It starts with sk_.',
      required: true,
    },
    {
      name: 'hintSecret',
      label: 'Secret of hints',
      help: 'Any long random text; the subscriber in the shop signs its hints with it. Without it, hints are not accepted.',
    },
  ],
}
