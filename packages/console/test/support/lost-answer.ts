/** An answer that gets lost on its way to the page. */
import type { Page } from 'playwright-core'

/** Lets the next call of the page take effect, and loses its answer. */
export async function loseAnswer(page: Page, url: string): Promise<void> {
  const lose = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(url, lose, { times: 1 })
}
