/** An application whose people have accounts, one of which they choose for each client. */
import type { MCPAccount, MCPAccounts, MCPAccountsQuery, MCPRefresh, Store } from '@entrepot/oauth'
import { memoryStore } from '@entrepot/oauth/memory'
import { decodeJwt } from 'jose'
import { type Browser, createBrowser, type Page } from './browser.ts'
import {
  authorizeUrl,
  CALLBACK,
  type McpApp,
  type McpSettings,
  pkce,
  redeem,
  register,
  startMcp,
  submit,
} from './mcp.ts'

export const ANN_ID = 'ann@example.com'

/** Two accounts of Ann. */
export const SHOP: MCPAccount = { id: '7', label: 'Rosen & <b>Söhne</b>', description: 'owner' }
export const DEPOT: MCPAccount = { id: '8', label: 'Depot' }

/** The application, and what its hooks answer. */
export interface AccountApp extends McpApp {
  readonly store: Store
  /** Accounts by user. */
  readonly accounts: Map<string, readonly MCPAccount[]>
  /** The scopes that a person may give for an account, by its id; all, if there are none. */
  readonly scopesAt: Map<string, readonly string[]>
  allowAll: boolean
  /** What the hook answers instead, or throws. */
  answer: (() => MCPAccounts | null) | undefined
  /** What the hooks were asked. */
  readonly asked: MCPAccountsQuery[]
  readonly capped: MCPRefresh[]
}

/** Starts it. */
export async function startAccountApp(mcp: McpSettings = {}): Promise<AccountApp> {
  const store = memoryStore()
  const app = await startMcp({
    store,
    mcp: {
      scopes: { read: 'Read things', write: 'Write things' },
      // Without the pages, so that what is remembered is seen.
      rememberConsent: 'daily',
      clients: { helper: { name: 'Helper', redirectUris: [CALLBACK], trusted: true } },
      ...mcp,
    },
  })
  const state: AccountApp = {
    ...app,
    store,
    ...{ accounts: new Map(), scopesAt: new Map(), allowAll: false, answer: undefined },
    ...{ asked: [], capped: [] },
  }
  const cap = (event: MCPRefresh) => {
    state.capped.push(event)
    const scopes = state.scopesAt.get(event.account ?? '')
    return scopes && { scopes }
  }
  app.app.oauth.registerHooks({
    onMCPAccounts: (event) => {
      state.asked.push(event)
      if (state.answer) return state.answer()
      return { accounts: state.accounts.get(event.sub) ?? [], allowAll: state.allowAll }
    },
    onMCPAuthorize: cap,
    onMCPRefresh: cap,
  })
  return state
}

/** An authorization of a client, up to the page on which the account is chosen, or to the answer. */
export async function openChoice(
  app: AccountApp,
  {
    clientId,
    browser = createBrowser(),
    untick = [],
    ...parameters
  }: {
    clientId?: string
    browser?: Browser
    untick?: readonly string[]
    scope?: string
    prompt?: string
  } = {},
) {
  const client = clientId ?? (await register(app)).client_id
  const { verifier, challenge } = pkce()
  const asked = { scope: 'read write', ...parameters }
  const url = authorizeUrl(app, { ...asked, client_id: client, code_challenge: challenge })
  const isClient = (target: string) => target.startsWith(CALLBACK)
  const goOn = async (from: Page): Promise<Page> =>
    from.location === undefined || isClient(from.location)
      ? from
      : await browser.follow(from.location, isClient)
  const first = await browser.follow(url, isClient)
  // Before the sign-in it is not known who decides.
  const isForm = first.text.includes('<form') && !first.text.includes('You are signed in as')
  const page = isForm ? await goOn(await submit(browser, first, 'allow', untick)) : first
  const choose = async (account?: string, decision = 'allow') =>
    await goOn(await submit(browser, page, decision, untick, account))
  const tokensFor = async ({ location }: Page) => {
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    const { json } = await redeem(app, { clientId: client, code, verifier })
    return json
  }
  return { clientId: client as string, browser, page, choose, tokensFor }
}

/** The parameters of an answer to the client. */
export function answerOf({ location }: Page): Record<string, string> {
  return Object.fromEntries(new URL(location ?? '').searchParams)
}

/** The account that an access token names. */
export function accountIn(token: string): unknown {
  return decodeJwt(token).account
}
