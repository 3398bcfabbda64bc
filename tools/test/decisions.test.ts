import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../imports.ts'

test('decision records are numbered without gaps, and the list of decisions has all of them', () => {
  const folder = join(root, 'docs/decisions')
  const names = globSync('[0-9]*.md', { cwd: folder }).sort()
  const entries = names.map((name) => {
    const [, number, title] = /^# (\d+)\. (.+)/.exec(readFileSync(join(folder, name), 'utf8')) ?? []
    return { name, number, entry: `${number}. [${title}](${name})` }
  })
  const expected = entries.map((_, index) => String(index + 1))
  expect(entries.map(({ number }) => number)).toEqual(expected)
  expect(names.map((name) => String(Number(name.slice(0, 4))))).toEqual(expected)
  const list = readFileSync(join(folder, 'README.md'), 'utf8').split('\n')
  expect(list.filter((line) => /^\d/.test(line))).toEqual(entries.map(({ entry }) => entry))
})
