/** Wire shapes of mappings of imports. */
import { COLUMN_TARGETS, type ColumnTarget } from '@entrepot/catalogues'
import { type Static, Type } from 'typebox'
import { Answered, DateTime, OneOf, Reference, STRICT } from '../../kit/shared/wire.ts'
import { ProductRequest } from '../products/schema.ts'

/** Columns that a mapping can name. */
const MAX_COLUMNS = 500

const Columns = Type.Unsafe<Readonly<Record<string, ColumnTarget>>>({
  type: 'object',
  maxProperties: MAX_COLUMNS,
  propertyNames: { type: 'string', format: 'line', minLength: 1, maxLength: 255 },
  additionalProperties: { type: 'string', enum: [...COLUMN_TARGETS] },
  description:
    'By the name of each column of the file, whose case does not count: the field of the product that it fills, `ExtraData` for a further value under the name of the column, or `Ignore`. `PriceWithoutVat` adds the VAT of the row; `Currency` says in which currency the amounts are. Two columns cannot fill one field. Columns that are not named are further values.',
})

const {
  Brand,
  CategoryTrail,
  Details,
  IsActive,
  ShippingCost,
  ShippingTime,
  Stock,
  VatClass,
  VatRate,
} = ProductRequest.properties

const Constants = Type.Object(
  { Brand, CategoryTrail, Details, IsActive, ShippingCost, ShippingTime, Stock, VatClass, VatRate },
  {
    ...STRICT,
    title: 'ImportConstants',
    description: 'Values of all products of the file, in fields for which it has no column.',
  },
)

/** What the columns of a file are. */
export const MappingRequest = Type.Object(
  { Columns, Constants: Type.Optional(Constants) },
  { ...STRICT, title: 'ImportMappingRequest' },
)
export type MappingRequest = Static<typeof MappingRequest>

/** A kept mapping in an answer. */
export const MappingResponse = Answered(
  Type.Object(
    {
      Name: Type.String(),
      Columns: Type.Unsafe<Readonly<Record<string, ColumnTarget>>>({
        type: 'object',
        additionalProperties: OneOf(COLUMN_TARGETS, 'What the column is.'),
        description: 'What each column of the file is, by its name.',
      }),
      Constants,
      UpdatedAt: DateTime('When it was stored.'),
    },
    { title: 'ImportMappingResponse' },
  ),
)
export type MappingResponse = Static<typeof MappingResponse>

/** The path parameter of a mapping. */
export const MappingPath = Type.Object({
  name: Reference(60, 'The name of the mapping. It must not begin with a brace.'),
})
export type MappingPath = Static<typeof MappingPath>
