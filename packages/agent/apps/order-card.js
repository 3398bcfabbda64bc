/** Shows an order. */
import { connect, link, make, plain, replace, showError, table } from './host.js'

const amount = (value, currency) => {
  if (typeof value !== 'number') return ''
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(value)
  } catch {
    return `${value} ${plain(currency)}`
  }
}

const day = (value) => {
  const time = new Date(plain(value))
  return Number.isNaN(time.getTime())
    ? ''
    : time.toLocaleDateString(undefined, { dateStyle: 'medium' })
}

const addressOf = (address = {}) =>
  [
    [address.CompanyName],
    [address.FirstName, address.LastName],
    [address.StreetName, address.HouseNr, address.HouseNrAddition],
    [address.ZipCode, address.City],
    [address.CountryIso],
  ]
    .map((parts) => parts.map(plain).filter(Boolean).join(' '))
    .filter(Boolean)
    .join(', ')

const fact = (name, value) => (value === '' ? [] : [make('dt', {}, name), make('dd', {}, value)])

/** A correction or a warning: to which value, and what. */
const textOf = ({ Path, Message }) =>
  `${plain(Path).split('/').join(' ').trim()}: ${plain(Message)}`

const showOrder = ({ order, error }) => {
  if (order === undefined) return showError(error ?? { detail: 'There is no order to show.' })
  const { CurrencyCode: currency, Lines: lines = [] } = order
  const problems = [...(order.Corrections ?? []), ...(order.Warnings ?? [])]
  return replace(
    make(
      'header',
      {},
      make(
        'h1',
        {},
        `Order ${plain(order.MerchantReference ?? order.ChannelReference ?? order.Id)}`,
      ),
      make('span', { class: 'badge' }, plain(order.Status)),
      make('span', { class: 'soft' }, plain(order.ChannelName)),
    ),
    problems.map((problem) => make('p', { class: 'warn' }, textOf(problem))),
    make(
      'dl',
      {},
      fact('Ordered', day(order.OrderDate)),
      fact('Ship by', day(order.ShipBy)),
      fact('Ship to', addressOf(order.ShippingAddress)),
      fact('Total', amount(order.OriginalTotalInclVat, currency)),
      fact('Refunded', order.RefundedInclVat > 0 ? amount(order.RefundedInclVat, currency) : ''),
    ),
    table(
      ['Product', 'Units', 'Open', 'Price'],
      lines.map((line) => [
        plain(line.MerchantProductReference),
        plain(line.Quantity),
        plain(line.OpenQuantity) +
          (line.ShortUnits > 0 ? ` (${plain(line.ShortUnits)} short)` : ''),
        amount(line.OriginalUnitPriceInclVat, currency),
      ]),
    ),
    make('footer', {}, link('Open in the console', order.Link)),
  )
}

connect('entrepot-order-card', showOrder)
