/** Pages that are files of their own: loaded when they are opened or about to be, and again after a failure. */
import { type ComponentType, type ReactElement, use } from 'react'
import { checkVersion } from './version.ts'

/** A page of an older console, which the hub does not have any more. */
export class OldPageError extends Error {
  readonly code = 'CONSOLE_OUTDATED'
}

/** Pages whose loading has failed, and what lets each be loaded again. */
const failed = new Set<() => void>()

/** Lets pages that could not be loaded be loaded again. */
export function forgetFailures(): void {
  for (const forget of failed) forget()
  failed.clear()
}

const loaders: (() => Promise<unknown>)[] = []

/** Loads all pages, one after another, so that they open at once and an update of the hub takes none away. */
export async function loadAllPages(): Promise<void> {
  for (const load of loaders) await load().catch(() => undefined)
}

/**
 * Makes the component of a page.
 *
 * @example lazyPage(async () => await import('./orders/page.tsx'), 'OrdersPage')
 */
export function lazyPage<Part extends object>(
  importPage: () => Promise<Part>,
  // Its type is not looked at: that of a page depends on the router, which depends on the pages.
  name: keyof Part & string,
): (() => ReactElement) & { preload(): Promise<void> } {
  let promise: Promise<ComponentType> | undefined
  const forget = () => {
    promise = undefined
  }
  const load = () => {
    promise ??= importPage()
      .then((part) => part[name] as ComponentType)
      .catch(async (cause: unknown) => {
        failed.add(forget)
        throw await explain(cause)
      })
    return promise
  }
  function Page() {
    const Component = use(load())
    return <Component />
  }
  loaders.push(importPage)
  return Object.assign(Page, {
    // What fails before the page is opened is tried again when it is.
    preload: async () => {
      await load().catch(forget)
    },
  })
}

async function explain(cause: unknown): Promise<Error> {
  if (await checkVersion()) return new OldPageError('The hub has a newer console.', { cause })
  const error = new Error('The page could not be loaded.', { cause })
  return Object.assign(error, { code: 'REST_NETWORK' })
}
