/** What is wrong with rules and overrides that their schemas cannot say. Pure. */
import type { Issue } from '../../kit/shared/errors.ts'
import type { OfferOverride, OfferRules } from './schema.ts'

export declare function ruleIssues(rules: OfferRules, baseCurrency: string): readonly Issue[]
export declare function overrideIssues(override: OfferOverride): readonly Issue[]
