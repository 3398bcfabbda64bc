export type { WithHeaders } from '../message/headers.ts'
export { type Link, linkTarget, parseLinkHeader } from './link-header.ts'
export { type RateLimit, rateLimit } from './rate-limit.ts'
export { parseRetryAfter } from './retry-after.ts'
