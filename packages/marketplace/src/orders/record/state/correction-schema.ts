/** Why an order requires correction. */
import { type Static, Type } from 'typebox'
import { OneOf } from '../../../kit/shared/wire.ts'

/** A reason why an order requires correction. */
export const Correction = Type.Object(
  {
    Code: OneOf(['UNKNOWN_PRODUCT', 'PARENT_PRODUCT', 'NO_EXCHANGE_RATE'], 'What is wrong.'),
    Path: Type.String({ description: 'JSON pointer to what is to be corrected.' }),
    Message: Type.String(),
  },
  { title: 'Correction' },
)
export type Correction = Static<typeof Correction>
