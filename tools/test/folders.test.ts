/** The map of the house: how large and how deep folders are, and in which folder each route is. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Graph, joinSiblings } from '../circles.ts'
import { readImports, root } from '../imports.ts'
import { readKnown } from '../known.ts'

/** Files beside each other. */
const MAX_FILES = 16

/** Folders beside each other of which each imports the next one. */
const MAX_DEPTH = 6

const files = globSync('packages/*/src/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|generated)$/.test(name),
})

test(`no folder has more than ${MAX_FILES} source files beside each other`, async () => {
  const known = new Map(
    readKnown('large-folders.txt').map((line) => line.split(' ') as [string, string]),
  )
  const large = [...Map.groupBy(files, (file) => dirname(file))]
    .map(([folder, { length }]) => ({ folder, length }))
    .filter(({ length }) => length > MAX_FILES)
    .sort((one, other) => one.folder.localeCompare(other.folder))
  const grown = large.filter(({ folder, length }) => length > Number(known.get(folder) ?? 0))
  expect(grown, 'Group these files by topic into folders.').toEqual([])
  const hint = 'Smaller than before. Shorten the list: npx vitest run tools/test -u'
  await expect(
    large.map(({ folder, length }) => `${folder} ${length}\n`).join(''),
    hint,
  ).toMatchFileSnapshot('known/large-folders.txt')
})

test(`at most ${MAX_DEPTH} folders beside each other depend on each other in a row`, () => {
  const known = new Set(files)
  const imports = new Map(
    files.map((file) => {
      const targets = readImports(file).map(({ target }) => target)
      return [file, new Set(targets.filter((target) => known.has(target)))]
    }),
  )
  const graph = joinSiblings(imports)
  // The order of packages is fixed by biome.json.
  const deep = [...graph.keys()]
    .filter((node) => node.includes('/src/') && depthOf(graph, node) > MAX_DEPTH)
    .sort()
  expect(deep, 'Draw another map: these folders end chains that are too long.').toEqual([])
})

test('the depth of a folder counts the folders of its longest chain, and no files', () => {
  const graph = new Map(
    Object.entries({ a: ['b.ts', 'c'], 'b.ts': ['d'], c: ['d'], d: ['e.ts'] }).map(
      ([node, targets]) => [node, new Set(targets)],
    ),
  )
  expect(['a', 'b.ts', 'c', 'd'].map((node) => depthOf(graph, node))).toEqual([3, 1, 2, 1])
})

/** Routes whose folder is not named like the first word of their path. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/customer': 'accounts/settings',
  '/offers/guarded': 'channels/offers',
  '/offers/decisions': 'channels/offers',
  '/offers/history': 'channels/offers',
  '/offers': 'catalogue/products',
  '/order-jobs': 'orders/jobs',
  '/product-jobs': 'channels/products',
  '/order-batches': 'orders/batches',
  '/proposed-references': 'orders/acknowledgement',
  '/shipments': 'orders/fulfilment',
  '/cancellations': 'orders/fulfilment',
  '/backorders': 'orders/fulfilment',
  '/returns': 'orders/fulfilment',
  '/products/data': 'channels/',
  '/figures/products': 'channels/products',
  '/products/offers': 'channels/',
  '/products/:reference/listings': 'channels/listings',
  '/webhook-keys': 'webhooks/',
  '/agent-stops': 'agents/stops',
  '/agent-caps': 'agents/caps',
  '/agents/:id/caps': 'agents/caps',
  '/ServiceProviderConfig': 'provisioning/scim',
  '/agent-approvals': 'agents/approvals',
  '/agent-rules': 'agents/approvals',
  '/members/:id/sessions': 'people/sessions',
  '/me/sessions': 'people/sessions',
  '/me/passkeys': 'people/passkeys',
}

test('each route of the API is in the folder with the name of its first word', () => {
  const routes = files
    .filter((file) => /packages\/(marketplace|server)\/src\/.*routes\.ts$/.test(file))
    .filter((file) => !/\/(site|host|access|clients|pages)\//.test(file))
    .flatMap((file) => pathsIn(file).map((path) => ({ file, path })))
  expect(routes.length).toBeGreaterThan(60)
  const lost = routes.filter(({ file, path }) => {
    const [, folder] =
      Object.entries(ELSEWHERE).find(
        ([prefix]) => path === prefix || path.startsWith(`${prefix}/`),
      ) ?? []
    return !file.includes(`/${folder ?? `${path.split('/')[1]}/`}`)
  })
  expect(lost, 'Move these routes, or name their folder in the list above.').toEqual([])
})

test('the README of each package names its folders, and that of the marketplace those in its areas', () => {
  const folders = new Set(
    files.map((file) => {
      const [, name, , ...path] = dirname(file).split('/')
      return join(name as string, ...path.slice(0, name === 'marketplace' ? 2 : 1))
    }),
  )
  const lost = [...folders].filter((folder) => {
    const [name = '', ...path] = folder.split('/')
    const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')
    return !path.every((word) => new RegExp(`\\b${word}\\b`).test(readme))
  })
  expect(lost, 'Name these folders under "Folders" or "How it is built".').toEqual([])
})

/** The paths of the routes that a file adds. */
function pathsIn(file: string): readonly string[] {
  const code = readFileSync(join(root, file), 'utf8')
  const calls = code.matchAll(/\.(?:get|post|put|patch|delete)(?:<[^(]*>)?\(\s*'(\/[^']*)'/g)
  return [...calls].map(([, path = '']) => path)
}

function depthOf(graph: Graph, node: string): number {
  const below = [...(graph.get(node) ?? [])].map((target) => depthOf(graph, target))
  return Math.max(0, ...below) + (/\.tsx?$/.test(node) ? 0 : 1)
}
