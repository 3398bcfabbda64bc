import type { ShopDescription } from '../../adapter/adapter.ts'

export const DESCRIPTION: ShopDescription = {
  shop: 'woocommerce',
  title: 'WooCommerce 10',
  roles: ['merchant', 'channel'],
  settings: [
    {
      name: 'url',
      label: 'Address of the shop',
      help: 'The "Site Address" in WordPress > Settings > General, with https: https://shop.example.',
      type: 'url',
      required: true,
    },
    {
      name: 'orderStatus',
      label: 'Status of new orders',
      help: 'Processing: paid and to be shipped. On hold: somebody looks at it first. The shop takes the stock with both.',
      type: 'choice',
      choices: [
        { value: 'processing', label: 'Processing' },
        { value: 'on-hold', label: 'On hold' },
      ],
      default: 'processing',
      roles: ['merchant'],
    },
    {
      name: 'buyerEmail',
      label: 'Buyers get the mails of the shop',
      help: 'Writes the e-mail address of the buyer into orders. The shop then mails buyers of the channel, as it does its own.',
      type: 'boolean',
      default: false,
      roles: ['merchant'],
    },
    {
      name: 'unmanagedStock',
      label: 'Units of products without stock management',
      help: 'How many units the hub may sell of a product that is in stock, but whose units the shop does not count.',
      type: 'number',
      default: 100,
      roles: ['merchant'],
    },
    {
      name: 'refundPayment',
      label: 'Refund payments',
      help: 'Lets the payment provider of the shop give the money back with a cancellation, return or refund. Otherwise, refunds are only recorded.',
      type: 'boolean',
      default: false,
      roles: ['channel'],
    },
    {
      name: 'notifyBuyer',
      label: 'Mail shipments to the buyer',
      help: 'The note about a shipment, with the tracking number, is a note to the customer, which the shop mails.',
      type: 'boolean',
      default: true,
      roles: ['channel'],
    },
  ],
  secrets: [
    {
      name: 'key',
      label: 'Consumer key',
      help: 'WooCommerce > Settings > Advanced > REST API > Add key, for a user who is a shop manager, with the permissions Read/Write. It begins with ck_.',
      required: true,
    },
    {
      name: 'secret',
      label: 'Consumer secret',
      help: 'Shown once when the key is created. It begins with cs_.',
      required: true,
    },
    {
      name: 'webhookSecret',
      label: 'Secret of the webhooks',
      help: 'The secret that you enter for each webhook in WooCommerce > Settings > Advanced > Webhooks. Without webhooks, changes are found by the next read.',
    },
  ],
  guide: 'docs/guides/shops/woocommerce.md',
}
