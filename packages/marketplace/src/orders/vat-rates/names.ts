/** The events of the table of VAT rates. */
import { Type } from 'typebox'
import type { EventFacts } from '../../kit/shared/names.ts'

export const VAT_RATE_EVENTS = {
  'vat_rates.changed': {
    audience: 'merchant',
    scopes: ['settings:read'],
    data: Type.Object(
      {
        Count: Type.Integer({ description: 'Rates in the table afterwards.' }),
        Countries: Type.Array(Type.String(), {
          description: 'The countries of which a rate was added, changed or removed.',
        }),
      },
      { title: 'VatRatesEventData' },
    ),
  },
} as const satisfies Readonly<Record<string, EventFacts>>
