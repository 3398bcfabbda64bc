/** Runs the development identity provider in a process of its own: the hub stays as small as without it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Client } from '@entrepot/dev-idp'
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
const ANSWER_TIMEOUT_MS = 20_000

/** What {@link startDevIdpProcess} is told. */
export interface StartDevIdpProcessOptions extends StartMessage {
  /** The secret that the hub has at the provider: of hubs with one folder, the same. */
  readonly clientSecret: string
  readonly logger: FastifyBaseLogger
}

/**
 * Starts the provider.
 *
 * @throws Error when it does not start; the message says why, and how to do without
 */
export async function startDevIdpProcess(
  options: StartDevIdpProcessOptions,
): Promise<DevIdpProcess> {
  const { port, directory, clientSecret, logger } = options
  const child = forkChild()
  let isStopping = false
  child.on('error', (error) => logger.error({ err: error }, 'the development identity provider'))
  child.once('exit', (code, signal) => {
    if (isStopping) return
    const message = 'the development identity provider has ended: restart the hub to sign in'
    logger.error({ code, signal }, message)
  })
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    if (child.connected) child.disconnect()
    await exit
  }
  try {
    const { issuer } = (await ask(child, { port, directory })) as { issuer: string }
    return {
      issuer,
      clientId: CLIENT_ID,
      clientSecret,
      register: async (publicUrl) => {
        await ask(child, { client: clientAt(publicUrl, clientSecret) })
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** It shares the cache of compiled code, and does not warn that `node:sqlite` is new, as Node 22 does. */
function forkChild(): ChildProcess {
  const cache = getCompileCacheDir()
  return fork(CHILD, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [...process.execArgv, '--disable-warning=ExperimentalWarning'],
    env: { ...process.env, ...(cache && { NODE_COMPILE_CACHE: cache }) },
  })
}

/** The hub, as the provider knows it. */
function clientAt(publicUrl: string, clientSecret: string): Client {
  return {
    clientId: CLIENT_ID,
    clientSecret,
    name: 'Entrepot',
    redirectUris: [`${publicUrl}/oauth/${DEV_PROVIDER}/callback`],
    postLogoutRedirectUris: [`${publicUrl}/`],
    backchannelLogoutUri: `${publicUrl}/oauth/${DEV_PROVIDER}/backchannel-logout`,
  }
}

async function ask(child: ChildProcess, message: StartMessage | RegisterMessage): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  const answered = once(child, 'message', { signal }) as Promise<[Answer]>
  const ended = once(child, 'exit', { signal }).then(([code]): [Answer] => [
    { failed: `it ended (${code})` },
  ])
  child.send(message)
  const [answer] = await Promise.race([answered, ended]).catch((error: Error): [Answer] => {
    const isLate = error.name === 'AbortError'
    return [{ failed: isLate ? `no answer in ${ANSWER_TIMEOUT_MS / 1000} s` : error.message }]
  })
  if (!('failed' in answer)) return answer
  throw new Error(
    `The development identity provider did not start: ${answer.failed}. To do without it, set devIdp: {enabled: false} in entrepot.yaml.`,
  )
}
