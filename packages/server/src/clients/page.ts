/** What `/clients` shows: who acts for the signed-in person, with a button each that ends it. Pure. */
import type { ConnectedClient } from '@entrepot/oauth'
import { html } from 'ghtml'
import { describeScope } from '../mcp/settings.ts'
import { page } from '../pages/layout.ts'

/** Where the page is, and where its forms go. */
export const CLIENTS_PATH = '/clients'
export const REVOKE_PATH = '/clients/revoke'

/**
 * The page.
 *
 * @param hasRevoked whether the person comes from a button of the page
 */
export function clientsPage(clients: readonly ConnectedClient[], hasRevoked: boolean): string {
  const list = clients.length > 0 ? clients.map(describeClient) : NONE
  return page(
    'Clients',
    html`<h2>Clients that act for you</h2>
!${hasRevoked ? REVOKED : ''}
!${list}
<p><a href="/">Back</a></p>`,
  )
}

const NONE = html`<p>None. An AI agent or another application stands here once you have allowed it to use this hub in your
name.</p>`

const REVOKED = html`<p role="status">Its access has ended. It has to ask you before it can act for you again.</p>`

function describeClient(client: ConnectedClient): string {
  const { clientId, clientName, redirectHost, scopes, connectedAt, usedAt, active } = client
  const may = scopes.length > 0 ? scopes.map(describeScope).join('; ') : 'Nothing in particular'
  const publisher = publisherOf(clientId)
  return html`<section>
<h3>${clientName}</h3>
<dl>
!${publisher && html`<dt>Published by</dt><dd>${publisher}</dd>`}
<dt>Answers went to</dt><dd>${redirectHost}</dd>
<dt>What it may do</dt><dd>${may}</dd>
<dt>Since</dt><dd>!${timeOf(connectedAt)}</dd>
<dt>Last got access</dt><dd>!${timeOf(usedAt)}</dd>
<dt>Its access</dt><dd>${active ? 'renews itself' : 'has ended, or ends soon: then it asks you again'}</dd>
</dl>
<form method="post" action="${REVOKE_PATH}">
<input type="hidden" name="client_id" value="${clientId}">
<button class="button quiet" aria-label="Revoke ${clientName}">Revoke</button>
</form>
</section>`
}

/** The host that serves the client's metadata document: the one thing about a client that is proven. */
function publisherOf(clientId: string): string | undefined {
  return clientId.startsWith('https://') && URL.canParse(clientId)
    ? new URL(clientId).host
    : undefined
}

/** The server does not know where the person is: UTC, to the minute. */
function timeOf(date: Date): string {
  const text = date.toISOString()
  return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time>`
}
