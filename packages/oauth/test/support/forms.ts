import type { Browser, Page } from './browser.ts'

/** The fields of the form by which a provider answers. */
export function fieldsOf({ text }: Pick<Page, 'text'>): URLSearchParams {
  const fields = text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  const plain = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const form = new URLSearchParams()
  for (const [, name = '', value = ''] of fields) form.append(name, plain(value))
  return form
}

/** Sends the form as a page of another site does: browsers leave out cookies with SameSite=Lax. */
export async function postFromElsewhere(url: string, fields: URLSearchParams): Promise<Response> {
  return await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: fields,
    headers: { origin: 'https://id.example', 'sec-fetch-site': 'cross-site' },
  })
}

/** Starts a sign-in, and answers with the form that the provider shows. */
export async function startWithForm(browser: Browser, login: string): Promise<URLSearchParams> {
  return fieldsOf(await browser.follow(login))
}
