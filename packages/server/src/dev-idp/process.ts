/** Runs the development identity provider in a process of its own: the hub stays as small as without it. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Answer, RegisterMessage, StartMessage } from './protocol.ts'

/** The provider, as far as the hub needs it. */
export interface DevIdpProcess {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Tells it where the hub is; before anybody signs in. */
  register(publicUrl: string): Promise<void>
  stop(): Promise<void>
}

/** The name of the provider in URLs: `/oauth/dev/login`. */
export const DEV_PROVIDER = 'dev'

const CLIENT_ID = 'entrepot'

const CHILD = fileURLToPath(
  new URL(`./child${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
)

/** Long enough for a busy machine: it takes 0.6 s on a quiet one. */
const START_TIMEOUT_MS = 20_000

/**
 * Starts the provider.
 *
 * @throws Error when it does not start; the message says why
 */
export async function startDevIdpProcess(
  options: StartMessage,
  logger: FastifyBaseLogger,
): Promise<DevIdpProcess> {
  const child = fork(CHILD, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const clientSecret = randomBytes(32).toString('base64url')
  let isStopping = false
  child.once('exit', (code, signal) => {
    if (isStopping) return
    logger.error(
      { code, signal },
      'the development identity provider has ended: restart the hub to sign in',
    )
  })
  const stop = async () => {
    if (isStopping || child.exitCode !== null) return
    isStopping = true
    const exit = once(child, 'exit')
    if (child.connected) child.disconnect()
    await exit
  }
  try {
    const { issuer } = (await ask(child, options)) as { issuer: string }
    return {
      issuer,
      clientId: CLIENT_ID,
      clientSecret,
      async register(publicUrl) {
        const client = {
          clientId: CLIENT_ID,
          clientSecret,
          name: 'Entrepot',
          redirectUris: [`${publicUrl}/oauth/${DEV_PROVIDER}/callback`],
          postLogoutRedirectUris: [`${publicUrl}/`],
          backchannelLogoutUri: `${publicUrl}/oauth/${DEV_PROVIDER}/backchannel-logout`,
        }
        await ask(child, { client })
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ask(child: ChildProcess, message: StartMessage | RegisterMessage): Promise<Answer> {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  const answered = once(child, 'message', { signal }) as Promise<[Answer]>
  const ended = once(child, 'exit', { signal }).then(([code]): [Answer] => [
    { failed: `it ended with ${code}` },
  ])
  child.send(message)
  const [answer] = await Promise.race([answered, ended])
  if (!('failed' in answer)) return answer
  throw new Error(`The development identity provider did not start: ${answer.failed}`)
}
