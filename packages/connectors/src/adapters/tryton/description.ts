import type { ShopDescription } from '../../adapter/adapter.ts'

export const DESCRIPTION: ShopDescription = {
  shop: 'tryton',
  title: 'Tryton 6.0',
  roles: ['merchant'],
  settings: [
    {
      name: 'url',
      label: 'Server',
      help: 'The address of the Tryton server, without the name of the database.',
      type: 'url',
      required: true,
    },
    {
      name: 'database',
      label: 'Database',
      help: 'As in the login window of Tryton.',
      type: 'text',
      required: true,
    },
    {
      name: 'warehouse',
      label: 'Warehouse',
      help: 'Its code or name, under Inventory & Stock, Locations. Needed if there are several.',
      type: 'text',
    },
    {
      name: 'shippingProduct',
      label: 'Product for shipping costs',
      help: 'The code of a salable product of type Service. Without it, orders with shipping costs are refused.',
      type: 'text',
    },
    {
      name: 'carrier',
      label: 'Carrier',
      help: 'The name of the carrier of all orders, with the modules for carriers. Without it, people choose one when they pack.',
      type: 'text',
    },
    {
      name: 'taxes',
      label: 'Taxes',
      help: 'Names of taxes by rate, where Tryton has several of one rate, with the country where it matters: "21=VAT 21%; DE:19=VAT DE 19%".',
      type: 'text',
    },
    {
      name: 'invoiceMethod',
      label: 'Invoice method',
      help: 'When Tryton makes the invoice of a sale.',
      type: 'choice',
      choices: [
        { value: 'default', label: 'As configured in Tryton' },
        { value: 'order', label: 'On Order Processed' },
        { value: 'shipment', label: 'On Shipment Sent' },
      ],
      default: 'default',
    },
    {
      name: 'webUrl',
      label: 'Web client',
      help: 'The address of the web client of Tryton, for links from the hub.',
      type: 'url',
    },
  ],
  secrets: [
    {
      name: 'user',
      label: 'User',
      help: 'The login of a user of its own for the connector, with the groups Sales, Stock and Party Administration.',
      required: true,
    },
    {
      name: 'password',
      label: 'Password',
      help: 'The password of this user. Keys of user applications do not open the models of Tryton 6.0.',
      required: true,
    },
  ],
  guide: 'docs/guides/shops/tryton.md',
  // Units for orders of the hub count until they leave the warehouse.
  countsExclude: null,
}
