/** The search parameters of the overview. */
import * as v from 'valibot'
import { searchSchema } from '../search-params.ts'

/** The periods that can be chosen, in days. */
export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]

/** Of how many days the sales are shown; 30 when left out. */
export const overviewSearch = searchSchema({
  days: v.pipe(v.union([v.string(), v.number()]), v.toNumber(), v.picklist(PERIODS)),
})

export const DEFAULT_PERIOD: Period = 30
