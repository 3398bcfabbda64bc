/** Wire shapes of members, and parts that other administration calls share. */
import { Count, Nullable, OneOf, STRICT } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { ROLE_NAMES } from './roles.ts'

/** The roles on the wire. */
export const RoleName = OneOf(
  ROLE_NAMES,
  'owner: everything. operator: works with orders, shipments and products, and reads the rest. viewer: reads.',
)

/** A member of the customer. */
export const MemberResponse = Type.Object(
  {
    Id: Type.Integer({ description: 'Id of the user.' }),
    Email: Type.String(),
    Name: Nullable(Type.String({ description: 'As the identity provider gave it.' })),
    Role: RoleName,
    CreatedAt: Type.String({ format: 'date-time', description: 'Since when a member.' }),
    LastSignInAt: Nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'Member' },
)
export type MemberResponse = Static<typeof MemberResponse>

/** The body of PATCH. */
export const MemberChange = Type.Object({ Role: RoleName }, STRICT)
export type MemberChange = Static<typeof MemberChange>

/** The parameters of lists. */
export const ListQuery = Type.Object(
  {
    pageSize: Type.Optional(Count(1, 1000, 'Most items to answer; 100 when left out.')),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: 'From the Link of a page.' })),
  },
  STRICT,
)
export type ListQuery = Static<typeof ListQuery>

/** The path parameter of a record with a numeric id. */
export const IdPath = Type.Object({
  id: Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'Id of the record.' }),
})
export type IdPath = Static<typeof IdPath>
