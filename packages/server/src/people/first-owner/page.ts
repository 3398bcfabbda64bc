/** The pages of the first owner. Pure. */
import type { Refusal } from '@entrepot/marketplace'
import { html } from 'ghtml'
import { messagePage, page } from '../../site/pages/layout.ts'
import { FIRST_OWNER_PATH, VALID_HOURS } from './first-owner.ts'

/** The page for a signed-in person with an open link, on a hub that has a customer. */
export function ownerPage(customer: string): string {
  return page(
    TITLE,
    html`<h1>${TITLE}</h1>
<p>You become the owner of ${customer}: you can do everything, and invite others.</p>
<form method="post" action="${FIRST_OWNER_PATH}">
<button class="button">Become the owner</button>
</form>`,
  )
}

/** What a person has typed. */
export interface Typed {
  readonly name: string
  readonly currency: string
  readonly vat: string
}

/** The page for a signed-in person with an open link, on a hub without customers. */
export function firstCustomerPage({ name, currency, vat }: Typed, refusal?: Refusal): string {
  const issues = refusal?.errors.map(
    ({ path, message }) => html`<li>${LABELS[path] ?? path}: ${message}</li>`,
  )
  return page(
    TITLE,
    html`<h1>${TITLE}</h1>
<p>The hub has no customer yet: no merchant whose products are sold. Name the first one. You become its owner.</p>
!${issues ? html`<div role="alert"><ul>!${issues}</ul></div>` : ''}
<form method="post" action="${FIRST_OWNER_PATH}">
<p><label for="name">Name</label><br><input id="name" name="name" required maxlength="256" value="${name}"></p>
<p><label for="currency">Base currency (ISO 4217)</label><br><input id="currency" name="currency" required maxlength="3" value="${currency}"></p>
<p><label for="vat">Default VAT rate, in percent</label><br>
<input id="vat" name="vat" required inputmode="decimal" value="${vat}"></p>
<button class="button">Create it and become the owner</button>
</form>`,
  )
}

const TITLE = 'Become the owner of this hub'

const LABELS: Readonly<Record<string, string>> = {
  '/name': 'Name',
  '/baseCurrency': 'Base currency',
  '/defaultVatRate': 'VAT',
}

/** The page for a link that does not work. */
export function voidOwnerPage(): string {
  return messagePage(
    'This link does not work',
    `It was used, is older than ${VALID_HOURS} hours, or was opened in another browser, or the hub has an owner. The operator of the hub makes another one with: entrepot members owner-link. If the hub has an owner, ask for an invitation.`,
  )
}
