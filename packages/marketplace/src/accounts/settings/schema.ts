/** Wire shapes of the settings of a customer. */
import { type Static, Type } from 'typebox'
import {
  COUNTS_EXCLUDE,
  STOCK_KEEPERS,
  UNSELLABLE_LINES,
  VAT_RULES,
} from '../../kit/principals/customer.ts'
import { Nullable, OneOf, STRICT } from '../../kit/shared/wire.ts'
import { NewCustomer } from '../customers/schema.ts'

const { name, baseCurrency, defaultVatRate, handlingDays } = NewCustomer.properties
const { stockKeeper, countsExclude, stockLag, restockReturns } = NewCustomer.properties
const { senderName, senderAddress, languages } = NewCustomer.properties
const { timeZone, countryIso, vatRule, zeroVatForBusinesses } = NewCustomer.properties
const UnsellableLines = OneOf(
  UNSELLABLE_LINES,
  "'flag' stores an order with lines that cannot be sold as REQUIRES_CORRECTION, 'refuse' answers 422.",
)

/** The body of PATCH /customer. Values that are not named stay. */
export const CustomerSettings = Type.Object(
  {
    Name: Type.Optional(name),
    BaseCurrency: Type.Optional(baseCurrency),
    DefaultVatRate: Type.Optional(defaultVatRate),
    TimeZone: timeZone,
    CountryIso: countryIso,
    VatRule: vatRule,
    ZeroVatForBusinesses: zeroVatForBusinesses,
    UnsellableLines: Type.Optional(UnsellableLines),
    HandlingDays: handlingDays,
    StockKeeper: stockKeeper,
    CountsExclude: countsExclude,
    StockLag: stockLag,
    RestockReturns: restockReturns,
    SenderName: senderName,
    SenderAddress: senderAddress,
    Languages: languages,
  },
  { ...STRICT, title: 'CustomerSettings' },
)
export type CustomerSettings = Static<typeof CustomerSettings>

/** The settings of a customer in an answer. */
export const CustomerResponse = Type.Object(
  {
    Id: Type.Integer(),
    Name: Type.String(),
    BaseCurrency: Type.String({ description: 'ISO 4217: the currency of converted amounts.' }),
    DefaultVatRate: Type.Number({ description: 'VAT of products that name no rate, in percent.' }),
    TimeZone: Type.String({
      description:
        'IANA: in which the days of statistics and filters begin, and in which handling days are counted.',
    }),
    CountryIso: Nullable(
      Type.String({ description: 'ISO 3166-1 alpha-2: from where the merchant sells.' }),
    ),
    VatRule: OneOf(VAT_RULES, 'What decides the VAT of orders.'),
    ZeroVatForBusinesses: Type.Boolean({
      description: 'Whether businesses in other countries of the VAT area have a rate of 0.',
    }),
    UnsellableLines,
    HandlingDays: Type.Integer({
      description: 'Days from the date of an order until it is to be shipped: its `ShipBy`.',
    }),
    StockKeeper: OneOf(STOCK_KEEPERS, 'Who keeps the stock.'),
    CountsExclude: Nullable(
      OneOf(COUNTS_EXCLUDE, 'Which orders the counts of the merchant do not contain any more.'),
    ),
    StockLag: Type.Integer({
      description: 'Minutes for which units that have left are held back if no count comes.',
    }),
    RestockReturns: Type.Boolean({
      description: 'Whether accepted units of returns are for sale again.',
    }),
    SenderName: Nullable(Type.String({ description: 'Who sends the parcels. Null: the name.' })),
    SenderAddress: Nullable(Type.String({ description: 'The address of the sender.' })),
    Languages: Nullable(
      Type.Array(Type.String(), {
        description: 'ISO 639-1: the languages in which the merchant writes to buyers.',
      }),
    ),
  },
  { title: 'CustomerResponse' },
)
export type CustomerResponse = Static<typeof CustomerResponse>
