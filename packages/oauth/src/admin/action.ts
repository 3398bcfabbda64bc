import type { FastifyRequest } from 'fastify'
import { callerOf } from '../caller.ts'
import type { Caller } from '../store/audit.ts'

/** Characters of a note that are kept. */
const MAX_NOTE = 256

/** Who acts, for the audit. */
export interface AdminAction {
  /** The operator, as the application names them. Cut to 256 characters. */
  readonly by?: string | undefined
  /** The request of the operator: its address and user agent are recorded. */
  readonly request?: FastifyRequest | undefined
}

/** What the audit says of an action. */
export function causeOf({ by, request }: AdminAction = {}): Caller {
  const name = by && noteOf(by)
  return { ...(request && callerOf(request)), ...(name && { by: name }) }
}

/** A text of an operator as it is stored: one line, and not too long. */
export function noteOf(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, MAX_NOTE)
    .toWellFormed()
}
