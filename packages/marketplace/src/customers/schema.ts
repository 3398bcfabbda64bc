/** A customer: one merchant with its products, channels and orders. */
import { type Static, Type } from 'typebox'
import { Count, Line, OneOf, Percentage, STRICT } from '../shared/wire.ts'

/** The treatment of orders with lines that cannot be sold: stored with a flag, or refused. */
export const UNSELLABLE_LINES = ['flag', 'refuse'] as const

/** The input of `createCustomer`. */
export const NewCustomer = Type.Object(
  {
    name: Type.Unsafe<string>({ ...Line(256), minLength: 1 }),
    baseCurrency: Type.Unsafe<string>({ type: 'string', format: 'currency' }),
    defaultVatRate: Percentage('VAT of products that name no rate, in percent.'),
    unsellableLines: Type.Optional(
      OneOf(
        UNSELLABLE_LINES,
        "'flag' keeps the order as REQUIRES_CORRECTION, 'refuse' answers 422.",
      ),
    ),
    handlingDays: Type.Optional(
      Count(0, 365, 'Days from the date of an order until it is to be shipped: `ShipBy`.'),
    ),
  },
  STRICT,
)
export type NewCustomer = Static<typeof NewCustomer>

/** The input of `changeCustomer`: the settings to change. */
export const CustomerChange = Type.Partial(NewCustomer, STRICT)
export type CustomerChange = Static<typeof CustomerChange>

/** A customer. Ids are text, because they have 64 bits in the database. */
export interface Customer {
  readonly customerId: string
  readonly name: string
  readonly baseCurrency: string
  readonly defaultVatRate: number
  readonly unsellableLines: (typeof UNSELLABLE_LINES)[number]
  /** Days from the date of an order until it is to be shipped. */
  readonly handlingDays: number
  /** False for a disabled customer, whose keys and members are refused. */
  readonly isActive: boolean
}
