/** The URL that starts a sign-in, with a path that a proxy may have added. */
export function signInUrl(redirectUri: string): string {
  const { origin, pathname } = new URL(redirectUri)
  return origin + pathname.replace(/\/callback\/?$/, '/login')
}
