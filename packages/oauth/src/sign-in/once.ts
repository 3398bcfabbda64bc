/**
 * Answers a step of a sign-in for a client once, and the same browser gets this answer again: people click twice, and reload a page that
 * is slow. The browser breaks the first request off then, and shows the answer to the last one only.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { HostCookie } from '../shared/host-cookie.ts'
import { equalSecrets } from '../shared/secrets.ts'

/** Where a browser goes after a step. */
export interface NextStep {
  readonly target: string
  /** The cookies that come with it: a browser that breaks a request off does not get those of its answer. */
  readonly cookies?: readonly HostCookie[] | undefined
  /** Hash of the code in the target. The answer is given again only while the code is unused. */
  readonly codeHash?: string | undefined
}

/** A state that was found in the store, and belongs to the browser of the request. */
export interface OwnState {
  /** The hash under which it is stored. */
  readonly key: string
  /** Its data, as found. */
  readonly data: string
  /** Hash of the cookie that binds it to the browser. */
  readonly browserHash: string
}

/** What stands in the place of a state while it is answered, and afterwards. */
interface Answered {
  readonly browserHash: string
  /** Undefined until the answer is known. */
  readonly answer?: NextStep
}

/** Seconds for which an answer is given again. */
const REPEAT_SECONDS = 60

/** Seconds for which a state stays valid whose answer failed, so that the person can try again. */
const RETRY_SECONDS = 600

/** How long a second request waits for the first one, which may call the provider, and how often it looks. */
const WAIT_MS = 20_000
const LOOK_EVERY_MS = 100

/** A context of the sealer, and what distinguishes such data from states. */
const SEALED_AS = 'answered step'
const PREFIX = 'answered:'

type OnceContext = Pick<Context, 'store' | 'sealer'>

/**
 * Runs the work of a step for one of the requests that show its state. The others, on any node, wait for the answer of that one.
 *
 * @returns undefined if the answer must not be given again: the code in it was redeemed or has ended
 * @throws what the work throws; the state is valid again then
 */
export async function answerOnce(
  context: OnceContext,
  { key, data, browserHash }: OwnState,
  work: () => Promise<NextStep>,
): Promise<NextStep | undefined> {
  const { csrf } = context.store
  const claimed = seal(context, { browserHash })
  if (!(await csrf.replace(key, data, claimed, REPEAT_SECONDS))) {
    return await repeatAnswer(context, key, browserHash)
  }
  let answer: NextStep
  try {
    answer = await work()
  } catch (error) {
    // Without the store, the state stays claimed, and expires.
    await csrf.replace(key, claimed, data, RETRY_SECONDS).catch(() => false)
    throw error
  }
  await csrf.replace(key, claimed, seal(context, { browserHash, answer }), REPEAT_SECONDS)
  return answer
}

/** Whether the data of a state is that of an answered step. */
export function isAnswered(data: string): boolean {
  return data.startsWith(PREFIX)
}

/** The answer that a browser was given before; undefined for another browser, and if it must not be given again. */
export async function repeatAnswer(
  { store, sealer }: OnceContext,
  key: string,
  browserHash: string | undefined,
): Promise<NextStep | undefined> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_EVERY_MS) {
    const data = await store.csrf.find(key)
    if (data === undefined || !isAnswered(data) || browserHash === undefined) return undefined
    const kept = sealer.open<Answered>(SEALED_AS, data.slice(PREFIX.length))
    if (!equalSecrets(kept.browserHash, browserHash)) return undefined
    const { answer } = kept
    if (answer !== undefined) {
      const { codeHash } = answer
      const isGood = codeHash === undefined || (await store.mcp.grants.isUnused(codeHash))
      return isGood ? answer : undefined
    }
    await delay(LOOK_EVERY_MS)
  }
  return undefined
}

function seal({ sealer }: OnceContext, answered: Answered): string {
  return PREFIX + sealer.seal(SEALED_AS, answered)
}
