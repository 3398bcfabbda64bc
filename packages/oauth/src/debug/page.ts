/**
 * The interactive test page: sign in, see the session, refresh, sign out.
 *
 * @param names of providers: letters, digits, `-` and `_` only, so they need no escaping
 * @param nonce of the content security policy
 */
export function testPage(names: readonly string[], nonce: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>OAuth test page</title>
<style nonce="${nonce}">
  :root { color-scheme: light dark }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  pre { background: #8882; padding: 1rem; overflow: auto; min-height: 3rem }
  a, button { display: inline-block; font: inherit; margin: 0 .5rem .5rem 0 }
</style>
<h1>OAuth test page</h1>
<p>For development only. Tokens are never shown.</p>
${names.map(section).join('\n')}
<button id="sign-out">Sign out</button>
<pre id="answer" aria-live="polite"></pre>
<script nonce="${nonce}">
  const send = (path, method) => fetch(path, { method, headers: { accept: 'application/json' } })
  for (const button of document.querySelectorAll('button[data-path]')) {
    button.addEventListener('click', async () => {
      const response = await send(button.dataset.path, 'GET')
      const body = JSON.stringify(await response.json(), null, 2)
      document.querySelector('#answer').textContent = response.status + ' ' + button.dataset.path + '\\n' + body
    })
  }
  // Not a form: the content security policy would have to contain the site of every provider.
  document.querySelector('#sign-out').addEventListener('click', async () => {
    const { redirect } = await (await send('/oauth/logout', 'POST')).json()
    location.assign(redirect ?? '/oauth/test')
  })
</script>
</html>
`
}

function section(name: string): string {
  return `<section>
  <h2>${name}</h2>
  <a href="/oauth/${name}/login?redirect=/oauth/test">Sign in with ${name}</a>
  <button data-path="/oauth/${name}/user">Show the session</button>
  <button data-path="/oauth/${name}/refresh">Refresh the tokens</button>
</section>`
}
