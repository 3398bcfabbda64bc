/** What Ctrl+K shows of an order that was found. Pure. */
import type { Output } from '@entrepot/client'
import { dayOf, formatDay } from '../../components/values/days.ts'
import { statusLabel } from '../../components/values/status.tsx'

type FoundOrder = NonNullable<Output<'searchRecords'>['Orders']>[number]

/** The fields whose value does not say what it is. */
const FIELDS = {
  product: 'product',
  city: 'city',
  zipCode: 'postcode',
  trackingNumber: 'tracking number',
  company: 'company',
} as const satisfies Partial<Record<FoundOrder['Match']['Field'], string>>

/** A second line for an order that was found: its other names, the value that was found if they do not show it, its date and its status. */
export function describeFound(order: FoundOrder, timeZone: string): string {
  const { Id, MerchantReference, ChannelReference, Name, Email, Match } = order
  const main = MerchantReference ?? ChannelReference
  const parts = [ChannelReference === main ? undefined : ChannelReference, Name ?? Email]
  const label = FIELDS[Match.Field as keyof typeof FIELDS]
  if (label !== undefined) parts.push(`${label} ${Match.Value}`)
  else if (Match.Field === 'email' && Name) parts.push(Email)
  else if (Match.Field === 'id') parts.push(`order ${Id}`)
  parts.push(formatDay(dayOf(new Date(order.OrderDate), timeZone)), statusLabel(order.Status))
  return parts.filter(Boolean).join(', ')
}

/** The most orders that are shown of a product. */
const MAX_OF_PRODUCT = 5

/** The orders that were found by what they say themselves, and the newest ones that were found by a product of theirs alone. */
export function byMatch<Order extends Pick<FoundOrder, 'Match'>>(
  orders: readonly Order[],
): { readonly own: readonly Order[]; readonly ofProduct: readonly Order[] } {
  const isOfProduct = ({ Match }: Order) => Match.Field === 'product'
  return {
    own: orders.filter((order) => !isOfProduct(order)),
    ofProduct: orders.filter(isOfProduct).slice(0, MAX_OF_PRODUCT),
  }
}

/** Whether an action is found by a text: in its label, or in other words for what it opens. */
export function answersTo(
  { label, words = '' }: { readonly label: string; readonly words?: string | undefined },
  text: string,
): boolean {
  return `${label}, ${words}`.toLowerCase().includes(text.toLowerCase())
}
