import type { ProblemFacts } from '../../kit/shared/names.ts'

/** The codes of refusals. */
export const SETTINGS_PROBLEMS = {
  MARKET_CUSTOMER_HAS_ORDERS: { status: 409, title: 'The customer already has orders' },
} as const satisfies Readonly<Record<string, ProblemFacts>>
