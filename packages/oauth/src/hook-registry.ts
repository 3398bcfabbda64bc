/** Registers the hooks of an application. */
import type { Hooks, HooksToRegister } from './hooks.ts'
import { OAuthError } from './shared/errors.ts'

const HOOK_NAMES: readonly (keyof Hooks)[] = [
  'onLogin',
  'onLogout',
  'onTokenRefresh',
  'onResolveProvider',
  'onResolveMCPClient',
  'onResolveMCPWorkloads',
  'onMCPIdentityAssertion',
  'onMCPAccounts',
  'onMCPAuthorize',
  'onMCPHostSession',
  'onMCPRefresh',
  'onMCPTokenIssued',
]

/** The hooks of one instance of the plugin, together with those of the process. */
export class HookRegistry {
  readonly #hooks: HooksToRegister = {}
  readonly #shared: HookRegistry | undefined
  readonly #instances = new Set<HookRegistry>()

  constructor(shared?: HookRegistry) {
    this.#shared = shared
    if (shared) shared.#instances.add(this)
  }

  /** Called when the instance is closed: its hooks may be registered again. */
  close(): void {
    if (this.#shared) this.#shared.#instances.delete(this)
  }

  /**
   * Registers all of the hooks, or none.
   *
   * @throws OAuthError `OAUTH_HOOK_REGISTERED` for a second registration; `OAUTH_CONFIG` for an unknown hook, or a value that is not a
   * function
   */
  register(hooks: HooksToRegister): void {
    for (const [name, hook] of Object.entries(hooks)) this.#check(name, hook)
    Object.assign(this.#hooks, hooks)
  }

  #check(name: string, hook: unknown): void {
    const known = HOOK_NAMES.find((one) => one === name)
    if (known === undefined || typeof hook !== 'function') {
      const message = `${name} cannot be registered. Hooks must be functions with one of these names: ${HOOK_NAMES.join(', ')}.`
      throw new OAuthError('OAUTH_CONFIG', message)
    }
    const others = [this, ...this.#instances]
    if (others.some((registry) => registry.get(known) !== undefined)) {
      throw new OAuthError(
        'OAUTH_HOOK_REGISTERED',
        `The hook ${name} is registered already. Register it once, and call both functions from there.`,
      )
    }
  }

  /** The hook of a name, if one was registered. */
  get<Name extends keyof Hooks>(name: Name): Hooks[Name] | undefined {
    return (this.#hooks as HooksToRegister)[name] ?? this.#shared?.get(name)
  }
}

/** The hooks of the process. */
export const processHooks = new HookRegistry()

/**
 * Registers hooks for every instance of the plugin in this process; `app.oauth.registerHooks` is for one instance. A second
 * registration of the same hook, here or there, is an error.
 *
 * @throws OAuthError `OAUTH_HOOK_REGISTERED`
 * @example
 * registerHooks({ onLogin: async (user) => ({ user: await findOrCreateAccount(user) }) })
 */
export function registerHooks(hooks: HooksToRegister): void {
  processHooks.register(hooks)
}
