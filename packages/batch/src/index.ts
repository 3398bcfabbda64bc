export { type BatchOptions, createBatcher, createLaneBatcher } from './batcher.ts'
export { createLaneLimiter, type LaneLimit, type RunInLane } from './lane-limiter.ts'
