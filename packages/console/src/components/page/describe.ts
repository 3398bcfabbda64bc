/** What failed, in words for people. Pure. */
import { isProblem } from '@entrepot/client'
import { type FieldLabels, inLabels, pointerInWords } from '../values/field-labels.ts'

/** An error in words. */
export interface Description {
  readonly title: string
  /** What happened, and what to do. Empty if the issues say it. */
  readonly detail: string
  /** What is wrong with the input. `label` is empty for the input as a whole. */
  readonly issues: readonly {
    readonly path: string
    readonly label: string
    readonly message: string
  }[]
  /** For those who run the hub or write programs. */
  readonly code: string
  readonly requestId?: string | undefined
  /** The words of the hub, where others are shown. */
  readonly said?: string | undefined
}

/** Words for codes whose own words are for programs. */
const WORDS: Readonly<Record<string, readonly [title: string, detail?: string]>> = {
  MARKET_UNAUTHENTICATED: [
    'Your session has ended',
    'Sign in again, then repeat this. Your input is kept.',
  ],
  MARKET_STEP_UP: [
    'This needs a more recent or stronger sign-in',
    'Sign in again in a new tab, then repeat this. Your input is kept.',
  ],
  MARKET_FORBIDDEN: [
    'Your role does not permit this',
    'An owner can do it or change your role under Team.',
  ],
  MARKET_INVALID_INPUT: ['Something needs to be corrected'],
  MARKET_INVALID_BODY: ['Something needs to be corrected'],
  MARKET_INTERNAL: [
    'The hub had an internal error',
    'Try again. If it happens again, send the request id under Details to the operator of the hub.',
  ],
  MARKET_UNAVAILABLE: [
    'The hub is busy',
    'This took too long. Try again in a moment. It takes effect only once.',
  ],
}

/** Problems of the hub say what to do. Everything else is a hub that was not reached, or a proxy before it. */
export function describe(error: unknown, labels: FieldLabels = {}): Description {
  if (isProblem(error)) {
    const { code, requestId, title, detail, issues } = error
    const [ownTitle = title, ownDetail] = WORDS[code] ?? []
    // The hub makes the detail of such a refusal from its first issue.
    const isInIssues = issues.length > 0 && code === 'MARKET_INVALID_INPUT'
    return {
      title: ownTitle,
      detail: isInIssues ? '' : (ownDetail ?? inLabels(detail, labels)),
      issues: issues.map(({ path, message }) => ({
        path,
        label: pointerInWords(path, labels),
        message: inLabels(message, labels),
      })),
      code,
      requestId,
      said: detail,
    }
  }
  const code = (error as { readonly code?: string } | null)?.code ?? 'CONSOLE_UNEXPECTED'
  if (code.startsWith('REST_')) {
    const detail = 'The hub did not answer. Check your connection and try again. Nothing is lost.'
    return { title: 'The hub cannot be reached', detail, issues: [], code }
  }
  const detail = error instanceof Error ? error.message : String(error)
  return { title: 'Something failed', detail, issues: [], code }
}

/** An error as one sentence or some, for a place without room for more. */
export function inShort(error: unknown, labels: FieldLabels = {}): string {
  const { detail, issues } = describe(error, labels)
  if (issues.length === 0) return detail
  const sentences = issues.map(({ label, message }) => `${label || 'This'} ${message}.`)
  return [detail, ...sentences].filter(Boolean).join(' ')
}
