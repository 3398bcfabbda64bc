/** The consent page: who asks, where the answer goes, what for, and how to sign in. */
import { html } from 'ghtml'
import type { MCPAccount } from '../../hooks.ts'
import type { Page } from '../../pages/page.ts'
import type { Pages } from '../../pages/read-pages.ts'
import { fillHtml, fillText, type Texts } from '../../pages/texts.ts'
import { providerTitle } from '../../providers/strategies/table.ts'
import { isOnLoopback } from '../../shared/urls.ts'
import type { Person } from '../../sign-in/finisher.ts'
import { ALL_ACCOUNTS } from '../../store/rules/accounts.ts'
import type { Accounts } from '../accounts/ask-accounts.ts'
import { offersAll } from '../accounts/choice.ts'
import type { Client } from '../client.ts'
import type { McpConfig } from '../config/config.ts'
import { PATHS } from '../paths.ts'
import { hostOf, isLoopbackOnly } from '../redirect-uris.ts'
import { OFFLINE_ACCESS } from '../scopes.ts'
import type { AuthorizationRequest } from './read-request.ts'
import { asksPerson, consentScopes, type Lifetimes, lifetimesOf, offersToStay } from './staying.ts'

/** What the page shows. */
export interface ConsentContent {
  readonly client: Client
  readonly request: AuthorizationRequest
  /** Names the flow, once. */
  readonly token: string
  /** Providers to choose from; empty when the person has signed in already. */
  readonly providers: readonly string[]
  /** Who has signed in. */
  readonly person: Person | undefined
  /** The scopes that the person has allowed before the sign-in: only the account is asked for. */
  readonly allowed?: readonly string[] | undefined
  /** What the person may choose from; undefined before the sign-in. */
  readonly accounts?: Accounts | undefined
  /** The account of the client until now. */
  readonly accountBefore?: string | undefined
  /** Whether the answer to this page named no account of these. */
  readonly isFaulty?: boolean | undefined
}

/** Makes the page. The configuration is narrowed to the resource of the request. */
export function consentPage(
  content: ConsentContent,
  mcp: McpConfig,
  { texts, language }: Pick<Pages, 'texts' | 'language'>,
): Page {
  const { client, token } = content
  const lifetimes = lifetimesOf(mcp, language, Date.now())
  const asksConsent = asksForConsent(content)
  const heading = headingOf(content, texts)
  const body = html`
<h1>!${fillHtml(heading, { client: html`<bdi>${client.name}</bdi>` })}</h1>
!${asksConsent ? describeClient(content, mcp, texts) : ''}
<form method="post" action="${PATHS.confirm}">
<input type="hidden" name="token" value="${token}">
!${signedInAs(content, mcp, texts)}
!${accountChoice(content, texts)}
!${asksConsent ? scopeList(content, mcp, texts, lifetimes) : ''}
<div class="buttons${content.providers.length > 1 ? ' choices' : ''}">
!${buttons(content, mcp, texts)}
<button name="decision" value="deny" formnovalidate>${asksConsent ? texts.deny : texts.cancel}</button>
</div>
</form>
!${content.person === undefined ? '' : switchForm(token)}`
  return { title: fillText(heading, { client: client.name }), body, hasForm: true }
}

/** Whether the person is asked about the client itself, and not for an account only. */
function asksForConsent({ client, request, allowed }: ConsentContent): boolean {
  return asksPerson(client, request) && allowed === undefined
}

function headingOf(content: ConsentContent, texts: Texts): string {
  if (content.allowed !== undefined) return texts.accountTitle
  return asksForConsent(content) ? texts.allowTitle : texts.signInTitle
}

/** The accounts to choose from, or the only one. The form names it in each case, so that the decision is about what the page has shown. */
function accountChoice(
  { accounts, accountBefore, isFaulty }: ConsentContent,
  texts: Texts,
): string {
  const problem = isFaulty ? html`<p class="warning" role="alert">${texts.accountProblem}</p>` : ''
  const [first, ...others] = accounts?.list ?? []
  if (accounts === undefined || first === undefined) return problem
  if (others.length === 0) {
    const account = html`<strong>${first.label}</strong>`
    return html`!${problem}<p>!${fillHtml(texts.onlyAccount, { account })}
<input type="hidden" name="account" value="${first.id}"></p>`
  }
  const all = { id: ALL_ACCOUNTS, label: texts.allAccounts }
  const rows = [...accounts.list, ...(offersAll(accounts) ? [all] : [])].map(
    ({
      id,
      label,
      description,
    }: MCPAccount) => html`<label><input type="radio" name="account" value="${id}" required${id === accountBefore ? ' checked' : ''}><span>${label}
!${description === undefined ? '' : html`<small>${description}</small>`}</span></label>`,
  )
  return html`!${problem}<fieldset><legend>${texts.account}</legend>
!${rows}
</fieldset>`
}

function describeClient({ client, request }: ConsentContent, mcp: McpConfig, texts: Texts): string {
  const redirect = new URL(request.redirectUri)
  const unverified = client.kind === 'configured' ? '' : ` (${texts.nameNotVerified})`
  return html`
<p>!${fillHtml(texts.introduction, { resource: resourceName(mcp) })}</p>
<dl>
!${row(texts.application, html`<strong>${client.name}</strong>${unverified}`)}
!${identity(client, texts)}
!${target(request, texts)}
!${links(client, texts)}
</dl>
!${request.device ? html`<p class="warning">${texts.deviceWarning}</p>` : warning(client, redirect, texts)}`
}

/** Where the access goes: to the host of an answer, or to a device, of which only the address is known (RFC 8628, section 5.4). */
function target({ redirectUri, device }: AuthorizationRequest, texts: Texts): string {
  if (device === undefined) {
    return row(texts.redirectsTo, html`<strong>${hostOf(redirectUri)}</strong>`)
  }
  return row(texts.startedAt, html`<strong>${device.address ?? texts.anotherDevice}</strong>`)
}

/** @param value HTML */
function row(name: string, value: string): string {
  return html`<dt>${name}</dt><dd>!${value}</dd>`
}

function resourceName({ resource, resources }: McpConfig): string {
  const name = resources.get(resource)?.name
  if (name === undefined) return html`<strong>${resource}</strong>`
  return html`<strong>${name}</strong> (${resource})`
}

/** Who gives access, or that the sign-in decides it. People with several sign-ins may have used another one than they think. */
function signedInAs(content: ConsentContent, mcp: McpConfig, texts: Texts): string {
  const { person } = content
  if (person === undefined) {
    return asksForConsent(content) ? html`<p class="account">${texts.signInNext}</p>` : ''
  }
  const account = html`<strong>${person.account}</strong>`
  const provider = html`${titleOf(person.provider, mcp)}`
  return html`<p class="account">!${fillHtml(texts.signedInAs, { account, provider })}
<button class="link" form="switch" name="decision" value="switch">${texts.switchAccount}</button></p>`
}

/** A form of its own, so that the key Enter in the other one does not press its button. */
function switchForm(token: string): string {
  return html`<form id="switch" method="post" action="${PATHS.confirm}">
<input type="hidden" name="token" value="${token}">
</form>`
}

/** Who the client is, as far as that is proven: the host that serves its document, or nothing. */
function identity(client: Client, texts: Texts): string {
  if (client.kind === 'document') {
    const { host } = new URL(client.clientId)
    return row(texts.publishedBy, html`<strong>${host}</strong>`) + website(client, texts)
  }
  if (client.kind === 'registered') {
    return row(texts.identity, html`${texts.selfRegistered}`) + website(client, texts)
  }
  return row(texts.identity, html`${texts.setUpByOperator}`)
}

function website({ clientUri }: Client, texts: Texts): string {
  if (clientUri === undefined) return ''
  return row(texts.website, html`${new URL(clientUri).host} (${texts.notVerified})`)
}

/** What the client publishes for people to read before they decide (RFC 7591, section 2). */
function links({ policyUri, tosUri }: Client, texts: Texts): string {
  return link(texts.policy, policyUri, texts) + link(texts.terms, tosUri, texts)
}

/** An unverified link. It shows its host, and the linked page gets no referrer and no access to this page. */
function link(name: string, uri: string | undefined, texts: Texts): string {
  if (uri === undefined) return ''
  const { protocol, host, username, password, href } = new URL(uri)
  if (protocol !== 'https:' || username !== '' || password !== '') return ''
  const anchor = html`<a href="${href}" target="_blank" rel="noopener noreferrer">${host}</a>`
  return row(name, html`!${anchor} (${texts.notVerified})`)
}

function warning(client: Client, redirect: URL, texts: Texts): string {
  if (isOnLoopback(redirect) || isLoopbackOnly(client.redirectUris)) {
    const name = html`<bdi>${client.name}</bdi>`
    return html`<p class="warning">!${fillHtml(texts.programWarning, { client: name })}</p>`
  }
  if (redirect.protocol === 'https:') return ''
  const scheme = html`${redirect.protocol}`
  return html`<p class="warning">!${fillHtml(texts.appWarning, { scheme })}</p>`
}

/** The permissions, and for how long the client has them. */
function scopeList(
  { client, request }: ConsentContent,
  mcp: McpConfig,
  texts: Texts,
  lifetimes: Lifetimes,
): string {
  const scopes = consentScopes(mcp, client, request)
  const canStay = scopes.includes(OFFLINE_ACCESS) && client.grantTypes.includes('refresh_token')
  const isOffer = offersToStay(mcp, client, request)
  const isTicked = (scope: string) =>
    !(isOffer && scope === OFFLINE_ACCESS && mcp.stayConnected === 'unticked')
  const rows = scopes.map(
    (
      scope,
    ) => html`<label><input type="checkbox" name="scope" value="${scope}"${isTicked(scope) ? ' checked' : ''}><span>${describe(scope, mcp, texts)}
<small>${canStay && scope === OFFLINE_ACCESS ? fillText(texts.actsUntil, { ...lifetimes }) : scope}</small></span></label>`,
  )
  const list = html`<fieldset><legend>${texts.permissions}</legend>
<input type="hidden" name="scoped" value="1">
!${rows}
</fieldset>`
  return html`!${request.scopes.length === 0 ? html`<p>${texts.noPermissions}</p>` : ''}
!${rows.length === 0 ? '' : list}
!${withheldList(request, mcp, texts)}
!${canStay ? '' : html`<p>${fillText(texts.actsFor, { ...lifetimes })}</p>`}`
}

/** What is asked for in vain. Without it, people would look for the reason in the application. */
function withheldList(
  { scopes, asked = [], withheld = [] }: AuthorizationRequest,
  mcp: McpConfig,
  texts: Texts,
): string {
  const names = [...withheld, ...asked.filter((scope) => !scopes.includes(scope))]
  if (names.length === 0) return ''
  const rows = names.map(
    (scope) => html`<li>${describe(scope, mcp, texts)} <small>${scope}</small></li>`,
  )
  return html`<p>${texts.withheld}</p>
<ul>!${rows}</ul>`
}

function describe(scope: string, mcp: McpConfig, texts: Texts): string {
  if (scope === OFFLINE_ACCESS) return texts.stayConnected
  return mcp.scopes?.get(scope)?.description ?? texts.unknownPermission
}

/** The name of a provider, or of the sign-in of the application. */
function titleOf(name: string, { hostSignIn }: McpConfig): string {
  return name === hostSignIn?.name ? hostSignIn.title : providerTitle(name)
}

function buttons(content: ConsentContent, mcp: McpConfig, texts: Texts): readonly string[] {
  const { providers } = content
  const asksConsent = asksForConsent(content)
  if (providers.length <= 1) {
    const verb = asksConsent ? texts.allow : texts.continue
    return [html`<button class="primary" name="decision" value="allow">${verb}</button>`]
  }
  const verb = asksConsent ? texts.allowWith : texts.continueWith
  return providers.map(
    (name) =>
      html`<button class="primary" name="decision" value="allow:${name}">${fillText(verb, { provider: titleOf(name, mcp) })}</button>`,
  )
}
