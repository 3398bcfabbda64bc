import { Type } from 'typebox'
import { Flag, Settings } from '../../shared/schema-parts.ts'

/** `mcp.dpop`. */
export const Dpop = Settings('Tokens that are bound to a key of the client. See below.', {
  required: Type.Union([Type.Literal('never'), Type.Literal('public'), Type.Literal('always')], {
    description:
      'Clients that must bind their tokens to a key: none, those that do not authenticate, or all. Default never: each client decides.',
  }),
  nonce: Flag('Whether proofs must contain a nonce of this server. Default false.'),
})
