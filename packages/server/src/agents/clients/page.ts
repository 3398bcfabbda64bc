/** The page `/clients`: the clients that act for the signed-in person, each with a button that revokes it. Pure. */
import type { ConnectedClient } from '@entrepot/oauth'
import { html } from 'ghtml'
import { page } from '../../site/pages/layout.ts'
import { describeScope } from './scope-texts.ts'

/** Paths of the page and of its forms. */
export const CLIENTS_PATH = '/clients'
export const REVOKE_PATH = '/clients/revoke'

/**
 * The page.
 *
 * @param hasRevoked whether the person has just revoked a client
 */
export function clientsPage(clients: readonly ConnectedClient[], hasRevoked: boolean): string {
  const list = clients.length > 0 ? clients.map(describeClient) : NONE
  return page(
    'Clients',
    html`<h1>Clients that act for you</h1>
!${hasRevoked ? REVOKED : ''}
!${list}
<p><a href="/">Back</a></p>`,
  )
}

const NONE = html`<p>None. This page lists AI agents and other applications after you have allowed them to act for you.</p>`

const REVOKED = html`<p role="status">The client no longer has access. It must ask you before it can act for you again.</p>`

function describeClient(client: ConnectedClient): string {
  const { clientId, clientName, redirectHost, scopes, connectedAt, usedAt } = client
  const may = scopes.length > 0 ? scopes.map(describeScope).join('; ') : 'No scopes'
  const publisher = publisherOf(clientId)
  return html`<section>
<h2>${clientName}</h2>
<dl>
!${publisher && html`<dt>Published by</dt><dd>${publisher}</dd>`}
<dt>Answer sent to</dt><dd>${redirectHost}</dd>
<dt>What it may do</dt><dd>${may}</dd>
<dt>Since</dt><dd>!${timeOf(connectedAt)}</dd>
<dt>Last got access</dt><dd>!${timeOf(usedAt)}</dd>
<dt>Its access</dt><dd>!${lifetimeOf(client)}</dd>
</dl>
<form method="post" action="${REVOKE_PATH}">
<input type="hidden" name="client_id" value="${clientId}">
<button class="button quiet" aria-label="Revoke ${clientName}">Revoke</button>
</form>
</section>`
}

/** How long the client may act, as the consent page has said it. */
function lifetimeOf({ active, actsUntil }: ConnectedClient): string {
  if (actsUntil === undefined) return html`has ended; the client must ask you again`
  return active
    ? html`renews itself until !${timeOf(actsUntil)}, or until you revoke it`
    : html`until !${timeOf(actsUntil)}; then the client must ask you again`
}

/** The host that serves the metadata document of the client. Nothing else about a client is verified. */
function publisherOf(clientId: string): string | undefined {
  return clientId.startsWith('https://') && URL.canParse(clientId)
    ? new URL(clientId).host
    : undefined
}

/** UTC to the minute: the server does not know the time zone of the person. */
function timeOf(date: Date): string {
  const text = date.toISOString()
  return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time>`
}
