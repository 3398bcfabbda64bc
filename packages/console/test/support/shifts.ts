/** How far the content of a page moves while it is loaded. */
import type { Page } from 'playwright-core'
import type { OpenedPage } from './open-pages.ts'

/** A page whose lists come in an order of the test. */
export interface LatePage {
  readonly path: string
  /** The call that the hub answers last, and one that it answers before. */
  readonly last: RegExp
  readonly before: RegExp
  /** What the page shows when all is there. */
  readonly text: string
}

/**
 * Opens a page within the console, holds back one of its lists until another one is there, and returns the layout shift, as browsers count
 * it (https://web.dev/articles/cls).
 */
export async function shiftOf(
  { page, go }: OpenedPage,
  { path, last, before, text }: LatePage,
): Promise<number> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(last, async (route) => {
    await released
    await route.continue()
  })
  await page.evaluate(`window.moved = 0
    window.shifts = new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.moved += value
    })
    window.shifts.observe({ type: 'layout-shift' })`)
  const answered = page.waitForResponse(before)
  await go(path)
  await answered
  await untilPainted(page)
  const comes = page.waitForResponse(last)
  release()
  await comes
  await page.getByText(text).filter({ visible: true }).first().waitFor()
  await untilPainted(page)
  await page.unroute(last)
  await page.evaluate('window.shifts.disconnect()')
  return await page.evaluate<number>('window.moved')
}

async function untilPainted(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
  )
}
