import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../imports.ts'
import { readKnown } from '../known.ts'

const LIMIT = 300

/** Columns of a comment, as .editorconfig says. */
const COMMENT_LIMIT = 150

const sources = globSync(
  [
    '{packages,examples}/*/src/**/*.{ts,tsx}',
    'bench/**/*.ts',
    'chaos/**/*.ts',
    'fuzz/**/*.ts',
    'e2e/replay/**/*.ts',
    'tools/**/*.ts',
  ],
  { cwd: root, exclude: (name) => /(^|\/)(node_modules|generated)(\/|$)/.test(name) },
)

test(`no source file has more than ${LIMIT} lines`, async () => {
  const known = new Map(
    readKnown('long-files.txt').map((line) => line.split(' ') as [string, string]),
  )
  const long = sources
    .map((file) => ({ file, lines: countLines(file) }))
    .filter(({ lines }) => lines > LIMIT)
    .sort((one, other) => one.file.localeCompare(other.file))
  const grown = long.filter(({ file, lines }) => lines > Number(known.get(file) ?? LIMIT))
  expect(grown, 'These files are too long. Split each of them by topic.').toEqual([])
  const hint = 'Shorter than before. Shorten the list: npx vitest run tools/test -u'
  await expect(
    long.map(({ file, lines }) => `${file} ${lines}\n`).join(''),
    hint,
  ).toMatchFileSnapshot('known/long-files.txt')
})

test(`no comment has more than ${COMMENT_LIMIT} columns`, () => {
  const wide = sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /^\s*(\/\*\*|\*|\/\/)/.test(line) && line.length > COMMENT_LIMIT
          ? [`${file}:${index + 1}`]
          : [],
      ),
  )
  expect(wide, 'Wrap these comments.').toEqual([])
})

function countLines(file: string): number {
  return readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length
}
