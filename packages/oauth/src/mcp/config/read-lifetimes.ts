/** Reads how long refresh tokens and clients live. Pure. */
import type { McpConfig } from './config.ts'
import type { Add } from './read-scopes.ts'
import type { McpSettings } from './schema.ts'

const DAY = 86_400

/** How long refresh tokens live, in seconds: at all, and unused. */
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
 * A registered client that is in use is kept anew after a tenth of `unusedClientTtl`. If it could expire before a refresh token that
 * it holds, the token would outlive its client, and end without a reason that anybody sees.
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
