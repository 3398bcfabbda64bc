import type { ShopDescription } from '../../adapter/adapter.ts'

/** What a Shopify connection needs. The scopes stand in {@link REQUIRED_SCOPES} of check.ts, by role. */
export const SHOPIFY: ShopDescription = {
  shop: 'shopify',
  title: 'Shopify',
  roles: ['merchant', 'channel'],
  settings: [
    {
      name: 'shop',
      label: 'Store domain',
      help: 'The domain that ends in myshopify.com: Settings, Domains. Not the domain that buyers see.',
      type: 'text',
      required: true,
    },
    {
      name: 'locationId',
      label: 'Location',
      help: 'The location whose stock counts: Settings, Locations, open one; the number at the end of the address of the page.',
      type: 'text',
      required: true,
    },
    {
      name: 'vatRate',
      label: 'VAT rate',
      help: 'Percent to add to prices that the shop keeps without tax. Leave empty if "Include sales tax in product price" is on in Settings, Taxes and duties.',
      type: 'number',
    },
    {
      name: 'untrackedStock',
      label: 'Stock of products that are not tracked',
      help: 'Units to report for products whose inventory Shopify does not track. 0 offers none of them.',
      type: 'number',
      default: 0,
      roles: ['merchant'],
    },
    {
      name: 'productStatus',
      label: 'Status of new products',
      help: 'Draft lets people check a product before buyers see it.',
      type: 'choice',
      choices: [
        { value: 'ACTIVE', label: 'Active' },
        { value: 'DRAFT', label: 'Draft' },
      ],
      default: 'ACTIVE',
      roles: ['channel'],
    },
    {
      name: 'publicationId',
      label: 'Sales channel',
      help: 'The number of the sales channel on which new products are published. Without it, people publish them. The check lists the sales channels.',
      type: 'text',
      roles: ['channel'],
    },
    {
      name: 'refundPayments',
      label: 'Give money back',
      help: 'Whether cancellations and returns of the hub pay the buyer back through the payment provider of the order. Otherwise they change units only, and people refund in Shopify.',
      type: 'boolean',
      default: false,
      roles: ['channel'],
    },
    {
      name: 'notifyBuyers',
      label: 'Send emails to buyers',
      help: 'Whether Shopify sends its emails when a shipment or a refund is written.',
      type: 'boolean',
      default: false,
      roles: ['channel'],
    },
    {
      name: 'testOrders',
      label: 'Read test orders',
      help: 'Whether orders that were paid with a test provider are read.',
      type: 'boolean',
      default: false,
      roles: ['channel'],
    },
  ],
  secrets: [
    {
      name: 'clientId',
      label: 'Client ID',
      help: 'Of an app of the Dev Dashboard that is installed in the store: Apps, the app, Settings. Tokens for it last 24 hours, and are renewed.',
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      help: 'Beside the client ID. It also signs the webhooks of the app.',
    },
    {
      name: 'accessToken',
      label: 'Admin API access token',
      help: 'Of an app that was created in the admin before 2026 (shpat_...), instead of the client ID: Apps, Develop apps, API credentials.',
    },
    {
      name: 'webhookSecret',
      label: 'Webhook secret',
      help: 'Only for webhooks that were created in Settings, Notifications, Webhooks: the secret is written below their list.',
    },
  ],
  guide: 'docs/guides/shops/shopify.md',
}
