import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { circularEdges, groupNodes } from '../circles.ts'
import { readImports, root } from '../imports.ts'
import { readKnown } from '../known.ts'

const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
const imports = new Map(
  files.map((file) => [file, new Set(readImports(file).map(({ target }) => target))]),
)

/** `packages/oauth/src/login` for all files below it. A file directly in `src` is a feature by itself. */
const featureOf = (path: string) => path.split('/').slice(0, 4).join('/')

describe('imports contain no cycles, including imports of types', () => {
  test.each([
    ['from file to file', imports, 'circles-of-files.txt'],
    ['from feature to feature', groupNodes(imports, featureOf), 'circles-of-features.txt'],
  ])('%s', async (_, graph, list) => {
    const found = circularEdges(graph)
    const known = new Set(readKnown(list))
    const added = found.filter((edge) => !known.has(edge))
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

  test('finds two features that import each other if no file does', () => {
    const graph = graphOf({ 'x/1': ['y/1'], 'y/2': ['x/2'], 'x/2': [], 'y/1': [] })
    const featureOfNode = (node: string) => node.slice(0, 1)
    expect(circularEdges(graph)).toEqual([])
    expect(circularEdges(groupNodes(graph, featureOfNode))).toEqual(['x -> y', 'y -> x'])
  })
})
