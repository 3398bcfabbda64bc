/** A person with a browser and an authenticator, at a hub with passkeys. */
import { Authenticator, type Deviation } from '@entrepot/test-support/authenticator'
import { Browser, type Page } from '@entrepot/test-support/browser'

/** The answer of a call of the pages. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: options and problems
  readonly body: any
}

export class PasskeyPerson {
  readonly browser = new Browser()
  readonly authenticator: Authenticator
  readonly #origin: string

  /** @param origin that people open */
  constructor(origin: string, authenticator = new Authenticator(origin)) {
    this.#origin = origin
    this.authenticator = authenticator
  }

  async open(path: string): Promise<Page> {
    return await this.browser.open(new URL(path, this.#origin).href)
  }

  /** Sends JSON as the script of the pages does. */
  async post(path: string, body: object = {}): Promise<Answer> {
    const headers = {
      ...{ accept: 'application/json', 'content-type': 'application/json' },
      'sec-fetch-site': 'same-origin',
    }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const page = await this.browser.open(`${this.#origin}/passkeys/${path}`, undefined, init)
    return { status: page.status, body: page.body === '' ? {} : JSON.parse(page.body) }
  }

  /** The headers with which another node gets the same request. */
  headers(): Readonly<Record<string, string>> {
    return {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: this.browser.cookiesFor(this.#origin),
    }
  }

  /** Creates a passkey. */
  async create(
    fields: { readonly reason: string; readonly [name: string]: unknown },
    deviation: Deviation = {},
    choices: object = {},
  ): Promise<Answer> {
    const options = await this.post('create/options', fields)
    if (options.status !== 200) return options
    const response = this.authenticator.create(options.body, deviation)
    return await this.post('create', { response, ...choices })
  }

  /** Signs in with the newest passkey. */
  async signIn(deviation: Deviation = {}): Promise<Answer> {
    const { body } = await this.post('sign-in/options')
    return await this.post('sign-in', { response: this.authenticator.get(body, deviation) })
  }
}
