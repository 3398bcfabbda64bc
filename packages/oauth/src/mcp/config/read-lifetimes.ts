/** Reads how long refresh tokens and clients live. Pure. */
import type { McpConfig } from './config.ts'
import type { Add } from './read-scopes.ts'
import type { McpSettings } from './schema.ts'

const DAY = 86_400

/** Lifetimes of refresh tokens in seconds: in total, and unused. */
export function readRefreshLives(
  { refreshTokenTtl = 365 * DAY, refreshTokenIdleTtl }: McpSettings,
  add: Add,
): Pick<McpConfig, 'refreshTokenTtl' | 'refreshTokenIdleTtl'> {
  if ((refreshTokenIdleTtl ?? 0) > refreshTokenTtl) {
    add('refreshTokenIdleTtl', `is longer than refreshTokenTtl, which is ${refreshTokenTtl}`)
  }
  const idle = refreshTokenIdleTtl ?? Math.min(90 * DAY, refreshTokenTtl)
  return { refreshTokenTtl, refreshTokenIdleTtl: idle }
}

/**
 * The expiry of a registered client in use is renewed after a tenth of `unusedClientTtl`. The client must not expire before its
 * refresh tokens, because these would then end without a visible reason.
 */
export function addShortClientLife(
  { dynamicClientRegistration: given }: McpSettings,
  { refreshTokenIdleTtl }: Pick<McpConfig, 'refreshTokenIdleTtl'>,
  add: Add,
): void {
  const least = Math.ceil((refreshTokenIdleTtl * 10) / 9)
  if (given?.enabled === false || (given?.unusedClientTtl ?? least) >= least) return
  add(
    'dynamicClientRegistration.unusedClientTtl',
    `ends clients before their refresh tokens: give ${least} or more, which is 10/9 of refreshTokenIdleTtl, or lower that`,
  )
}
