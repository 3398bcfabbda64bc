/**
 * The URL to register at a provider: `/<provider>/callback` is inserted after `/oauth`; a trailing slash and a query stay.
 * A URL that names the provider already is left as it is. Undefined for any other path.
 *
 * @example callbackUrl('https://shop.example/oauth/callback', 'github') // 'https://shop.example/oauth/github/callback'
 */
export function callbackUrl(redirectUri: string, provider: string): string | undefined {
  const url = new URL(redirectUri)
  const own = `/oauth/${provider}/callback`
  if (url.pathname.endsWith(own) || url.pathname.endsWith(`${own}/`)) return url.href
  const match = /^(.*\/oauth)(?:\/callback)?(\/?)$/.exec(url.pathname)
  if (match === null) return undefined
  url.pathname = `${match[1]}/${provider}/callback${match[2]}`
  return url.href
}
