export { isAlone, runAlone, runTogether } from './alone.ts'
export { type BatchOptions, createBatcher, createKeyedBatcher } from './batcher.ts'
export { createKeyedLimiter, type KeyedLimit, type RunKeyed } from './keyed-limiter.ts'
