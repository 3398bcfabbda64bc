/** The state of the pages for developers in the address. */
import { checkPageSearch, type PageSearch } from '../search-params.ts'

const TABS = ['keys', 'webhooks', 'events', 'refusals'] as const
const ACTIONS = ['create', 'change', 'rotate', 'delete'] as const
const WEBHOOK_ACTIONS = ['change', 'rotate', 'delete', 'replay'] as const
const STATES = ['pending', 'delivered', 'failed'] as const

export type DevelopersTab = (typeof TABS)[number]
export type RecordAction = (typeof ACTIONS)[number]
export type WebhookAction = (typeof WEBHOOK_ACTIONS)[number]
export type DeliveryState = (typeof STATES)[number]

/** Which part is shown, its place, and the panel that is open. */
export interface DevelopersSearch extends PageSearch {
  readonly tab?: DevelopersTab
  readonly action?: RecordAction
  /** The key of the panel. */
  readonly id?: number
  /** The channel of a new key. */
  readonly channelId?: number
  /** The filters of the log, and the event that is shown. */
  readonly types?: string
  readonly subject?: string
  readonly event?: string
}

/** Which deliveries of a webhook are shown, and the panel that is open. */
export interface WebhookSearch {
  readonly cursor?: string
  readonly state?: DeliveryState
  /** The delivery whose attempts are shown. */
  readonly delivery?: number
  readonly action?: WebhookAction
}

/** Reads the state from an address. What is not understood is left out. */
export function checkDevelopersSearch(search: Record<string, unknown>): DevelopersSearch {
  const tab = oneOf(TABS, search.tab)
  const action = oneOf(ACTIONS, search.action)
  const [id, channelId] = [idOf(search.id), idOf(search.channelId)]
  return {
    ...checkPageSearch(search),
    ...(tab && { tab }),
    ...(action && { action }),
    ...(id && { id }),
    ...(channelId && { channelId }),
    ...textsOf(search, ['types', 'subject', 'event']),
  }
}

/** Reads the state of the page of a webhook from an address. */
export function checkWebhookSearch(search: Record<string, unknown>): WebhookSearch {
  const { cursor } = checkPageSearch(search)
  const state = oneOf(STATES, search.state)
  const action = oneOf(WEBHOOK_ACTIONS, search.action)
  const delivery = idOf(search.delivery)
  return {
    ...(cursor && { cursor }),
    ...(state && { state }),
    ...(action && { action }),
    ...(delivery && { delivery }),
  }
}

function oneOf<Value extends string>(values: readonly Value[], given: unknown): Value | undefined {
  return values.find((value) => value === given)
}

function textsOf<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { readonly [Text in Name]?: string } {
  const texts = names.map((name) => [name, search[name]])
  return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string' && text !== ''))
}

function idOf(given: unknown): number | undefined {
  const id = Number(given)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
