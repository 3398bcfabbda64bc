/** States were claimed by a read and a write, so that several requests could use one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

let idp: HostileProvider
let cluster: Cluster

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  cluster = await startCluster([await freePort(), await freePort()], { providers: { acme } })
})
afterAll(async () => {
  await cluster.close()
  await idp.close()
})

test('a hundred callbacks with one state, at two processes at once, make one exchange and one session', async () => {
  const [one = '', two = ''] = cluster.origins
  const browser = createBrowser()
  const start = await browser.get(`${one}/oauth/acme/login`)
  const callback = (await browser.get(start.location ?? '')).location ?? ''
  const cookie = browser.cookieHeader(one)
  idp.requests.length = 0
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const url = index % 2 === 0 ? callback : callback.replace(one, two)
      return (await fetch(url, { headers: { cookie }, redirect: 'manual' })).headers.get('location')
    }),
  )
  const again = '/oauth/acme/login?error=session_expired'
  expect(answers.filter((location) => location !== again)).toEqual(['/'])
  expect(idp.requests.filter(({ path }) => path === '/token')).toHaveLength(1)
  expect(await cluster.database.sql`select count(*)::int as count from oauth.logins`).toEqual([
    { count: 1 },
  ])
})

test('a state is no longer good after ten minutes', async () => {
  const [one = ''] = cluster.origins
  const browser = createBrowser()
  const start = await browser.get(`${one}/oauth/acme/login`)
  const callback = (await browser.get(start.location ?? '')).location ?? ''
  const { sql } = cluster.database
  const [row] =
    await sql`select extract(epoch from max(expires_at) - now())::float as left from oauth.csrf_tokens`
  expect(row?.left).toBeGreaterThan(500)
  expect(row?.left).toBeLessThanOrEqual(600)
  await sql`update oauth.csrf_tokens set expires_at = expires_at - interval '10 minutes'`
  expect((await browser.get(callback)).location).toBe(
    `${one}/oauth/acme/login?error=session_expired`,
  )
})
