/** The pages that oidc-provider does not have: the sign-in page, and the page at `/`. */
import { text } from 'node:stream/consumers'
import type { Provider } from 'oidc-provider'
import { adaptPage, errorPage, homePage, signInPage } from './pages.ts'
import type { Person } from './people.ts'
import { askedAcr, METHODS } from './provider.ts'

/** The maximum size of a form; the forms of the pages are shorter. */
const MAX_FORM_BYTES = 4_096

const SIGN_IN_PATH = /^\/sign-in\/([\w-]{1,64})$/

/** Adds the pages before the provider's own routes. */
export function addPages(provider: Provider, people: readonly Person[]): void {
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.response.is('html') && typeof ctx.body === 'string') ctx.body = adaptPage(ctx.body)
  })
  provider.use(async (ctx, next) => {
    if (ctx.path === '/' && ['GET', 'HEAD'].includes(ctx.method)) {
      ctx.type = 'html'
      ctx.body = homePage(provider.issuer, people)
      return
    }
    if (!SIGN_IN_PATH.test(ctx.path)) return await next()
    ctx.type = 'html'
    ctx.set('cache-control', 'no-store')
    try {
      if (ctx.method === 'POST') await takeChoice(provider, people, ctx)
      else await showChoice(provider, people, ctx)
    } catch (error) {
      if (!isLostInteraction(error)) throw error
      ctx.status = 400
      ctx.body = errorPage({
        error: 'This sign-in has ended, or was started in another browser.',
        next: 'Go back to the application and sign in again.',
      })
    }
  })
}

type Context = Parameters<Parameters<Provider['use']>[0]>[0]

async function showChoice(provider: Provider, people: readonly Person[], ctx: Context) {
  const { params } = await provider.interactionDetails(ctx.req, ctx.res)
  const client = await provider.Client.find(String(params.client_id))
  const name = client?.clientName ?? String(params.client_id)
  ctx.body = signInPage(name, people, ctx.path, wayOf(params).acr)
}

async function takeChoice(provider: Provider, people: readonly Person[], ctx: Context) {
  const { params } = await provider.interactionDetails(ctx.req, ctx.res)
  const form = await readForm(ctx)
  const chosen = people.find((person) => person.sub === form?.get('person'))
  if (chosen === undefined && form?.get('refuse') !== 'yes') {
    ctx.status = 400
    ctx.body = errorPage({
      error: 'No such person.',
      next: 'Go back and choose a person from the list.',
    })
    return
  }
  const result = chosen
    ? { login: { accountId: chosen.sub, remember: true, ...wayOf(params) } }
    : { error: 'access_denied', error_description: 'The person did not sign in.' }
  const target = await provider.interactionResult(ctx.req, ctx.res, result)
  // 303 makes the browser continue with GET; `redirect` sets 302.
  ctx.redirect(target)
  ctx.status = 303
}

/** How a person has authenticated who chooses their name: in the first way that the request names and the provider knows. */
function wayOf(params: Readonly<Record<string, unknown>>): { acr: string; amr: string[] } {
  const [acr = 'pwd'] = askedAcr(params)
  return { acr, amr: [...(METHODS[acr] ?? [])] }
}

async function readForm(ctx: Context): Promise<URLSearchParams | undefined> {
  const length = Number(ctx.get('content-length') || Number.NaN)
  if (!ctx.is('application/x-www-form-urlencoded') || !(length <= MAX_FORM_BYTES)) return undefined
  return new URLSearchParams(await text(ctx.req))
}

function isLostInteraction(error: unknown): boolean {
  return error instanceof Error && error.name === 'SessionNotFound'
}
