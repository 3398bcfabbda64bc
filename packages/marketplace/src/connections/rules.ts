/** The rules of connections. Pure functions. */
import { SECRET_NAME } from '../kit/refusals/secrets-of.ts'
import type { Issue } from '../kit/shared/errors.ts'
import { MAX_SETTINGS_BYTES, type Role, type Settings, type State } from './schema.ts'

/** Time without a lease after which a connection is offline. */
export const OFFLINE_MS = 5 * 60_000

/** What the state of a connection follows from. */
export interface StateFacts {
  readonly isPaused: boolean
  /** 0: no connector has served it. */
  readonly leaseNumber: number
  readonly leaseExpiresAt: Date | null
  readonly failingSince: Date | null
}

/** How a connection is doing at a moment. */
export function stateOf(facts: StateFacts, now: Date): State {
  if (facts.isPaused) return 'paused'
  if (facts.leaseNumber === 0 || facts.leaseExpiresAt === null) return 'new'
  if (facts.leaseExpiresAt.getTime() + OFFLINE_MS < now.getTime()) return 'offline'
  return facts.failingSince === null ? 'running' : 'failing'
}

/** Words of names of settings whose values are secret, besides {@link SECRET_NAME}. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  'key',
  'keys',
  'pin',
  'pwd',
  'passcode',
  'auth',
  'bearer',
])

/** What is wrong with the settings of a connection. */
export function settingIssues(settings: Settings): readonly Issue[] {
  const named = Object.entries(settings).flatMap(([name, value]): Issue[] => {
    const path = `/Settings/${name}`
    if (isSecretName(name)) {
      const message =
        'must not be a setting: its name says that it is a secret. Give secrets to the connector only, as a variable of its environment or in its sealed file'
      return [{ path, message }]
    }
    if (typeof value === 'string' && hasCredentials(value)) {
      const message = 'must not contain a user name or password. Give secrets to the connector only'
      return [{ path, message }]
    }
    return []
  })
  if (Buffer.byteLength(JSON.stringify(settings)) <= MAX_SETTINGS_BYTES) return named
  const message = `must have at most ${MAX_SETTINGS_BYTES} bytes as JSON`
  return [...named, { path: '/Settings', message }]
}

/** Whether a name such as `apiKey` or `consumerSecret` says that its value is a secret. */
function isSecretName(name: string): boolean {
  const words = name.split(/(?=[A-Z])|\d+/).map((word) => word.toLowerCase())
  return SECRET_NAME.test(name) || words.some((word) => SECRET_WORDS.has(word))
}

function hasCredentials(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || url.password !== '')
}

/** What is wrong with the channel of a new connection. */
export function channelIssues(role: Role, channelId: number | null): readonly Issue[] {
  if (role === 'channel' && channelId === null)
    return [{ path: '/ChannelId', message: 'must name the channel that the shop is' }]
  if (role === 'merchant' && channelId !== null)
    return [{ path: '/ChannelId', message: 'must be left out: the shop is no channel' }]
  return []
}

/** Why a shop cannot be used. */
export interface Failure {
  readonly message: string
  readonly remedy: string
}

/** A failure of a request as it is stored. Null if there is none. */
export function toFailure(
  failure: { readonly Message: string; readonly Remedy: string } | null | undefined,
): Failure | null {
  return failure ? { message: failure.Message, remedy: failure.Remedy } : null
}
