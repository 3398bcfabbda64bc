import type * as oauth from 'oauth4webapi'
import type { ProtocolFetch } from './token-answer.ts'

/** Options that go with every call of the protocol library. */
export interface RequestOptions {
  readonly [oauth.customFetch]: ProtocolFetch
  readonly [oauth.allowInsecureRequests]: boolean
}
