import { signIn } from '@entrepot/test-support/sign-in'
import { chromium } from 'playwright-core'
const url = 'http://127.0.0.1:18237'
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM!, args: ['--no-sandbox', '--no-zygote', '--disable-gpu'], timeout: 90_000 })
const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 }, colorScheme: (process.env.SCHEME ?? 'light') as 'light' })
context.setDefaultTimeout(20_000)
const cookies = (await signIn({ url }, 'ann')).cookiesFor(url).split('; ')
await context.addCookies(cookies.map((c) => ({ name: c.slice(0, c.indexOf('=')), value: c.slice(c.indexOf('=') + 1), url })))
const page = await context.newPage()
page.on('console', (m) => m.type() === 'error' && console.log('error:', m.text().slice(0, 300)))
page.on('pageerror', (m) => console.log('pageerror:', m.stack?.slice(0, 1500)))
const shot = async (name: string) => { await page.screenshot({ path: `shots/${name}.png` }); console.log('shot', name) }
for (const step of process.argv.slice(2)) {
  const [name, path, ...clicks] = step.split('|')
  await page.goto(url + path)
  await page.waitForTimeout(Number(process.env.WAIT ?? 2500))
  for (const click of clicks) {
    try {
      if (click.startsWith('text=')) await page.getByText(click.slice(5)).first().click()
      else if (click.startsWith('fill=')) { const [, label, value] = click.split('='); await page.getByLabel(label!).first().fill(value!) }
      else if (click.startsWith('size=')) { const [w, h] = click.slice(5).split('x').map(Number); await page.setViewportSize({ width: w!, height: h! }) }
      else await page.getByRole('button', { name: click }).first().click()
    } catch (e) { console.log('failed', click, String(e).slice(0, 200)) }
    await page.waitForTimeout(800)
  }
  await shot(name!)
}
await browser.close()
