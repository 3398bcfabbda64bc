/** A simple browser for sign-ins: stores cookies by host, follows redirects, and sends forms. */

export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** The real target of requests to an origin, and the headers that a proxy would add. */
export interface Route {
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
}

export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()
  readonly #routes: Readonly<Record<string, Route>>
  /** Every Set-Cookie header so far. */
  readonly setCookies: string[] = []

  /** @param routes by origin, such as `{ 'https://hub.example': { target: 'http://127.0.0.1:8080' } }` */
  constructor(routes: Readonly<Record<string, Route>> = {}) {
    this.#routes = routes
  }

  /** Opens a page and follows redirects, up to the first address that begins with `until`. */
  async open(url: string, until?: string, init: RequestInit = {}): Promise<Page> {
    let next = { url, init }
    for (let hop = 0; hop < 12; hop += 1) {
      const response = await this.#send(next.url, next.init)
      const location = response.headers.get('location')
      if (location === null) {
        const body = await response.text()
        return { url: next.url, status: response.status, headers: response.headers, body }
      }
      await response.arrayBuffer()
      next = { url: new URL(location, next.url).href, init: {} }
      if (until !== undefined && next.url.startsWith(until)) {
        return { url: next.url, status: 0, headers: response.headers, body: '' }
      }
    }
    throw new Error(`too many redirects from ${url}`)
  }

  /** Sends the form of a page with its hidden fields and one button. */
  async submit(
    page: Page,
    button: Readonly<Record<string, string>>,
    until?: string,
  ): Promise<Page> {
    const action = /<form[^>]* action="([^"]*)"/.exec(page.body)?.[1]
    if (action === undefined) throw new Error(`no form on ${page.url}`)
    const hidden = [...page.body.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
    return await this.open(new URL(action, page.url).href, until, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, ...button }),
    })
  }

  /** The Cookie header for a URL. */
  cookiesFor(url: string): string {
    const jar = this.#cookies.get(new URL(url).host) ?? new Map<string, string>()
    return Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ')
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const { host, origin } = new URL(url)
    const { target = origin, headers } = this.#routes[origin] ?? {}
    const cookie = this.cookiesFor(url)
    const response = await fetch(url.replace(origin, target), {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...(init.headers as Record<string, string>),
        ...headers,
        ...(cookie && { cookie }),
      },
    })
    const jar = this.#cookies.get(host) ?? new Map<string, string>()
    this.#cookies.set(host, jar)
    for (const line of response.headers.getSetCookie()) {
      this.setCookies.push(line)
      const [pair = ''] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value.join('='))
    }
    return response
  }
}
