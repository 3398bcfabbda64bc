/** Wire shape of GET /v2/me. */
import { Nullable, OneOf } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { ACTOR_WITH_PERSON } from '../../actor-shapes.ts'
import { RoleName } from '../members/schema.ts'

const CustomerName = { Id: Type.Integer(), Name: Type.String() }

/** For whom and by whom a request acts. */
export const MeResponse = Type.Object(
  {
    Kind: OneOf(['merchant', 'channel'], 'Kind of the credentials.'),
    Actor: Type.Object(ACTOR_WITH_PERSON),
    Customer: Type.Object({
      ...CustomerName,
      TimeZone: Type.String({
        description: 'IANA: in which its days begin, such as Europe/Amsterdam.',
      }),
    }),
    Scopes: Type.Array(Type.String(), { description: 'What the credentials permit now.' }),
    Customers: Type.Array(Type.Object({ ...CustomerName, Role: RoleName }), {
      description:
        'The customers of the person, with the roles there; for an agent those at which it acts for the person. Empty for a key.',
    }),
    HasPasskeys: Type.Boolean({
      description: 'Whether people sign in with passkeys at this hub.',
    }),
    McpUrl: Nullable(
      Type.String({
        description: 'Where AI agents connect; null in a hub without MCP.',
      }),
    ),
  },
  { title: 'Me' },
)
export type MeResponse = Static<typeof MeResponse>
