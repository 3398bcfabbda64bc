import { Type } from 'typebox'
import { CLOSED, Flag } from '../../shared/schema-parts.ts'

/** `mcp.dpop`. */
export const Dpop = Type.Object(
  Type.Partial(
    Type.Object({
      required: Type.Union(
        [Type.Literal('never'), Type.Literal('public'), Type.Literal('always')],
        {
          description:
            'Clients that must bind their tokens to a key: none, those that do not authenticate, or all. Default never: each client decides.',
        },
      ),
      nonce: Flag('Whether proofs must contain a nonce of this server. Default false.'),
    }),
  ).properties,
  { ...CLOSED, description: 'Tokens that are bound to a key of the client. See below.' },
)
