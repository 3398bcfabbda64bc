/** Lets an application limit what calls have left for the background, such as by the rules for agents. */
import type { Connection } from '@entrepot/database'
import type { Caller } from '../principals/principal.ts'
import type { Refusal } from '../shared/errors.ts'

/** How much a part of such work changes. */
export interface WorkAmounts {
  /** Records that are written: as many calls of the API would do the same. */
  readonly writes?: number
  /** Units that are cancelled. */
  readonly units?: number
  /** Prices that change. */
  readonly prices?: number
}

/** For whom such work is done. */
export type Worker = Pick<Caller, 'customer' | 'actor'>

/** The limit of such work. Asked before each part of it, so that work that has begun can be stopped. */
export interface WorkLimit {
  /**
   * Counts a part, or returns why it is not done.
   *
   * @param connection in a transaction, what is counted is undone with it
   */
  take(connection: Connection, worker: Worker, amounts: WorkAmounts): Promise<Refusal | undefined>
  /** Takes back what was counted for a part that has changed nothing. */
  giveBack(worker: Worker, amounts: WorkAmounts): Promise<void>
}
