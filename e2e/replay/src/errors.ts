/** The codes of {@link ReplayError}. */
export type ReplayErrorCode =
  | 'REPLAY_FILE'
  | 'REPLAY_HUB_UNREACHABLE'
  | 'REPLAY_HUB_ENDED'
  | 'REPLAY_KEY_REFUSED'
  | 'REPLAY_CURRENCY'
  | 'REPLAY_UNEXPECTED_ANSWER'
  | 'REPLAY_QUEUE_BLOCKED'
  | 'REPLAY_INTERRUPTED'

/**
 * The reason why a replay could not be completed. The message says what happened and what to do.
 *
 * @example
 * if (error instanceof ReplayError && error.code === 'REPLAY_FILE') process.stderr.write(error.message)
 */
export class ReplayError extends Error {
  readonly code: ReplayErrorCode

  constructor(code: ReplayErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ReplayError'
    this.code = code
  }
}
