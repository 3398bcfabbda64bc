/** The findings of checks. */
import { type Finding, ShopFailure } from './outcomes.ts'

/** What is as it should be. */
export const ok = (message: string): Finding => ({ level: 'ok', message })

/** What works, and should be looked at. */
export const warning = (message: string, remedy: string): Finding => ({
  level: 'warning',
  message,
  remedy,
})

/** What must be changed before the connection works. */
export const wrong = (message: string, remedy: string): Finding => ({
  level: 'error',
  message,
  remedy,
})

/**
 * The finding of a failure of the whole shop; throws any other error.
 *
 * @param remedy what to do if the failure does not say it
 */
export function findingOf(error: unknown, remedy: string): Finding {
  if (!ShopFailure.is(error)) throw error
  return wrong(error.message, error.remedy ?? remedy)
}
