/** The wire shapes of how an offer was computed, and of why it could not be. */
import { type Static, Type } from 'typebox'
import { OneOf } from '../../../kit/shared/wire.ts'
import { OFFER_PROBLEMS, type OfferProblemCode } from './names.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))
const number = (description: string) => Type.Optional(Type.Number({ description }))

/** What was done in a step. */
export const STEPS = [
  'Rule',
  'Default',
  'NoRule',
  'Override',
  'Base',
  'Currency',
  'Percent',
  'Amount',
  'Commission',
  'Vat',
  'Round',
  'Min',
  'Max',
  'Available',
  'Buffer',
  'Fixed',
  'HideBelow',
] as const

/** One step of the computation of an offer, with the value after it. */
export const OfferStep = Type.Object(
  {
    Of: OneOf(['Price', 'Stock'], 'What the step belongs to.'),
    Step: OneOf(
      STEPS,
      'What was done. Rule, Default, NoRule and Override say where the following steps come from.',
    ),
    Rule: Type.Optional(Type.Integer({ description: 'Index of the rule that matched.' })),
    Name: text('What the rule that matched does, and for which products.'),
    Field: text('The field of the product that was used.'),
    Currency: text('The currency of this amount and of the following ones.'),
    Rate: text('Units of the base currency for one unit of the currency.'),
    Country: text('The country whose VAT rate was used.'),
    From: number('VAT rate that was removed, in percent.'),
    To: number('VAT rate that was added in percent, or the step of the rounding.'),
    Ending: number('The ending that was rounded to.'),
    Direction: text('The direction of the rounding: up, down or nearest.'),
    Percent: number('The percentage of the step.'),
    Change: number('The amount or the units that were added or subtracted.'),
    Limit: text('The limit, rounded.'),
    Amount: text('The amount after the step, as decimal text of at most ten decimals.'),
    Stock: Type.Optional(Type.Integer({ description: 'Of Available: the stock of the product.' })),
    Reserved: Type.Optional(
      Type.Integer({ description: 'Of Available: units of the stock that orders hold.' }),
    ),
    Units: Type.Optional(Type.Integer({ description: 'The units after the step.' })),
  },
  { title: 'OfferStep' },
)
export type OfferStep = Static<typeof OfferStep>

/** Why a product is held back. */
export const OfferProblem = Type.Object(
  {
    Code: OneOf(
      Object.keys(OFFER_PROBLEMS) as readonly OfferProblemCode[],
      'What is missing or wrong.',
    ),
    Detail: Type.String({ description: 'What is missing, and what to change.' }),
  },
  { title: 'OfferProblem' },
)
export type OfferProblem = Static<typeof OfferProblem>
