/** What is wrong with the accessibility and the width of pages, in both themes and in narrow and wide windows. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers, overflowOf, takeScreenshot } from './console.ts'
import type { OpenedPage } from './open-pages.ts'

/** A page to look at: the name of its pictures, its path, and a text that it shows when it is there. */
export type CheckedPage = readonly [name: string, path: string, text: string | RegExp]

/** Something that is wrong with a page. */
export interface Violation {
  readonly name: string
  readonly theme: 'light' | 'dark'
  readonly barrier: string
}

const THEMES = ['light', 'dark'] as const

/** A phone, a tablet, windows and a wide screen, and the width of a phone at a zoom (WCAG 2.2, 1.4.10). */
const WIDTHS = [320, 390, 768, 1024, 1440, 2560] as const

/** The widths of which pictures are taken in both themes. */
const PICTURED: readonly number[] = [390, 768, 1440]

/**
 * Opens each page within the console, and returns the barriers that it has in each theme. Fails if a page, or a table in it, is wider than a
 * window of one of the {@link WIDTHS}.
 *
 * @example expect(await findViolations(opened, [['team', '/team', 'Roles']])).toEqual([])
 */
export async function findViolations(
  { page, go }: OpenedPage,
  pages: readonly CheckedPage[],
): Promise<readonly Violation[]> {
  const found: Violation[] = []
  for (const [name, path, text] of pages) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await go(path)
    await page.getByText(text).filter({ visible: true }).first().waitFor()
    await expect.poll(async () => await page.locator('[aria-busy=true]').count()).toBe(0)
    found.push(...(await findViolationsNow(page, name)))
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      // The sidebar moves for a moment.
      const message = `${name} at ${width} px`
      await expect.poll(async () => await overflowOf(page), { message }).toBeLessThanOrEqual(0)
      await expect.poll(async () => await page.evaluate(CUT_OFF), { message }).toEqual([])
      await expect.poll(async () => await page.evaluate(SQUEEZED), { message }).toEqual([])
      if (process.env.SHOTS && PICTURED.includes(width)) await takePictures(page, name, width)
    }
  }
  return found
}

/** The tables that are wider than their place, so that a part of them is not seen. */
const CUT_OFF = `[...document.querySelectorAll('[role=region], [role=region] table')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.querySelector('table'))
  .map((one) => one.ariaLabel)`

/** The cells whose words are broken into lines of one or two letters. */
const SQUEEZED = `[...document.querySelectorAll('[role=cell]')]
  .filter((one) => one.checkVisibility() && one.innerText.trim().length > 4 && one.clientWidth < 24)
  .map((one) => one.innerText)`

async function takePictures(page: Page, name: string, width: number): Promise<void> {
  for (const theme of THEMES) {
    await setTheme(page, theme)
    await takeScreenshot(page, `${name}-${theme}-${width}`)
  }
}

/**
 * Returns the barriers of a page as it is: all in the first theme, and those of colours in the other one. For states to which no address
 * leads.
 *
 * @example expect(await findViolationsNow(page, 'import-checked')).toEqual([])
 */
export async function findViolationsNow(page: Page, name: string): Promise<readonly Violation[]> {
  const found: Violation[] = []
  for (const theme of THEMES) {
    await setTheme(page, theme)
    await takeScreenshot(page, `${name}-${theme}`)
    const barriers = await findBarriers(page, theme !== THEMES[0])
    for (const barrier of barriers) found.push({ name, theme, barrier })
  }
  return found
}

/** Changes the theme of the device, and waits until all colours have changed. */
async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))`)
}
