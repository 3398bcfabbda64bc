/** The log of the hub: JSON lines on stderr, so that stdout stays for what the command answers. */
import { type Logger, pino } from 'pino'
import type { LogLevel } from './config/schema.ts'

/** Makes the logger. Headers and keys are not logged at all; the redaction is for what a plugin might add. */
export function createLogger(level: LogLevel): Logger {
  const secrets = ['apikey', 'authorization', 'cookie', 'x-api-key', 'password', 'token', 'secret']
  const paths = secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])
  return pino({ level, redact: { paths, censor: '[redacted]' } }, pino.destination({ fd: 2 }))
}
