/** The inputs that create and change customers. */
import { type Static, Type } from 'typebox'
import {
  COUNTS_EXCLUDE,
  STOCK_KEEPERS,
  UNSELLABLE_LINES,
  VAT_RULES,
} from '../../kit/principals/customer.ts'
import { IN_USE } from '../../kit/shared/formats.ts'
import { Block, Count, Line, Nullable, OneOf, Percentage, STRICT } from '../../kit/shared/wire.ts'

/** The input of `createCustomer`. */
export const NewCustomer = Type.Object(
  {
    name: Type.Unsafe<string>({ ...Line(256), minLength: 1 }),
    baseCurrency: Type.Unsafe<string>({ type: 'string', format: 'currency', [IN_USE]: true }),
    defaultVatRate: Percentage('VAT of products that name no rate, in percent.'),
    timeZone: Type.Optional(
      Type.Unsafe<string>({
        ...{ type: 'string', format: 'time-zone', maxLength: 64 },
        description:
          'IANA: in which the days of statistics and filters begin, and in which handling days are counted, such as Europe/Amsterdam.',
      }),
    ),
    countryIso: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        format: 'country',
        description: 'ISO 3166-1 alpha-2: from where the merchant sells.',
      }),
    ),
    vatRule: Type.Optional(
      OneOf(
        VAT_RULES,
        "'product': orders have the rates of their products. 'destination': those of the country to which they are sent.",
      ),
    ),
    zeroVatForBusinesses: Type.Optional(
      Type.Boolean({
        description:
          "With the rule 'destination': orders with a VAT number to another country of the VAT area have a rate of 0.",
      }),
    ),
    unsellableLines: Type.Optional(
      OneOf(
        UNSELLABLE_LINES,
        "'flag' keeps the order as REQUIRES_CORRECTION, 'refuse' answers 422.",
      ),
    ),
    handlingDays: Type.Optional(
      Count(0, 365, 'Days from the date of an order until it is to be shipped: `ShipBy`.'),
    ),
    stockKeeper: Type.Optional(
      OneOf(
        STOCK_KEEPERS,
        "'merchant': open orders are taken off the counts that the merchant sends. 'hub': shipments and returns change the stock, too. 'none': the stock is offered as it is.",
      ),
    ),
    countsExclude: Type.Optional(
      Nullable(
        OneOf(
          COUNTS_EXCLUDE,
          "'acknowledged': the counts of the merchant do not contain the units of orders that it has acknowledged.",
        ),
      ),
    ),
    stockLag: Type.Optional(
      Count(
        0,
        10_080,
        'Minutes for which units that have left are held back if no count comes: the longest time from a shipment until the count that contains it.',
      ),
    ),
    restockReturns: Type.Optional(
      Type.Boolean({
        description:
          'Whether accepted units of a return are for sale again, where the return does not say so. Only if the hub keeps the stock.',
      }),
    ),
    senderName: Type.Optional(
      Nullable(Line(250, 'Who sends the parcels, on packing slips. Null: the name.')),
    ),
    senderAddress: Type.Optional(
      Nullable(Block(1000, 'The address of the sender on packing slips, line by line.')),
    ),
    languages: Type.Optional(
      Nullable(
        Type.Array(Type.String({ pattern: '^[a-z]{2}$' }), {
          minItems: 1,
          maxItems: 20,
          uniqueItems: true,
          description:
            'ISO 639-1: the languages in which the merchant writes to buyers, such as on packing slips. The first is for buyers in all other countries.',
        }),
      ),
    ),
  },
  STRICT,
)
export type NewCustomer = Static<typeof NewCustomer>

/** The input of `changeCustomer`: the settings to change. */
export const CustomerChange = Type.Partial(NewCustomer, STRICT)
export type CustomerChange = Static<typeof CustomerChange>
