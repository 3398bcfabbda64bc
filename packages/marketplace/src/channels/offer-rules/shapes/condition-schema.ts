/** The wire shape of conditions. */
import { Type } from 'typebox'
import { STRICT } from '../../../kit/shared/wire.ts'
import { MAX_CONDITIONS, MAX_DEPTH, MAX_TEXT, MAX_VALUES } from './names.ts'

/** A value that a field is compared with. */
export type Operand = string | number | boolean

/** A condition about one field: exactly one of the operators. */
export interface FieldCondition {
  readonly Field: string
  readonly Is?: Operand
  readonly IsNot?: Operand
  readonly In?: readonly Operand[]
  readonly Contains?: string
  readonly StartsWith?: string
  readonly Above?: number
  readonly Below?: number
  readonly Exists?: boolean
}

/** A condition about a product. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | FieldCondition

const TYPES = ['string', 'number', 'boolean'] as const
const operand = (description: string) => ({ type: TYPES, maxLength: MAX_TEXT, description })
const text = (description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength: MAX_TEXT,
  description,
})
const number = (description: string) => ({ type: 'number', description })
const INNER = {
  type: 'object',
  additionalProperties: true,
  description: 'A condition of this shape.',
}
const several = (description: string) => ({
  type: 'array',
  minItems: 1,
  maxItems: MAX_CONDITIONS,
  items: INNER,
  description,
})

/**
 * The shape of the outermost condition; `ruleIssues` checks those inside it, and that each has exactly one of `all`, `any`, `not` and
 * `Field`. A schema of the whole tree would refuse a wrong operator with the issues of all other branches.
 */
export const Condition = Type.Unsafe<Condition>({
  type: 'object',
  ...STRICT,
  title: 'OfferCondition',
  description: `Either all, any or not, or Field with exactly one operator. Conditions may be nested ${MAX_DEPTH} deep.`,
  properties: {
    all: several('All of these conditions match.'),
    any: several('At least one of these conditions matches.'),
    not: INNER,
    Field: text(
      "A field of the product such as 'Brand', 'StockAvailable', or a name in ExtraData such as 'ExtraData.Season'. Children have what they inherit.",
    ),
    Is: operand('The value is this one. Upper and lower case differ.'),
    IsNot: operand('The value is another one, or missing.'),
    In: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_VALUES,
      items: operand('A value.'),
      description: 'The value is one of these. Upper and lower case differ.',
    },
    Contains: text('The text contains this one, in upper or lower case.'),
    StartsWith: text('The text starts with this one, in upper or lower case.'),
    Above: number('The number is higher. A text is compared if it is a decimal such as 12.5.'),
    Below: number('The number is lower. A text is compared if it is a decimal such as 12.5.'),
    Exists: {
      type: 'boolean',
      description: 'Whether the product has a value. An empty text is none.',
    },
  },
})
