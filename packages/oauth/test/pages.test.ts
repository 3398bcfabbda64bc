/** The option `pages`, and the style sheet that it becomes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Colour, contrast, hexOf, luminance, mix, parseColour } from '../src/pages/colours.ts'
import { readPages } from '../src/pages/read-pages.ts'
import type { PageSettings } from '../src/pages/schema.ts'
import { styleSheet } from '../src/pages/style.ts'
import type { ConfigProblem } from '../src/shared/errors.ts'

function read(settings: PageSettings) {
  const problems: ConfigProblem[] = []
  const pages = readPages(settings, problems)
  return { pages, problems: problems.map(({ path, message }) => `${path} ${message}`) }
}

/** The colours of a mode by their names in the style sheet. */
function coloursOf(css: string, mode: 'light' | 'dark'): Record<string, Colour> {
  const block = css.match(/:root \{[^}]*\}/g)?.[mode === 'light' ? 0 : 1] ?? ''
  const pairs = block.matchAll(/--([\w-]+): (#\w+)/g)
  return Object.fromEntries(Array.from(pairs, ([, name, hex = '']) => [name, parseColour(hex)]))
}

test('colours are compared as WCAG defines it', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
  // #767676 is the lightest grey that is legible on white.
  expect(contrast([0x76, 0x76, 0x76], [255, 255, 255])).toBeGreaterThan(4.5)
  expect(contrast([0x77, 0x77, 0x77], [255, 255, 255])).toBeLessThan(4.5)
  expect(luminance([255, 0, 0])).toBeCloseTo(0.2126, 4)
  expect([parseColour('#1f5'), parseColour('#1F5fd0'), parseColour('#1f5f')]).toEqual([
    [0x11, 0xff, 0x55],
    [0x1f, 0x5f, 0xd0],
    undefined,
  ])
  expect(hexOf(mix(0.5, [0, 0, 0], [255, 10, 1]))).toBe('#800501')
})

test('whatever colours are accepted, every text and every border of a button is legible', () => {
  const part = fc.integer({ min: 0, max: 255 })
  const colour = fc.tuple(part, part, part)
  fc.assert(
    fc.property(colour, colour, colour, (accent, background, text) => {
      fc.pre(contrast(text, background) >= 4.5)
      const palette = { accent, background, text }
      const css = styleSheet({ light: palette, dark: palette, font: ['serif'], radius: '0px' })
      const all = coloursOf(css, 'dark')
      const ratio = (one: string, other: string) =>
        contrast(all[one] as Colour, all[other] as Colour)
      expect(ratio('on-accent', 'accent')).toBeGreaterThanOrEqual(4.5)
      for (const on of ['background', 'surface']) {
        expect(ratio('text', on)).toBeGreaterThanOrEqual(4.5)
        expect(ratio('muted', on)).toBeGreaterThanOrEqual(4.5)
      }
      expect(ratio('control', 'background')).toBeGreaterThanOrEqual(3)
    }),
    { numRuns: 2_000 },
  )
})

describe('a style', () => {
  test('has colours for each mode, or one for both', () => {
    const { pages, problems } = read({
      style: { accent: '#f00', background: { light: '#fff', dark: '#000' } },
    })
    expect(problems).toEqual([])
    const [light, dark] = [coloursOf(pages.css, 'light'), coloursOf(pages.css, 'dark')]
    expect([light.accent, dark.accent]).toEqual([
      [255, 0, 0],
      [255, 0, 0],
    ])
    expect([light.background, dark.background]).toEqual([
      [255, 255, 255],
      [0, 0, 0],
    ])
    expect(pages.css.match(/ color-scheme: \w+/g)).toEqual([
      ' color-scheme: light',
      ' color-scheme: dark',
    ])
  })

  test('whose text is not legible on its background is refused, with the mode and the contrast', () => {
    expect(read({ style: { text: '#888888', background: '#fff' } }).problems).toEqual([
      expect.stringMatching(/^pages\.style\.text has a contrast of 3\.5 .* in light mode/),
      expect.stringMatching(/^pages\.style\.text has a contrast of 3\.5 .* in dark mode/),
    ])
    // The default text of dark mode is light.
    expect(read({ style: { background: '#fff8f0' } }).problems).toEqual([
      expect.stringMatching(/^pages\.style\.background has a contrast of 1\.1 .* in dark mode/),
    ])
  })

  test('has names of fonts in quotes, and generic ones without', () => {
    const { pages } = read({ style: { font: 'Open Sans,  3270 Mono, sans-serif' } })
    expect(pages.css).toContain('--font: "Open Sans", "3270 Mono", sans-serif;')
  })

  test.each(['0', '4px', '0.25rem', '12.5em'])('has the radius %s', (radius) => {
    expect(read({ style: { radius } }).problems).toEqual([])
  })

  test('has a logo at a path of the application', () => {
    const { pages } = read({ style: { logoUrl: '/assets/logo-2.svg' } })
    expect(pages.logo).toEqual({ url: '/assets/logo-2.svg', source: "'self'" })
  })
})

test('a text replaces its default, and the others stay', () => {
  const { pages, problems } = read({ texts: { allow: 'Erlauben', goBack: '{host}: zurück' } })
  expect(problems).toEqual([])
  expect(pages.texts).toMatchObject({ allow: 'Erlauben', goBack: '{host}: zurück', deny: 'Deny' })
})
