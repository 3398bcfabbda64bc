/** The log of the hub: JSON lines on stderr, or lines for people on a terminal. stdout is for the output of the command. */
import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from '../config/schema.ts'

/** Names of properties that may contain a secret when a plugin or an error is logged. */
const SECRETS = [
  'apikey',
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'password',
  'secret',
  'clientSecret',
  'client_secret',
  'clientKeys',
  'decryptionKeys',
  'client_assertion',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'logout_token',
  'code_verifier',
]

/** Creates the logger. The hub does not log headers and keys; the redaction is for objects that plugins log. */
export function createLogger(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ fd: 2 }),
): Logger {
  const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])
  return pino({ level, redact: { paths, censor: '[redacted]' } }, destination)
}
