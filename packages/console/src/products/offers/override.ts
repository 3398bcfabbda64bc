/** What a channel is offered of a product instead of what the rules give. Pure. */
import type { Input } from '@entrepot/client'
import { change, missingIn, type StockDraft, withNumbers } from '../../channels/rules/model/form.ts'
import { numberOf, type Typed } from '../../channels/rules/model/typed.ts'
import { momentAt } from '../../components/values/days.ts'
import { formatMoney, formatPercent } from '../../components/values/language.ts'
import type { Listing } from '../differences.ts'
import type { Override } from './queries.ts'

/** What a person types of an override. Moments are those of the fields of the browser, in the zone of the customer. */
export interface OverrideForm {
  readonly price: Typed
  /** Undefined: the rules of the channel decide. */
  readonly stock: StockDraft | undefined
  readonly isHidden: boolean
  readonly from: string
  readonly until: string
}

/** An override that changes nothing yet. */
export const NEW_OVERRIDE: OverrideForm = {
  price: '',
  stock: undefined,
  isHidden: false,
  from: '',
  until: '',
}

/** The label of the button that opens the overrides of a product at a channel. Who may not change them reads them. */
export function overrideLabel(
  { CurrentOffer, UnwantedReason }: Pick<Listing, 'CurrentOffer' | 'UnwantedReason'>,
  hasVariants: boolean,
  mayChange: boolean,
): string {
  if (!mayChange) return 'View settings'
  if (hasVariants) return 'Choose variants for this channel'
  return CurrentOffer === null && UnwantedReason === 'HIDDEN'
    ? 'Show again'
    : 'Settings for this channel'
}

/** Whether it changes something, and nothing is missing in it. */
export function isComplete({ price, stock, isHidden }: OverrideForm): boolean {
  const isEmpty = price === '' && stock === undefined && !isHidden
  return !isEmpty && missingIn({ Price: price === '' ? null : numberOf(price), stock }).length === 0
}

/** An override as the hub takes it. */
export type OverrideItem = Input<'storeOfferOverrides'>['body'][number]

/** The override as the hub takes it. @param timeZone of the customer */
export function itemOf(reference: string, form: OverrideForm, timeZone: string): OverrideItem {
  const moment = (typed: string) => (typed === '' ? undefined : momentAt(typed, timeZone))
  return change<OverrideItem>(
    { MerchantProductReference: reference },
    {
      Price: form.price === '' ? undefined : numberOf(form.price),
      Stock: withNumbers(form.stock) as OverrideItem['Stock'],
      Hidden: form.isHidden || undefined,
      From: moment(form.from),
      Until: moment(form.until),
    },
  )
}

/** What an item sets, in words. */
export function itemWords(item: OverrideItem, currency: string): string {
  const { Price = null, Stock = null, Hidden = false } = item
  return overrideWords(
    { Price, Stock: Stock as Override['Stock'], Hidden: Hidden ?? false },
    currency,
  )
}

/** Whether an override is as it was sent. */
export function isSameOverride(
  sent: OverrideItem,
  stored: Pick<Override, 'Price' | 'Stock' | 'Hidden' | 'Until'>,
): boolean {
  const until = (text: string | null | undefined) => (text ? Date.parse(text) : null)
  const rule = (stock: object | null | undefined) =>
    JSON.stringify(Object.entries(stock ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return (
    (sent.Price ?? null) === stored.Price &&
    (sent.Hidden ?? false) === stored.Hidden &&
    until(sent.Until) === until(stored.Until) &&
    rule(sent.Stock) === rule(stored.Stock)
  )
}

/** What an override does, in words. */
export function overrideWords(
  { Price, Stock, Hidden }: Pick<Override, 'Price' | 'Stock' | 'Hidden'>,
  currency: string,
): string {
  const parts = [
    Hidden ? 'not offered' : undefined,
    Price === null ? undefined : `price ${formatMoney(Price, currency)}`,
    Stock === null ? undefined : stockWords(Stock),
  ].filter((part) => part !== undefined)
  const words = parts.join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function stockWords(stock: NonNullable<Override['Stock']>): string {
  const { Percent, Buffer, Max, Fixed, HideBelow } = stock
  const parts = [
    Fixed === undefined ? undefined : `always ${Fixed} units`,
    Percent === undefined ? undefined : `${formatPercent(Percent)} of the units`,
    Buffer === undefined ? undefined : `${Buffer} units kept back`,
    Max === undefined ? undefined : `at most ${Max} units`,
    HideBelow === undefined ? undefined : `sold out below ${HideBelow}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'all available units' : parts.join(', ')
}

/** When an override holds, in words. */
export function timeWords(
  { From, Until }: Pick<Override, 'From' | 'Until'>,
  formatMoment: (at: string) => string,
): string {
  if (From === null && Until === null) return 'Always'
  const parts = [From && `from ${formatMoment(From)}`, Until && `until ${formatMoment(Until)}`]
  const words = parts.filter((part) => part !== null).join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
