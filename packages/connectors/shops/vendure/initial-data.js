/** What an empty shop begins with: countries, tax rates, shipping and payment. Prices are in cents and include VAT. */
const EUROPE = ['NL Netherlands', 'BE Belgium', 'DE Germany', 'FR France', 'IE Ireland']
const OTHERS = ['CH Switzerland', 'GB United Kingdom']

const countriesOf = (zone, names) =>
  names.map((line) => ({ code: line.slice(0, 2), name: line.slice(3), zone }))

export const initialData = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [...countriesOf('Europe', EUROPE), ...countriesOf('Other', OTHERS)],
  taxRates: [
    { name: 'Standard', percentage: 21 },
    { name: 'Reduced', percentage: 9 },
    { name: 'Zero', percentage: 0 },
  ],
  shippingMethods: [
    { name: 'Standard shipping', price: 495, taxRate: 21 },
    { name: 'Pick up', price: 0, taxRate: 21 },
  ],
  paymentMethods: [
    {
      name: 'Test payment',
      handler: {
        code: 'dummy-payment-handler',
        arguments: [{ name: 'automaticSettle', value: 'true' }],
      },
    },
  ],
  collections: [],
}
