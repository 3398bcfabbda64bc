import {
  DatabaseError,
  type DatabaseErrorCode,
  isSessionEnd,
  messageOf,
  sqlState,
} from '../errors.ts'
import type { Address } from './connection-url.ts'

/**
 * Converts the error of a first connection to a {@link DatabaseError}. Returns unknown errors unchanged.
 * SQLSTATEs: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function explainConnectError(error: unknown, address: Address): unknown {
  if (DatabaseError.is(error)) return error
  const reason = messageOf(error)
  const code = sqlState(error) ?? ''
  const explanation = explainRefusal(code, reason, address) ?? explainNetwork(error, address)
  if (!explanation) return error
  return new DatabaseError(explanation[0], explanation[1], { cause: error })
}

type Explanation = readonly [DatabaseErrorCode, string]

/** Errors that the server has sent. */
function explainRefusal(code: string, reason: string, address: Address): Explanation | undefined {
  const { label, user, database } = address
  switch (code) {
    case '28P01':
      return [
        'DATABASE_WRONG_PASSWORD',
        `The password for ${label} is wrong, or the role does not exist. Correct DATABASE_URL.`,
      ]
    case '28000':
      return explainAuthorization(reason, address)
    case '3D000':
      return [
        'DATABASE_NOT_FOUND',
        `The database '${database}' does not exist on the server of ${label}. Create it (CREATE DATABASE "${database}" OWNER "${user}") or correct DATABASE_URL.`,
      ]
    case '42501':
      return [
        'DATABASE_MISSING_RIGHT',
        `The role of ${label} may not connect (${reason}). Ask the owner of the database to run: GRANT CONNECT, CREATE ON DATABASE "${database}" TO "${user}".`,
      ]
    case '53300':
      return [
        'DATABASE_TOO_MANY_CONNECTIONS',
        `The server of ${label} has no connection left (${reason}). Lower the pool size of the nodes or raise max_connections.`,
      ]
    case '57P03':
      return [
        'DATABASE_UNREACHABLE',
        `The server of ${label} is starting up or shutting down (${reason}). Try again in a moment.`,
      ]
    default:
      return undefined
  }
}

/** 28000 has several reasons, which only the text distinguishes (in English unless lc_messages is set). */
function explainAuthorization(reason: string, address: Address): Explanation {
  if (/SSL off|no encryption|client certificate/i.test(reason)) {
    return [
      'DATABASE_TLS',
      `The server of ${address.label} refuses this kind of connection (${reason}). Use sslmode=require or stricter, and sslcert and sslkey if it wants a client certificate.`,
    ]
  }
  return [
    'DATABASE_MISSING_RIGHT',
    `The server of ${address.label} refuses this role (${reason}). Check the role in DATABASE_URL and pg_hba.conf of the server.`,
  ]
}

/** Errors before the server has answered, or of its certificate. */
function explainNetwork(error: unknown, { label }: Address): Explanation | undefined {
  const reason = messageOf(error)
  const code = sqlState(error) ?? ''
  if (/client password must be a (non-empty )?string/.test(reason)) {
    return [
      'DATABASE_WRONG_PASSWORD',
      `The server of ${label} asks for a password, and DATABASE_URL has none. Add it: postgres://USER:password@host/database.`,
    ]
  }
  if (/does not support SSL/.test(reason)) {
    return [
      'DATABASE_TLS',
      `The server of ${label} does not speak TLS. Enable it there (ssl = on), or add sslmode=disable to DATABASE_URL if the network is trusted.`,
    ]
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return [
      'DATABASE_TLS',
      `The certificate of ${label} is for another host (${reason}). Use a host name that the certificate lists, or sslmode=verify-ca to verify only its authority.`,
    ]
  }
  if (/CERT|SIGNATURE|SIGNED|^ERR_SSL|^ERR_TLS|^EPROTO/.test(code)) {
    return [
      'DATABASE_TLS',
      `The TLS handshake with ${label} failed (${reason}). Set sslrootcert to the file of the authority that signed the certificate of the server, and check sslcert and sslkey if the server requires them.`,
    ]
  }
  if (/^E[A-Z_]+$/.test(code) || isSessionEnd(error)) {
    return [
      'DATABASE_UNREACHABLE',
      `No PostgreSQL answers at ${label} (${code || reason}). Check host and port in DATABASE_URL, that the server is running, and the firewall.`,
    ]
  }
  return undefined
}
