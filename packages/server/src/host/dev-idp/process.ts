/** Runs the development identity provider in a separate process, so that the hub needs no more memory than without it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from '@entrepot/dev-idp'
import type { FastifyBaseLogger } from 'fastify'
import type { Answer, RegisterMessage, StartMessage } from './protocol.ts'

/** The running provider. */
export interface DevIdpProcess {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Registers the hub as a client. Nobody can sign in before. */
  register(publicUrl: string): Promise<void>
  stop(): Promise<void>
}

/** The name of the provider in URLs: `/oauth/dev/login`. */
export const DEV_PROVIDER = 'dev'

/** The client id of the hub at the provider. */
export const CLIENT_ID = 'entrepot'

const CHILD = fileURLToPath(
  new URL(`./child${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
)

/** Long enough for a busy machine. */
const ANSWER_TIMEOUT_MS = 20_000

/** Options of {@link startDevIdpProcess}. */
export interface StartDevIdpProcessOptions extends Omit<StartMessage, 'otherPortIfTaken'> {
  /** The client secret of the hub at the provider. Hubs that share a folder must use the same secret. */
  readonly clientSecret: string
  readonly logger: FastifyBaseLogger
}

/**
 * Starts the provider, and restarts it whenever it ends: at once, then after pauses that double up to half a minute, as long as the
 * hub runs. It keeps its address, keys and sessions.
 *
 * @throws Error when the first start fails; the message gives the reason, and says how to run the hub without the provider
 */
export async function startDevIdpProcess(
  options: StartDevIdpProcessOptions,
): Promise<DevIdpProcess> {
  const { port, directory, clientSecret, logger } = options
  const first = await startChild({ port, directory, otherPortIfTaken: true }, undefined, logger)
  const { issuer } = first
  let client: Client | undefined
  const again = { port: Number(new URL(issuer).port), directory, otherPortIfTaken: false }
  const supervisor = supervise(first, logger, async () => {
    return await startChild(again, client, logger)
  })
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret,
    register: async (publicUrl) => {
      client = clientAt(publicUrl, clientSecret)
      await supervisor.ask({ client })
    },
    stop: async () => await supervisor.stop(),
  }
}

/** A provider that runs. */
interface Running {
  readonly child: ChildProcess
  readonly issuer: string
}

/** Starts a process and waits until it answers. A process that does not answer is ended. */
async function startChild(
  message: StartMessage,
  client: Client | undefined,
  logger: FastifyBaseLogger,
): Promise<Running> {
  const child = forkChild()
  child.on('error', (error) =>
    logger.error({ err: error }, 'the development identity provider failed'),
  )
  try {
    const { issuer } = (await ask(child, message)) as { issuer: string }
    if (client !== undefined) await ask(child, { client })
    logger.info({ issuer, process: child.pid }, 'the development identity provider is running')
    return { child, issuer }
  } catch (error) {
    await end(child)
    throw error
  }
}

/** Ends a process by closing its channel, as the end of the hub does. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  if (child.connected) child.disconnect()
  await exit
}

/** The pause before the second attempt, and the longest pause: a port that is taken may become free later. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

/** If the provider ran for this time, its end had another reason than its start, so the pauses begin with the shortest again. */
const STABLE_MS = 60_000

/** Keeps a provider running until it is told to stop. */
function supervise(first: Running, logger: FastifyBaseLogger, start: () => Promise<Running>) {
  const stopping = new AbortController()
  const { signal } = stopping
  let current = first.child

  const run = async () => {
    for (let attempt = 0; ; ) {
      const startedAt = Date.now()
      const ended = await untilEnd(current)
      if (signal.aborted) return
      logger.error(ended, 'the development identity provider has ended and is restarted')
      if (Date.now() - startedAt > STABLE_MS) attempt = 0
      attempt = await startAgain(attempt)
      if (signal.aborted) return
    }
  }
  /** Tries until the provider runs. Returns the number of attempts, so that the next restart begins with a pause. */
  const startAgain = async (before: number): Promise<number> => {
    for (let attempt = before; ; attempt += 1) {
      if (attempt > 0) await pause(attempt)
      if (signal.aborted) return attempt
      try {
        const { child } = await start()
        current = child
        if (signal.aborted) await end(child)
        return attempt + 1
      } catch (error) {
        logger.warn(
          { err: error },
          'the development identity provider did not restart; the next attempt follows',
        )
      }
    }
  }
  const pause = async (attempt: number) => {
    const milliseconds = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS)
    await setTimeout(milliseconds, undefined, { signal }).catch(() => {})
  }
  const running = run()
  return {
    ask: async (message: RegisterMessage) => await ask(current, message),
    async stop() {
      stopping.abort()
      await end(current)
      await running
    },
  }
}

/** Waits for the end of a process; returns at once if it has ended. */
async function untilEnd(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return { process: child.pid, code: child.exitCode, signal: child.signalCode }
}

/** Starts the process with the compile cache of the hub, and without the warning of Node 22 about `node:sqlite`. */
function forkChild(): ChildProcess {
  const cache = getCompileCacheDir()
  return fork(CHILD, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [...process.execArgv, '--disable-warning=ExperimentalWarning'],
    env: { ...process.env, ...(cache && { NODE_COMPILE_CACHE: cache }) },
  })
}

/** The hub as a client of the provider. */
export function clientAt(publicUrl: string, clientSecret: string): Client {
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
    `The development identity provider did not start: ${answer.failed}. To run the hub without it, set devIdp: {enabled: false} in entrepot.yaml.`,
  )
}
