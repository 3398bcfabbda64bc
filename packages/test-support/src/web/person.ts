/** A person with a browser who allows MCP clients to act for them: signs in at the development provider and consents. */
import { Browser, type Page } from './browser.ts'

/** The decision of a {@link Person} on the consent page. */
export interface Decision {
  /** @default 'allow' */
  readonly decision?: string
  /** Scopes that the person unticks. */
  readonly without?: readonly string[]
  /** Id of the customer that the person chooses if they have several. @default '*', which is all of them */
  readonly customer?: string
}

export class Person {
  readonly browser = new Browser()
  /** Every page that was shown. */
  readonly pages: Page[] = []
  readonly #name: string

  /** @param name a sample person of the development provider */
  constructor(name = 'ann') {
    this.#name = name
  }

  /** Opens an authorization URL, and continues until the answer reaches the client. Returns the URL of the answer. */
  async answer(
    url: URL | string,
    { decision = 'allow', without = [], customer = '*' }: Decision = {},
  ) {
    const redirectUri = new URL(url).searchParams.get('redirect_uri') ?? ''
    let page = await this.browser.open(String(url), redirectUri)
    for (let step = 0; page.status !== 0 && step < 4; step += 1) {
      this.pages.push(page)
      if (page.status !== 200) throw new Error(`${page.status} at ${page.url}: ${page.body}`)
      const form = fieldsOf(page, without, customer)
      if (page.body.includes('name="decision"')) form.append('decision', decision)
      else form.append('person', this.#name)
      const action = /<form[^>]* action="([^"]*)"/.exec(page.body)?.[1] ?? ''
      const init = { method: 'POST', body: form }
      page = await this.browser.open(new URL(action, page.url).href, redirectUri, init)
    }
    return new URL(page.url)
  }
}

/** The hidden fields of the form of a page, its ticked boxes, and the customer. */
function fieldsOf(page: Page, without: readonly string[], customer: string): URLSearchParams {
  const form = new URLSearchParams()
  for (const [tag] of page.body.matchAll(/<input [^>]*>/g)) {
    const [, name = ''] = /name="([^"]*)"/.exec(tag) ?? []
    const [, value = ''] = /value="([^"]*)"/.exec(tag) ?? []
    if (tag.includes('radio') && value !== customer) continue
    if (!tag.includes('checkbox') || !without.includes(value)) form.append(name, value)
  }
  return form
}
