/** The consent page: who asks, where the answer goes, what for, and how to sign in. */
import { html } from 'ghtml'
import type { Page } from '../../http/page.ts'
import { providerTitle } from '../../providers/templates.ts'
import type { Person } from '../../sign-in/finisher.ts'
import { isLoopback } from '../../urls.ts'
import type { Client } from '../clients/client.ts'
import type { McpConfig } from '../config/config.ts'
import { PATHS } from '../mcp-context.ts'
import { hostOf, isLoopbackOnly } from '../redirect-uris.ts'
import { OFFLINE_ACCESS } from '../scopes.ts'
import type { AuthorizationRequest } from './read-request.ts'

/** What the page shows. */
export interface ConsentView {
  readonly client: Client
  readonly request: AuthorizationRequest
  /** Names the flow, once. */
  readonly token: string
  /** Providers to choose from; empty when the person has signed in already. */
  readonly providers: readonly string[]
  /** Who has signed in. */
  readonly person: Person | undefined
  /** Sources for `form-action`. */
  readonly formAction: readonly string[]
}

/** Makes the page. The configuration is narrowed to the resource of the request. */
export function consentPage(view: ConsentView, mcp: McpConfig): Page {
  const { client, request, token, formAction } = view
  const asksConsent = !client.trusted
  const title = asksConsent ? `Allow ${client.name}?` : `Sign in for ${client.name}`
  const body = html`
<h1>${title}</h1>
!${asksConsent ? describeClient(view, mcp) : ''}
<form method="post" action="${PATHS.confirm}">
<input type="hidden" name="token" value="${token}">
!${accountOf(view)}
!${asksConsent ? scopeList(request.scopes, mcp) : ''}
<div class="buttons${view.providers.length > 1 ? ' choices' : ''}">
!${buttons(view)}
<button name="decision" value="deny">${asksConsent ? 'Deny' : 'Cancel'}</button>
</div>
</form>`
  return { title, body, formAction }
}

function describeClient({ client, request }: ConsentView, mcp: McpConfig): string {
  const redirect = new URL(request.redirectUri)
  return html`
<p>An application asks for access to !${resourceName(mcp)} on your behalf. Allow it only if you have just started
this yourself.</p>
<dl>
<dt>Application</dt><dd><strong>${client.name}</strong>${client.kind === 'configured' ? '' : ' (name not verified)'}</dd>
!${identity(client)}
<dt>Redirects to</dt><dd><strong>${hostOf(request.redirectUri)}</strong></dd>
</dl>
!${warning(client, redirect)}`
}

function resourceName({ resource, resources }: McpConfig): string {
  const name = resources.get(resource)?.name
  if (name === undefined) return html`<strong>${resource}</strong>`
  return html`<strong>${name}</strong> (${resource})`
}

/** Whose access is given: people with several accounts may have come back with another one than they think. */
function accountOf({ person }: ConsentView): string {
  if (person === undefined) return ''
  return html`<p class="account">You are signed in as <strong>${person.account}</strong> with ${providerTitle(person.provider)}.
<button class="link" name="decision" value="switch">Not you?</button></p>`
}

/** Who the client is, as far as that is proven: the host that serves its document, or nothing. */
function identity(client: Client): string {
  if (client.kind === 'document') {
    return html`<dt>Published by</dt><dd><strong>${new URL(client.clientId).host}</strong></dd>!${website(client)}`
  }
  if (client.kind === 'registered') {
    return html`<dt>Identity</dt><dd>not verified: the application registered itself</dd>!${website(client)}`
  }
  return html`<dt>Identity</dt><dd>set up by the operator of this server</dd>`
}

function website({ clientUri }: Client): string {
  if (clientUri === undefined) return ''
  return html`<dt>Website</dt><dd>${new URL(clientUri).host} (not verified)</dd>`
}

function warning(client: Client, redirect: URL): string {
  if (isLoopback(redirect.hostname) || isLoopbackOnly(client.redirectUris)) {
    return html`<p class="warning">Access goes to a program on your own computer. Any program there can use the name ${client.name}. Allow
it only if you have just started it.</p>`
  }
  const isApp = redirect.protocol !== 'https:'
  return isApp
    ? html`<p class="warning">Access goes to an app on this device that opens ${redirect.protocol} links. Another app can open
them too. Allow it only if you have just started it.</p>`
    : ''
}

function scopeList(scopes: readonly string[], mcp: McpConfig): string {
  if (scopes.length === 0) return html`<p>It asks for no specific permissions.</p>`
  const rows = scopes.map(
    (
      scope,
    ) => html`<label><input type="checkbox" name="scope" value="${scope}" checked><span>${describe(scope, mcp)}
<small>${scope}</small></span></label>`,
  )
  return html`<fieldset><legend>What it may do</legend>
<input type="hidden" name="scoped" value="1">
!${rows}
</fieldset>`
}

function describe(scope: string, mcp: McpConfig): string {
  if (scope === OFFLINE_ACCESS) return 'Stay connected while you are away'
  return mcp.scopes?.get(scope)?.description ?? 'Permission'
}

function buttons({ client, providers }: ConsentView): readonly string[] {
  const verb = client.trusted ? 'Continue' : 'Allow'
  if (providers.length <= 1) {
    return [html`<button class="primary" name="decision" value="allow">${verb}</button>`]
  }
  return providers.map(
    (name) =>
      html`<button class="primary" name="decision" value="allow:${name}">${verb} and sign in with ${providerTitle(name)}</button>`,
  )
}
