/** Creates a passkey of the person who is signed in, with the calls of the pages of the hub. */
import { startRegistration } from '@simplewebauthn/browser'
import { callRaw } from '../../hub/raw-call.ts'
import type { Session } from '../../hub/session.tsx'

/**
 * Asks the browser for a passkey, and stores it.
 *
 * @throws HubError if the hub refuses, such as with `SERVER_OLD_SESSION`; Error with words for the person if the browser makes none
 */
export async function createPasskey(session: Session, name: string): Promise<void> {
  const options = await send(session, '/passkeys/create/options', { reason: 'account' })
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new Error(wordsOf(error), { cause: error })
  })
  await send(session, '/passkeys/create', { response, ...(name !== '' && { name }) })
}

async function send(session: Session, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  return await (await callRaw(session, 'createPasskey', path, init)).json()
}

const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError:
    'Nothing was added: the passkey was not confirmed, or it took too long. Try again.',
  InvalidStateError: 'This device already has one of your passkeys.',
  SecurityError: 'The browser does not allow passkeys at this address.',
  NotSupportedError: 'This browser or device cannot create this kind of passkey. Use another one.',
}

function wordsOf(error: unknown): string {
  const { name, message, cause } = error as Error
  return WORDS[(cause as Error | undefined)?.name ?? name] ?? message
}
