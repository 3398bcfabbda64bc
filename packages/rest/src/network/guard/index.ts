export type { GuardOptions, Resolve } from '../../settings/guard-options.ts'
export { isPublicAddress } from './public-address.ts'
