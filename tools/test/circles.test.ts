import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { circularEdges, joinSiblings } from '../circles.ts'
import { readImports, root } from '../imports.ts'
import { readKnown } from '../known.ts'

/** Tests of packages are left out: they use `test-support`, which uses the packages. */
const files = globSync(
  ['packages/*/src/**/*.{ts,tsx}', '{examples,bench,chaos,e2e,fuzz,tools}/**/*.{ts,tsx}'],
  { cwd: root, exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name) },
)
const known = new Set(files)
const imports = new Map(
  files.map((file) => {
    const targets = readImports(file).map(({ target }) => target)
    return [file, new Set(targets.filter((target) => known.has(target)))]
  }),
)

describe('imports contain no cycles, including imports of types', () => {
  test.each([
    ['from file to file', imports, 'circles-of-files.txt'],
    ['from folder to folder, at each depth', joinSiblings(imports), 'circles-of-folders.txt'],
  ])('%s', async (_, graph, list) => {
    const found = circularEdges(graph)
    const tolerated = new Set(readKnown(list))
    const added = found.filter((edge) => !tolerated.has(edge))
    expect(added, 'These imports close a circle: move what both sides need below them.').toEqual([])
    const hint = 'Fewer circles than before. Shorten the list: npx vitest run tools/test -u'
    await expect(found.map((edge) => `${edge}\n`).join(''), hint).toMatchFileSnapshot(
      `known/${list}`,
    )
  })
})

describe('circularEdges', () => {
  const graphOf = (edges: Readonly<Record<string, readonly string[]>>) =>
    new Map(Object.entries(edges).map(([node, targets]) => [node, new Set(targets)]))

  test('finds every edge of a cycle, but no edge that only leads to one or away from one', () => {
    const graph = graphOf({ in: ['a'], a: ['b'], b: ['c'], c: ['a', 'out'], out: [] })
    expect(circularEdges(graph)).toEqual(['a -> b', 'b -> c', 'c -> a'])
  })

  test('finds nothing if two paths lead to one node', () => {
    expect(circularEdges(graphOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
  })
})

describe('joinSiblings', () => {
  const circlesIn = (files: Readonly<Record<string, readonly string[]>>) =>
    circularEdges(joinSiblings(new Map(Object.entries(files).map(([k, v]) => [k, new Set(v)]))))

  test('finds folders that import each other, at any depth, if no file does', () => {
    const files = { 'a/x/1': ['a/y/1'], 'a/y/2': ['a/x/2'], 'a/x/2': [], 'a/y/1': [] }
    expect(circlesIn(files)).toEqual(['a/x -> a/y', 'a/y -> a/x'])
  })

  test('finds a file and a folder beside it that import each other', () => {
    const files = { 'a/1': ['a/x/deep/1'], 'a/x/deep/1': [], 'a/x/2': ['a/1'] }
    expect(circlesIn(files)).toEqual(['a/1 -> a/x', 'a/x -> a/1'])
  })

  test('finds nothing if folders import each other in one direction', () => {
    expect(circlesIn({ 'a/1': ['a/x/1', 'b/1'], 'a/x/1': ['b/2'] })).toEqual([])
  })
})
