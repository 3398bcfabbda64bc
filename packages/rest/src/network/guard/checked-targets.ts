import type { Dispatcher } from 'undici'
import type { GuardPolicy, Target } from './guard-policy.ts'

/**
 * Checks the target of each request before a proxy connects to it, for undici's `compose`. The proxy resolves the name again, so the proxy
 * must refuse names whose address changes in between (DNS rebinding).
 *
 * @param resolves false for a proxy that checks the addresses of names itself: then only the target as written is checked
 */
export function checkedTargets(
  policy: GuardPolicy,
  resolves: boolean,
): Dispatcher.DispatcherComposeInterceptor {
  const check = async (target: Target): Promise<void> => {
    if (resolves) await policy.addressesFor(target)
    else policy.checkWithoutLookup(target)
  }
  return (dispatch) => (options, handler) => {
    check(targetOf(options.origin)).then(
      () => dispatch(options, handler),
      (error: Error) => handler.onResponseError?.(NO_CONTROLLER, error),
    )
    return true
  }
}

/** Nothing has been sent, so there is nothing to control. */
const NO_CONTROLLER = null as unknown as Dispatcher.DispatchController

function targetOf(origin: string | URL | undefined): Target {
  const { protocol, hostname, port } = new URL(String(origin))
  return { protocol, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port }
}
