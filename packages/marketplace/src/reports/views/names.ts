import type { ProblemFacts } from '../../kit/shared/names.ts'

/** The codes of refusals. */
export const VIEW_PROBLEMS = {
  MARKET_TOO_MANY_VIEWS: { status: 409, title: 'There are too many views' },
} as const satisfies Readonly<Record<string, ProblemFacts>>
