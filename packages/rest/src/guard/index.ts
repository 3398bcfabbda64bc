export type { GuardOptions, Resolve } from '../guard-options.ts'
export { isPublicAddress } from './public-address.ts'
