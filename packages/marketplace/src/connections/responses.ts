/** Converts connections to answers. */
import { stateOf } from './rules.ts'
import type { ConnectionResponse } from './schema.ts'
import type { Connection } from './store.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

export function toConnectionResponse(connection: Connection): ConnectionResponse {
  return {
    Id: Number(connection.connectionId),
    Name: connection.name,
    Shop: connection.shop,
    Role: connection.role,
    ChannelId: connection.channelId,
    Settings: connection.settings,
    IsPaused: connection.isPaused,
    State: stateOf(connection, connection.now),
    Failure: failureOf(connection),
    LastRunAt: iso(connection.lastRunAt),
    LastSuccessAt: iso(connection.lastSuccessAt),
    LastChangeAt: iso(connection.lastChangeAt),
    Lease: leaseOf(connection),
    Cursors: connection.cursors,
    Counts: {
      Linked: connection.linked,
      Creating: connection.creating,
      Problems: connection.problems,
    },
    Pending: connection.pending,
    LagSeconds: connection.lagSeconds,
    Version: connection.version,
    CreatedAt: connection.createdAt.toISOString(),
    UpdatedAt: connection.updatedAt.toISOString(),
  }
}

function failureOf(connection: Connection): ConnectionResponse['Failure'] {
  const { failureMessage, failureRemedy, failingSince } = connection
  if (failureMessage === null || failingSince === null) return null
  return {
    Message: failureMessage,
    Remedy: failureRemedy ?? '',
    Since: failingSince.toISOString(),
  }
}

function leaseOf({ leaseHolder, leaseExpiresAt, now }: Connection): ConnectionResponse['Lease'] {
  if (leaseHolder === null || leaseExpiresAt === null || leaseExpiresAt <= now) return null
  return { Holder: leaseHolder, ExpiresAt: leaseExpiresAt.toISOString() }
}
