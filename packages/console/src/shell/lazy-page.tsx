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

const loaders: (() => Promise<void>)[] = []

/** Loads all pages, one after another, so that they open at once and an update of the hub takes none away. */
export async function loadAllPages(): Promise<void> {
  for (const preload of loaders) await preload()
}

/**
 * Makes the component of a page.
 *
 * @example lazyPage(async () => await import('./orders/list/page.tsx'), 'OrdersPage')
 */
export function lazyPage<Part extends object>(
  importPage: () => Promise<Part>,
  // Its type is not looked at: that of a page depends on the router, which depends on the pages.
  name: keyof Part & string,
): (() => ReactElement) & { preload(): Promise<void> } {
  let promise: Promise<ComponentType> | undefined
  let loaded: ComponentType | undefined
  const forget = () => {
    promise = undefined
  }
  const load = () => {
    promise ??= importPage()
      .then((part) => {
        loaded = part[name] as ComponentType
        return loaded
      })
      .catch(async (cause: unknown) => {
        failed.add(forget)
        throw await explain(cause)
      })
    return promise
  }
  function Page() {
    // React suspends for a promise that it has not seen, also for a settled one, and then shows the page 300 ms later.
    const Component = loaded ?? use(load())
    return <Component />
  }
  // What fails before the page is opened is tried again when it is.
  const preload = async () => {
    await load().catch(forget)
  }
  loaders.push(preload)
  return Object.assign(Page, { preload })
}

async function explain(cause: unknown): Promise<Error> {
  if (await checkVersion())
    return new OldPageError('A new version of the console is available.', { cause })
  const error = new Error('The page could not be loaded.', { cause })
  return Object.assign(error, { code: 'REST_NETWORK' })
}
