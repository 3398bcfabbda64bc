/** Which rule decides the VAT of an order, and at which rates. Pure. */
import type { Customer } from '../../../kit/principals/customer.ts'
import { type Decimal, decimal, round } from '../../../kit/shared/money.ts'
import type { Warning } from '../addresses/schema.ts'
import type { OrderTerms, PaidAmounts } from './amounts.ts'
import type { DestinationRates } from './destination-store.ts'
import type { VatSource } from './vat-sources.ts'

/** The VAT class of products that name none. */
export const STANDARD_CLASS = 'standard'

/** Maximum rate that is stored: `numeric(7, 4)`. */
const MAX_RATE = 999.9999

/** The VAT of a line or of shipping costs. */
export interface DecidedVat {
  /** In percent. Of a given amount without a rate: what it amounts to. */
  readonly rate: number
  readonly source: VatSource
  /** An amount that counts instead of the rate. */
  readonly amount: Decimal | null
  /** Why something else would be right. */
  readonly warning?: Warning | undefined
}

/** What the VAT of a line depends on. */
interface TaxedProduct {
  readonly vatRate: number | null
  readonly vatClass: string | null
}

/** What the rule of the customer depends on. */
interface VatFacts {
  readonly customer: Customer
  readonly country: string | null | undefined
  readonly vatNo: string | null | undefined
  /** Undefined if the table of rates does not matter. */
  readonly destination: DestinationRates | undefined
}

/**
 * Decides the VAT of each line. A value of the channel has priority, then what was decided when the order was stored, then the rule of the
 * customer. Undefined for a line whose product is unknown.
 */
export function decideVat(
  terms: OrderTerms,
  paid: PaidAmounts,
  customer: Customer,
  products: ReadonlyMap<string, TaxedProduct>,
  destination: DestinationRates | undefined,
): readonly (DecidedVat | undefined)[] {
  const { VatNo: vatNo, ShippingAddress } = terms
  const facts = { customer, country: ShippingAddress?.CountryIso, vatNo, destination }
  return terms.Lines.map((line, index) => {
    const product = products.get(line.MerchantProductReference)
    if (product === undefined) return undefined
    const path = `/Lines/${index}`
    const { GivenVatRate = null, VatAmount = null } = line
    const given = givenVat(
      GivenVatRate,
      VatAmount,
      paid.lines[index] as Decimal,
      `${path}/VatAmount`,
    )
    if (given) return given
    const { VatRate: rate = null, VatSource: source = null } = line
    if (rate !== null && source !== null) return { rate, source, amount: null }
    const { message, ...decided } = applyRule(facts, product)
    const warning = warningOf('VAT_RATE_MISSING', `${path}/VatRate`, message)
    return { ...decided, amount: null, warning }
  })
}

/** The VAT of shipping costs: as the channel gave it, or at the highest rate of the lines. */
export function decideShippingVat(
  terms: OrderTerms,
  paid: PaidAmounts,
  lines: readonly DecidedVat[],
): DecidedVat {
  const { GivenShippingVatRate = null, ShippingVatAmount = null } = terms
  const given = givenVat(
    GivenShippingVatRate,
    ShippingVatAmount,
    paid.paidShipping,
    '/ShippingVatAmount',
  )
  if (given) return given
  const isRated = (_: unknown, index: number) => {
    const { GivenVatRate = null, VatAmount = null } = terms.Lines[index] ?? {}
    return VatAmount === null || GivenVatRate !== null
  }
  // Taxes that are given as amounts say nothing about shipping costs for which none is given.
  const start = { rate: 0, source: 'given', amount: null } as const
  const [first = start, ...others] = lines.filter(isRated)
  const { rate, source } = others.reduce((a, b) => (b.rate > a.rate ? b : a), first)
  return { rate, source, amount: null }
}

function givenVat(
  rate: number | null,
  amount: number | null,
  paid: Decimal,
  path: string,
): DecidedVat | undefined {
  const source = 'given'
  if (amount === null) return rate === null ? undefined : { rate, source, amount: null }
  const isTooHigh = paid.lt(amount)
  const counted = isTooHigh ? paid : decimal(amount)
  const message = isTooHigh && `${amount} is more than was paid, with VAT: ${counted} is counted`
  const warning = warningOf('VAT_TOO_HIGH', path, message)
  return { rate: rate ?? rateWithin(paid, counted), source, amount: counted, warning }
}

/** The rate to which a VAT amounts, in percent. */
function rateWithin(amountInclVat: Decimal, vat: Decimal): number {
  const without = amountInclVat.minus(vat)
  if (without.lte(0)) return 0
  return Math.min(MAX_RATE, round(vat.times(100).div(without), 4).toNumber())
}

interface Ruling {
  readonly rate: number
  readonly source: VatSource
  readonly message?: string
}

function applyRule(facts: VatFacts, product: TaxedProduct): Ruling {
  const { customer, country, vatNo, destination } = facts
  const own = { rate: product.vatRate ?? customer.defaultVatRate, source: 'product' } as const
  if (customer.vatRule === 'product' || country === customer.countryIso) return own
  if (!country) {
    const message = 'the shipping address has no country: the rate of the product is used'
    return { ...own, message }
  }
  if (destination === undefined || destination.isEmpty) {
    const message =
      'the table of VAT rates is empty: the rate of the product is used. Store the table with PUT /v2/vat-rates'
    return { ...own, message }
  }
  const rates = Object.entries(destination.rates)
  if (rates.length === 0) return { rate: 0, source: 'outside-area' }
  if (customer.zeroVatForBusinesses && isForeign(vatNo, customer.countryIso)) {
    return { rate: 0, source: 'business' }
  }
  const vatClass = product.vatClass || STANDARD_CLASS
  const found = rates.find(([name]) => name === vatClass)
  if (found) return { rate: found[1], source: 'destination' }
  // Not less than what is due, whatever the class is.
  const rate = Math.max(...rates.map(([, value]) => value))
  const message = `the table of VAT rates has no rate of the class ${JSON.stringify(vatClass)} for ${country}: its highest rate, ${rate}%, is used. Add the rate with PUT /v2/vat-rates for later orders`
  return { rate, source: 'destination', message }
}

/** Whether a text can be a VAT number, and is not one of the own country: goods to its businesses are taxed wherever they are sent. */
function isForeign(vatNo: string | null | undefined, countryIso: string | null): boolean {
  const prefix = countryIso === 'GR' ? 'EL' : countryIso
  return /\d/.test(vatNo ?? '') && !vatNo?.trim().toUpperCase().startsWith(String(prefix))
}

function warningOf(
  Code: Warning['Code'],
  Path: string,
  message: string | false | undefined,
): Warning | undefined {
  return message ? { Code, Path, Message: message } : undefined
}

/** Whether a warning is about VAT, and not about an address. */
export function isVatWarning({ Code }: Warning): boolean {
  return Code.startsWith('VAT_')
}

/** The warnings of an order, of which those about VAT are new: one for each reason. Those of decisions that stay are kept. */
export function warningsOf(
  { Warnings = [], Lines }: OrderTerms,
  decided: readonly (DecidedVat | undefined)[],
): Warning[] {
  const isBooked = Lines.some(({ VatSource = null }) => VatSource !== null)
  const kept = isBooked ? Warnings.filter(({ Code }) => Code === 'VAT_RATE_MISSING') : []
  const byReason = new Map<string, Warning>()
  for (const warning of [...kept, ...decided.flatMap((vat) => vat?.warning ?? [])]) {
    const { Code, Path, Message } = warning
    const reason = Code === 'VAT_TOO_HIGH' ? Path : Message
    if (!byReason.has(reason)) byReason.set(reason, warning)
  }
  return [...Warnings.filter((warning) => !isVatWarning(warning)), ...byReason.values()]
}
