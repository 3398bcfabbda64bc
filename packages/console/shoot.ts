// node shoot.ts OUT "name=path,..." "light,dark" "1360x860,390x844" [draft]
import { launchBrowser } from '/work/wt/design/packages/test-support/src/web/chromium.ts'
import { signIn } from '/work/wt/design/packages/test-support/src/web/sign-in.ts'
import { mkdirSync } from 'node:fs'
const [out, pages, schemes, sizes, drafts = ''] = process.argv.slice(2) as string[]
const url = 'http://127.0.0.1:8391'
mkdirSync(out!, { recursive: true })
const browser = await launchBrowser('/tmp/dhub/chromium')
const cookies = (await signIn({ url }, 'ann')).cookiesFor(url).split('; ').map((c) => ({ name: c.slice(0, c.indexOf('=')), value: c.slice(c.indexOf('=') + 1), url }))
for (const draft of drafts.split(',')) {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await context.addCookies(cookies)
  if (draft) await context.addInitScript(`localStorage.setItem('draft', '${draft}')`)
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log('ERR', e.message.slice(0, 300)))
  page.on('console', (m) => m.type() === 'error' && console.log('CON', m.text().slice(0, 300)))
  for (const one of pages!.split(',')) {
    const at = one.indexOf('=')
    const [name, path] = [one.slice(0, at), one.slice(at + 1)]
    await page.goto(`${url}/console${path}`)
    await page.locator('h1').first().waitFor({ timeout: 30000 }).catch(() => console.log('no h1', name))
    await page.waitForLoadState('networkidle').catch(() => {})
    for (const scheme of schemes!.split(',') as ('light' | 'dark')[]) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const size of sizes!.split(',')) {
        const [width, height] = size.split('x').map(Number) as [number, number]
        await page.setViewportSize({ width, height })
        await page.waitForTimeout(350)
        await page.screenshot({ path: `${out}/${draft ? `${draft}-` : ''}${name}-${scheme}-${width}.png` })
        const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
        if (Number(over) > 0) console.log('OVERFLOW', name, scheme, width, over)
      }
    }
  }
  await context.close()
}
await browser.close()
process.exit(0)
