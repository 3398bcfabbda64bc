import { Type } from 'typebox'
import type { EventFacts, ProblemFacts } from '../../kit/shared/names.ts'
import { CustomerSettings } from './schema.ts'

/** The codes of refusals. */
export const SETTINGS_PROBLEMS = {
  MARKET_CUSTOMER_HAS_ORDERS: { status: 409, title: 'The customer already has orders' },
} as const satisfies Readonly<Record<string, ProblemFacts>>

/** The events of settings. */
export const SETTINGS_EVENTS = {
  'customer.updated': {
    audience: 'merchant',
    scopes: ['settings:read'],
    data: Type.Object(CustomerSettings.properties, { title: 'CustomerEventData' }),
  },
} as const satisfies Readonly<Record<string, EventFacts>>
