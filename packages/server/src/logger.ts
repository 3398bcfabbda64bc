/** The log of the hub: JSON lines on stderr, so that stdout stays for what the command answers. */
import { type Logger, pino } from 'pino'
import type { LogLevel } from './config/schema.ts'

/** Names under which a plugin or an error might carry a secret into the log. */
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
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'logout_token',
  'code_verifier',
]

/** Makes the logger. Headers and keys are not logged at all; the redaction is for what a plugin might add. */
export function createLogger(level: LogLevel): Logger {
  const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])
  return pino({ level, redact: { paths, censor: '[redacted]' } }, pino.destination({ fd: 2 }))
}
