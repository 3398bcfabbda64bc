/** The message of a failure: what happened, and the next step. */
import { ClientError, isProblem } from '@entrepot/client'
import { HubAwayError } from '../core/records/hub.ts'
import { CommandFailure } from './terminal.ts'

export function explain(error: unknown): string {
  if (error instanceof CommandFailure) return error.message
  if (isProblem(error)) return explainProblem(error.status, error.detail, String(error.code))
  if (error instanceof HubAwayError) {
    return `The hub cannot be reached: ${error.message} Check ENTREPOT_HUB, and whether the hub runs.`
  }
  if (ClientError.is(error)) return `${error.message}\n(${error.code})`
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE' || code === 'EACCES') {
    return `The connector cannot listen: ${message}. Set ENTREPOT_CONNECT_LISTEN to a free address, such as 127.0.0.1:8090.`
  }
  const what = error instanceof Error ? error.message : String(error)
  return `${what}\nRun entrepot-connect doctor, which finds the usual causes.`
}

function explainProblem(status: number, detail: string, code: string): string {
  const next =
    status === 401
      ? 'Create a key in the hub, and set ENTREPOT_KEY or run "entrepot-connect init".'
      : status === 403
        ? 'Give the key the scopes of the guide: docs/guides/shops/README.md.'
        : 'Run entrepot-connect doctor, which finds the usual causes.'
  return `The hub refused the call: ${detail} ${next}\n(${code})`
}
