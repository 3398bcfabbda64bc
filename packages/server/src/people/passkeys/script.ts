/** The script of the pages with passkeys: browsers make and use passkeys by JavaScript only. Everything else works without it. */
import { readFileSync } from 'node:fs'
import { sourceOf } from '../../site/pages/layout.ts'

/** What stands in the pages. */
export interface PageScript {
  /** The element, as HTML. */
  readonly element: string
  /** Its source in a Content-Security-Policy: no other script runs. */
  readonly source: string
}

/** Reads the script. Its first part is `@simplewebauthn/browser`, in the file that is made for pages. */
export function readPageScript(): PageScript {
  const library = import.meta.resolve('@simplewebauthn/browser')
  const bundle = readFileSync(new URL('../dist/bundle/index.umd.min.js', library), 'utf8')
  const text = `${bundle}\n${SCRIPT}`
  // Neither part may end the element.
  if (/<\/script|<!--/i.test(text)) throw new Error('the script of passkeys cannot stand in a page')
  return { element: `<script>${text}</script>`, source: sourceOf(text) }
}

/**
 * Sends the forms with `data-passkey`: the fields get options for the browser from `/passkeys/<kind>/options`, and what the browser makes of
 * them goes to `/passkeys/<kind>`. Then the page of `data-next` is opened.
 */
const SCRIPT = `(() => {
const { startAuthentication, startRegistration, browserSupportsWebAuthn } = SimpleWebAuthnBrowser
const TEXTS = {
  NotAllowedError: 'Nothing was done: the passkey was not confirmed, or it took too long. Try again.',
  InvalidStateError: 'This device has a passkey for you already. Sign in with it.',
  SecurityError: 'The browser does not allow passkeys at this address.',
  NotSupportedError: 'This browser or device cannot create this kind of passkey. Use another one.',
}
const post = async (path, body) => {
  const answer = await fetch('/passkeys/' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const read = await answer.json().catch(() => ({}))
  if (answer.ok) return read
  throw new Error(read.detail || read.error_description || 'The hub did not answer. Try again.')
}
const run = async (kind, fields) => {
  const options = await post(kind + '/options', fields)
  const start = kind === 'sign-in' ? startAuthentication : startRegistration
  const response = await start({ optionsJSON: options })
  await post(kind, { response, ...(kind === 'create' && { removeOthers: fields.removeOthers === 'yes' }) })
}
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const button = form.querySelector('button')
  const problem = form.querySelector('[role=alert]')
  const fail = (text) => { problem.textContent = text; problem.hidden = false }
  if (!browserSupportsWebAuthn()) { button.disabled = true; fail('This browser has no passkeys. Use a newer one.') }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    problem.hidden = true
    button.disabled = true
    try {
      await run(form.dataset.passkey, Object.fromEntries(new FormData(form)))
      location.assign(form.dataset.next)
    } catch (error) {
      fail(TEXTS[error.cause?.name ?? error.name] ?? error.message)
      button.disabled = false
    }
  })
}
})()`
