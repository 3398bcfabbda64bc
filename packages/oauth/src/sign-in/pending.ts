/** A sign-in between the redirect to the provider and the callback. */
import type { Context } from '../context.ts'
import type { Checks } from '../providers/tokens/exchange.ts'
import type { SignInHints } from '../providers/tokens/sign-in-hints.ts'
import { hashSecret } from '../shared/secrets.ts'
import type { SaveLimit } from '../store/store.ts'

/** Seconds from the redirect to the provider to the callback. */
export const STATE_TTL_SECONDS = 600

/** The encrypted data of a state. */
export interface PendingSignIn extends Omit<Checks, 'state'> {
  readonly kind: 'login'
  /** Name of the provider in URLs. */
  readonly provider: string
  /** Hash of the cookie that binds it to the browser. */
  readonly browserHash: string
  /** Where to go afterwards. */
  readonly target: string
  /** The hints that were sent to the provider; the answer must fulfil them. */
  readonly hints?: SignInHints
  /** Seconds since 1970. */
  readonly startedAt: number
  /** The purpose for the `SignInFinisher`; absent for a sign-in to the application. */
  readonly forClient?: unknown
}

/** Stores a sign-in under its state. @returns seconds to wait if it was not stored; 0 if it was stored */
export async function savePending(
  { store, sealer }: Pick<Context, 'store' | 'sealer'>,
  state: string,
  pending: PendingSignIn,
  limit: SaveLimit | undefined,
): Promise<number> {
  const sealed = sealer.seal('pending', pending)
  return await store.csrf.save(hashSecret(state), sealed, STATE_TTL_SECONDS, limit)
}

/** Opens a kept form; undefined if the secret that encrypted it has been removed. */
export function openFormAnswer(
  { sealer, logger }: Pick<Context, 'sealer' | 'logger'>,
  sealed: string,
): { readonly provider: string; readonly form: string } | undefined {
  try {
    return sealer.open('form answer', sealed)
  } catch (error) {
    logger.warn({ reason: (error as Error).message }, 'a form of a provider could not be opened')
    return undefined
  }
}

/** Opens the data of a state; undefined if it is not that of a sign-in. */
export function openPending(
  { sealer, logger }: Pick<Context, 'sealer' | 'logger'>,
  sealed: string,
): PendingSignIn | undefined {
  try {
    const pending = sealer.open<PendingSignIn | { kind: string }>('pending', sealed)
    return pending.kind === 'login' ? (pending as PendingSignIn) : undefined
  } catch (error) {
    logger.warn({ reason: (error as Error).message }, 'a state could not be opened')
    return undefined
  }
}
