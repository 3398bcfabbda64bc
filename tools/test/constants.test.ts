import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findMisspeltConstants } from '../constants.ts'
import { root } from '../imports.ts'
import { readKnown } from '../known.ts'

const files = globSync(
  ['{packages,examples}/*/**/*.{ts,tsx}', '{bench,chaos,e2e,fuzz,tools}/**/*.ts', '*.ts'],
  { cwd: root, exclude: (name) => /(^|\/)(node_modules|dist|generated)(\/|$)/.test(name) },
)

test('constants of modules are in UPPER_SNAKE_CASE, except the names that users import', async () => {
  const found = files
    .flatMap((file) =>
      findMisspeltConstants(file, readFileSync(join(root, file), 'utf8')).map(
        ({ name }) => `${file} ${name}`,
      ),
    )
    .sort()
  const known = new Set(readKnown('constants.txt'))
  const added = found.filter((constant) => !known.has(constant))
  expect(added, 'Write these names in UPPER_SNAKE_CASE: CONTRIBUTING.md, Style.').toEqual([])
  const hint = 'Fewer names than before. Shorten the list: npx vitest run tools/test -u'
  await expect(found.map((constant) => `${constant}\n`).join(''), hint).toMatchFileSnapshot(
    'known/constants.txt',
  )
})

describe('findMisspeltConstants', () => {
  const namesIn = (code: string) => findMisspeltConstants('a.ts', code).map(({ name }) => name)

  test.each([
    ['a literal', 'const a = 5'],
    ['an exported literal', 'export const a = "x"'],
    ['a regular expression', 'const a = /x/'],
    ['a calculation', 'const a = 5 * -LIMIT'],
    ['a text with a constant', 'const a = `x$' + '{LIMIT}`'],
    ['a list', 'const a = [1, "x", [...OTHERS]] as const'],
    ['a table', 'const a = { x: 1, y: { z: true } } satisfies object'],
    ['a Set', 'const a = new Set(["x"])'],
    ['a Map', 'const a = new Map([["x", 1]])'],
  ])('finds %s', (_, code) => {
    expect(namesIn(code)).toEqual(['a'])
  })

  test('finds a constant that consists of another one', () => {
    expect(namesIn('const a = 5\nconst b = a * 2')).toEqual(['a', 'b'])
  })

  test.each([
    ['a name in UPPER_SNAKE_CASE', 'const MAX_2 = 5'],
    ['a function', 'const a = () => 5'],
    ['a call', 'const a = Type.Object({})'],
    ['a table of functions', 'const a = { x: () => 5 }'],
    ['a collection that is filled later', 'const a = []; const b = new Map(); const c = {}'],
    ['a variable', 'let a = 5'],
    ['a local constant', 'function f() { const a = 5 }'],
  ])('does not find %s', (_, code) => {
    expect(namesIn(code)).toEqual([])
  })
})
