/** Wire shapes of invitations. */
import { Line, Nullable, OneOf, STRICT } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { ACTOR_WITH_PERSON } from '../../actor-shapes.ts'
import { RoleName } from '../members/schema.ts'
import { INVITATION_STATUSES } from './rules.ts'

/** The body of POST. */
export const InvitationRequest = Type.Object(
  {
    Email: Line(254, 'Address with which the person signs in.'),
    Role: RoleName,
  },
  STRICT,
)
export type InvitationRequest = Static<typeof InvitationRequest>

/** An invitation. */
export const InvitationResponse = Type.Object(
  {
    Id: Type.Integer(),
    Email: Type.String(),
    Role: RoleName,
    Status: OneOf(
      INVITATION_STATUSES,
      'An EXPIRED one was not accepted within seven days, or the person who made it is no longer an owner.',
    ),
    InvitedBy: Type.Object(ACTOR_WITH_PERSON),
    CreatedAt: Type.String({ format: 'date-time' }),
    ExpiresAt: Type.String({ format: 'date-time' }),
    AcceptedAt: Nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'Invitation' },
)
export type InvitationResponse = Static<typeof InvitationResponse>

/** A new invitation, with its link. */
export const IssuedInvitationResponse = Type.Object(
  {
    ...InvitationResponse.properties,
    Link: Nullable(
      Type.String({
        description:
          'Accepts the invitation for the user who opens it. It is not shown again. Null if nobody can sign in to the hub.',
      }),
    ),
  },
  { title: 'IssuedInvitation' },
)
export type IssuedInvitationResponse = Static<typeof IssuedInvitationResponse>
