/** The look of the console: contrasts, initials, and which rows of a list glow. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { changedRows, textsOf } from '../../src/components/list/changed-rows.ts'
import { MARK, WORDMARK } from '../../src/shell/brand/paths.ts'
import {
  ACCENT,
  DARK,
  DARK_TOKENS,
  GRAY,
  LIGHT_TOKENS,
  type Tokens,
} from '../../src/shell/look/colors.ts'
import { initialsOf } from '../../src/shell/navigation/initials.ts'
import { pageOf } from '../../src/shell/navigation/pages.ts'

/** WCAG 2.2, definition of relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const THEMES: readonly (readonly [string, Tokens, string, readonly string[], string])[] = [
  ['light', LIGHT_TOKENS, '#1b2326', ['#ffffff', GRAY[0], LIGHT_TOKENS.rail], ACCENT[8]],
  ['dark', DARK_TOKENS, DARK[0], [DARK[7], DARK[6], DARK_TOKENS.rail], ACCENT[7]],
]

test.each(THEMES)(
  'in the %s theme, texts have a contrast of 4.5 on every background, and charts, controls and the mark of 3',
  (...theme) => {
    const [, tokens, text, backgrounds, button] = theme
    const { link, dimmed, placeholder, error, better, charts, mark, control, railChosen } = tokens
    for (const background of backgrounds) {
      for (const color of [text, link, dimmed, placeholder, error, better]) {
        expect(contrast(color, background), `${color} on ${background}`).toBeGreaterThanOrEqual(4.5)
      }
      for (const color of [...charts, mark, control]) {
        expect(contrast(color, background), `${color} on ${background}`).toBeGreaterThanOrEqual(3)
      }
    }
    expect(contrast(link, railChosen)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('#ffffff', button)).toBeGreaterThanOrEqual(4.5)
    expect(new Set(charts).size).toBe(5)
  },
)

test('the icon, the README and the other pages of the hub show the mark of the console', async () => {
  const root = new URL('../../../../', import.meta.url)
  const files = {
    'packages/console/src/icon.svg': [MARK],
    'docs/images/entrepot.svg': [MARK, WORDMARK],
    'packages/server/src/site/pages/look.ts': [MARK, WORDMARK],
  }
  for (const [file, paths] of Object.entries(files)) {
    const text = await readFile(new URL(file, root), 'utf8')
    for (const path of paths) expect(text, file).toContain(path)
  }
})

test('initials are those of the first and the last name', () => {
  expect(
    ['Ann Archer', 'ann.archer@example.com', 'Bo', 'Åsa van den Berg', '', 'š'].map(initialsOf),
  ).toEqual(['AA', 'AA', 'B', 'ÅB', '', 'Š'])
})

test('rows that changed and new ones at the top glow; another page does not', () => {
  const rows = (given: Readonly<Record<string, unknown>>) =>
    textsOf(Object.entries(given), ([id]) => id)
  const before = rows({ a: 1, b: 2, c: 3 })
  const glowing = (after: object) => [...changedRows(before, rows(after as never))]
  expect(glowing({ a: 1, b: 2, c: 3 })).toEqual([])
  expect(glowing({ new: 0, a: 1, b: 9, c: 3 })).toEqual(['new', 'b'])
  // Unfolded below its parent.
  expect(glowing({ a: 1, child: 5, b: 2, c: 3 })).toEqual([])
  expect(glowing({ c: 9, d: 1, e: 1 })).toEqual([])
  expect([...changedRows(rows({}), before)]).toEqual([])
})

test('each page belongs to a page of the navigation', () => {
  const labels = ['/', '/orders/7', '/prices', '/stock', '/agents/rules'].map(
    (path) => pageOf(path)?.label,
  )
  expect(labels).toEqual(['Overview', 'Orders', 'Channels', 'Products', 'Agents'])
  expect(pageOf('/nowhere')).toBeUndefined()
})
