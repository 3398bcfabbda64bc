/** Wire shapes of provisioning. */
import { Line, Nullable, OneOf, STRICT } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { ROLE_NAMES } from '../../people/members/roles.ts'
import { RoleName } from '../../people/members/schema.ts'

const DefaultRole = Nullable(
  OneOf(ROLE_NAMES, 'The role of people whose groups give none. Null: they have no access.'),
)

const GroupRole = Type.Object(
  {
    Group: Type.Unsafe<string>({
      ...Line(256, 'The displayName or the externalId of a group, which need not exist yet.'),
      minLength: 1,
    }),
    Role: RoleName,
  },
  { ...STRICT, title: 'GroupRole' },
)

const Roles = Type.Array(GroupRole, {
  maxItems: 100,
  description: 'Of several groups of a person, the highest role counts.',
})

/** The body of PATCH. */
export const ProvisioningChange = Type.Object(
  { DefaultRole: Type.Optional(DefaultRole), Roles: Type.Optional(Roles) },
  { ...STRICT, title: 'ProvisioningChange' },
)
export type ProvisioningChange = Static<typeof ProvisioningChange>

/** How a directory provides members. */
export const ProvisioningResponse = Type.Object(
  {
    Url: Nullable(
      Type.String({
        description: 'The address for the directory. Null in a hub where nobody can sign in.',
      }),
    ),
    DefaultRole,
    Roles,
    Subject: Nullable(
      Type.Object(
        { Provider: Type.String(), Issuer: Type.String() },
        {
          description:
            'The provider whose subjects are the external ids of people. The operator of the hub sets it. Null: people are recognised by their address.',
        },
      ),
    ),
    People: Type.Object({
      All: Type.Integer({ description: 'Whom the directory has sent.' }),
      Active: Type.Integer({ description: 'Who may have access.' }),
      Joined: Type.Integer({ description: 'Who have signed in, or were members before.' }),
    }),
    Groups: Type.Array(
      Type.Object({
        Id: Type.String(),
        DisplayName: Type.String(),
        ExternalId: Nullable(Type.String()),
        MemberCount: Type.Integer(),
        Role: Nullable(OneOf(ROLE_NAMES, 'The role that the group gives. Null: none.')),
      }),
      { description: 'Up to 200 groups of the directory, by name.' },
    ),
  },
  { title: 'Provisioning' },
)
export type ProvisioningResponse = Static<typeof ProvisioningResponse>

/** A call of the directory. */
export const ProvisioningCall = Type.Object(
  {
    Id: Type.Integer(),
    CalledAt: Type.String({ format: 'date-time' }),
    Label: Type.String({ description: 'The label of the secret.' }),
    Method: Type.String(),
    Path: Type.String({ description: 'Below the address, with its query.' }),
    Status: Type.Integer(),
    Detail: Nullable(Type.String({ description: 'Why it was refused.' })),
  },
  { title: 'ProvisioningCall' },
)
export type ProvisioningCall = Static<typeof ProvisioningCall>
