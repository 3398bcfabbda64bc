import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DARK, FONT, LIGHT } from '../src/site/pages/look.ts'

test('the console has the colours and fonts of the other pages', async () => {
  // Its types are those of browsers, so the file is read as text.
  const [theme, colors] = await Promise.all(
    ['theme.ts', 'colors.ts'].map(
      async (file) =>
        await readFile(new URL(`../../console/src/shell/look/${file}`, import.meta.url), 'utf8'),
    ),
  )
  const shades = [...(colors ?? '').matchAll(/^ {2}'(#[\da-f]{6})',$/gm)].map(([, shade]) => shade)
  expect(theme).toContain('primaryShade: { light: 8, dark: 7 }')
  expect([shades[8], shades[7]]).toEqual([LIGHT.accent, DARK.accent])
  for (const { error } of [LIGHT, DARK]) expect(colors).toContain(`error: '${error}'`)
  expect(theme).toContain(`black: '${LIGHT.text}'`)
  expect(theme).toContain(`fontFamily: '${FONT}'`)
})
