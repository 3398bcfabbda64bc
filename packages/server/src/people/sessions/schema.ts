/** Wire shapes of sessions. */
import { Nullable } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'

/** A session of a person in a browser. */
export const SessionResponse = Type.Object(
  {
    Id: Type.String({ description: 'Names the session, but does not open it.' }),
    Browser: Nullable(
      Type.String({
        description:
          'The browser and its device or system at the sign-in, such as `Chrome on Windows`, as the browser named itself. Null if unknown.',
      }),
    ),
    CreatedAt: Type.String({ format: 'date-time', description: 'When the person signed in.' }),
    ExpiresAt: Type.String({
      format: 'date-time',
      description: 'When it ends if it is not used until then.',
    }),
    IsCurrent: Type.Boolean({ description: 'Whether this request was made with it.' }),
  },
  { title: 'Session' },
)
export type SessionResponse = Static<typeof SessionResponse>

/** How many sessions have ended. */
export const EndedSessions = Type.Object(
  { EndedCount: Type.Integer({ description: 'Sessions that have ended.' }) },
  { title: 'EndedSessions' },
)
export type EndedSessions = Static<typeof EndedSessions>

/** The path parameter of a session. */
export const SessionPath = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Id of the session.' }),
})
export type SessionPath = Static<typeof SessionPath>
