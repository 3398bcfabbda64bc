/** A browser without a window: keeps cookies, follows redirects when told. */

/** An answer, with its body read. */
export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  readonly json: any
  /** Absolute URL of the redirect. */
  readonly location: string | undefined
}

/** What {@link createBrowser} makes. */
export interface Browser {
  /** Cookies by host, then by name. */
  readonly cookies: Map<string, Map<string, string>>
  /** One request; redirects are not followed. */
  get(url: string, init?: RequestInit): Promise<Page>
  /** Follows redirects until there is none, or until `stop` says so of a URL. */
  follow(url: string, stop?: (url: string) => boolean): Promise<Page>
  /** The cookies that go to a host. */
  cookieHeader(url: string): string
}

/** Makes a browser with no cookies. */
export function createBrowser(): Browser {
  const cookies = new Map<string, Map<string, string>>()
  const jar = (url: string) => {
    const { host } = new URL(url)
    const known = cookies.get(host) ?? new Map<string, string>()
    cookies.set(host, known)
    return known
  }
  const cookieHeader = (url: string) =>
    Array.from(jar(url), ([name, value]) => `${name}=${value}`).join('; ')

  const get = async (url: string, init: RequestInit = {}): Promise<Page> => {
    const headers = new Headers(init.headers)
    if (!headers.has('accept')) headers.set('accept', 'text/html')
    headers.set('cookie', cookieHeader(url))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(jar(url), line)
    const text = await response.text()
    const location = response.headers.get('location')
    return {
      url,
      status: response.status,
      headers: response.headers,
      text,
      get json() {
        return JSON.parse(text)
      },
      location: location === null ? undefined : new URL(location, url).href,
    }
  }
  const follow = async (
    url: string,
    stop: (url: string) => boolean = () => false,
  ): Promise<Page> => {
    let page = await get(url)
    for (let count = 0; page.location !== undefined && !stop(page.location); count += 1) {
      if (count > 20) throw new Error(`too many redirects: ${page.location}`)
      page = await get(page.location)
    }
    return page
  }
  return { cookies, get, follow, cookieHeader }
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const name = pair.slice(0, pair.indexOf('=')).trim()
  const value = pair.slice(pair.indexOf('=') + 1).trim()
  const expires = attributes.map((one) => /^\s*expires=(.*)$/i.exec(one)?.[1]).find(Boolean)
  const isGone =
    attributes.some((one) => /^\s*max-age=0\s*$/i.test(one)) ||
    (expires !== undefined && Date.parse(expires) <= Date.now())
  if (isGone) jar.delete(name)
  else jar.set(name, value)
}
