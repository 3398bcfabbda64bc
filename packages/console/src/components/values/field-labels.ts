/** How the fields of the API are named on forms. Pure. */

/** The labels of the fields of a form, by their name in the API. */
export type FieldLabels = Readonly<Record<string, string>>

/** Labels that are not the name of the field with spaces. A form with another label gives it to `ActionForm`. */
const LABELS: FieldLabels = {
  Label: 'Name',
  Url: 'URL',
  Email: 'E-mail address',
  ChannelId: 'Channel',
  CountryIso: 'Country',
  CurrencyCode: 'Currency',
  DefaultVatRate: 'Default VAT rate',
  UnsellableLines: 'Orders with unsellable lines',
  VatRule: 'VAT of orders',
  StockKeeper: 'Who tracks your stock',
  CountsExclude: 'Who tracks your stock',
  StockLag: 'Hold back units for up to',
  RestockReturns: 'Put accepted returns back into stock',
  EanCode: 'EAN',
  MerchantProductReference: 'SKU',
  ParentMerchantReference: 'Product family',
  MerchantOrderReference: 'Order reference',
  MerchantOrderLineReference: 'Order line reference',
  MerchantShipmentReference: 'Shipment reference',
  MerchantReturnReference: 'Return reference',
  ChannelReference: 'Reference of the channel',
  UnitPriceInclVat: 'Unit price',
}

/** What one item of a list is called, where it is not the name of the list without its s. */
const ITEMS: FieldLabels = { Children: 'Variant', Addresses: 'Address', Countries: 'Country' }

/** The label of a field, such as `Handling days` for `HandlingDays`. */
export function fieldLabel(name: string, labels: FieldLabels = {}): string {
  return labels[name] ?? LABELS[name] ?? inWords(name)
}

function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * A JSON pointer in words: `/Lines/0/Quantity` is `Line 1, quantity`. Empty for the whole body, and for the only item of a list that a form
 * sends.
 */
export function pointerInWords(pointer: string, labels: FieldLabels = {}): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const words: string[] = []
  for (const [index, part] of parts.entries()) {
    if (!/^\d+$/.test(part)) {
      words.push(fieldLabel(part, labels))
      continue
    }
    const list = parts[index - 1]
    if (list === undefined) continue
    const item = ITEMS[list] ?? fieldLabel(list.replace(/s$/, ''), {})
    words.splice(-1, 1, `${item} ${Number(part) + 1}`)
  }
  return words
    .map((word, index) => (index === 0 || /^[A-Z]{2}/.test(word) ? word : lowerFirst(word)))
    .join(', ')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** A name of the API that is more than one word, which no sentence contains otherwise. */
const API_NAME = /(?<![\w/-])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?![\w/-])/g

/** A JSON pointer at the beginning of a sentence, as the hub writes it. */
const POINTER = /(?<![\w~:/.])(?:\/[A-Z][A-Za-z]*(?:\/\d+)?)+(?![\w/])/g

/** A message of the hub in which the names of fields are the labels of the form. */
export function inLabels(message: string, labels: FieldLabels = {}): string {
  const named = { ...LABELS, ...labels }
  return (
    message
      .replaceAll(POINTER, (pointer) => pointerInWords(pointer, labels))
      .replaceAll(API_NAME, (name) => named[name] ?? name)
      // What is code in a document.
      .replaceAll('`', '')
  )
}
