import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readImports, root } from '../imports.ts'
import { readKnown } from '../known.ts'

type Arrow = readonly [folder: string, specifier: string]

const REFUSED: readonly Arrow[] = [
  ['packages/batch/src', '@entrepot/database'],
  ['packages/catalogues/src', '@entrepot/database'],
  ['packages/client/src', '@entrepot/marketplace'],
  ['packages/console/src', '@entrepot/marketplace'],
  ['packages/config/src', '@entrepot/rest'],
  ['packages/database/src', '@entrepot/marketplace'],
  ['packages/database/src', '@entrepot/marketplace/anything'],
  ['packages/database/src', '../../../marketplace/src/index.ts'],
  ['packages/sealer/src', '@entrepot/batch'],
  ['packages/marketplace/src', '@entrepot/client'],
  ['packages/marketplace/src', '@entrepot/oauth'],
  ['packages/oauth/src/store', '@entrepot/database'],
  ['packages/marketplace/src', '@entrepot/config'],
  ['packages/marketplace/src', '@entrepot/server'],
  ['packages/marketplace/test', '@entrepot/server'],
  ['packages/marketplace/src', '../../../server/src/index.ts'],
]

const ALLOWED: readonly Arrow[] = [
  ['packages/client/src', '@entrepot/rest'],
  ['packages/console/src', '@entrepot/catalogues'],
  ['packages/console/src', '@entrepot/marketplace/offer-rules'],
  ['packages/client/src', '@entrepot/rest/headers'],
  ['packages/client/test', '@entrepot/marketplace'],
  ['packages/database/src', '@entrepot/batch'],
  ['packages/database/test', '../../src/index.ts'],
  ['examples/channel-worker/src', '@entrepot/client'],
  ['packages/marketplace/src', '@entrepot/database'],
  ['packages/marketplace/test', '@entrepot/test-support/postgres'],
  ['packages/rest/test', '@entrepot/test-support/packages'],
  ['packages/oauth/src', '@entrepot/config'],
  ['packages/marketplace/src', '@entrepot/rest'],
  ['packages/marketplace/src', '@entrepot/batch'],
  ['packages/marketplace/src', '@entrepot/catalogues'],
  ['packages/oauth/src', '@entrepot/batch'],
  ['packages/oauth/src', '@entrepot/sealer'],
  ['packages/oauth/src/store/postgres', '@entrepot/database'],
  ['packages/marketplace/src', '@entrepot/sealer'],
  ['packages/server/src', '@entrepot/marketplace'],
  ['packages/server/src', '@entrepot/database'],
]

/**
 * Lints each import in a separate file in a folder of a package, with the configuration of the repository, and returns the imports that
 * are not allowed. It uses a temporary tree, because other tests could find the files in the repository.
 */
function lintImports(arrows: readonly Arrow[]): readonly Arrow[] {
  const tree = mkdtempSync(join(tmpdir(), 'entrepot-arrows-'))
  try {
    copyFileSync(join(root, 'biome.json'), join(tree, 'biome.json'))
    const files = arrows.map(([folder, specifier], index) => {
      const file = `${folder}/probe-${index}/probe.ts`
      mkdirSync(join(tree, dirname(file)), { recursive: true })
      writeFileSync(join(tree, file), `import '${specifier}'\n`)
      return file
    })
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
    const list = [
      'lint',
      '--vcs-enabled=false',
      '--reporter=json',
      '--max-diagnostics=none',
      'packages',
      'examples',
    ]
    const { stdout } = spawnSync(process.execPath, [biome, ...list], {
      cwd: tree,
      encoding: 'utf8',
    })
    const { summary, diagnostics } = JSON.parse(stdout) as Report
    expect(summary.unchanged).toBe(arrows.length)
    const found = diagnostics.filter(({ category }) => category.endsWith('/noRestrictedImports'))
    return arrows.filter((_, index) => found.some(({ location }) => location.path === files[index]))
  } finally {
    rmSync(tree, { recursive: true })
  }
}

/** The used part of a report of Biome. */
interface Report {
  readonly summary: { readonly unchanged: number }
  readonly diagnostics: readonly {
    readonly category: string
    readonly location: { readonly path: string }
  }[]
}

describe('imports between packages (docs/principles.md)', () => {
  let found: readonly Arrow[]
  beforeAll(() => {
    found = lintImports([...REFUSED, ...ALLOWED])
  })

  test.each(REFUSED)('%s may not import %s', (...arrow) => {
    expect(found).toContainEqual(arrow)
  })

  test.each(ALLOWED)('%s may import %s', (...arrow) => {
    expect(found).not.toContainEqual(arrow)
  })

  test('no source of a published package imports test-only packages', () => {
    const sources = globSync('packages/*/src/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['packages/test-support/**'],
    })
    const offenders = sources.filter((file) =>
      readImports(file).some(({ target }) => target.startsWith('packages/test-support/')),
    )
    expect(offenders).toEqual([])
  })
})

test('tests do not import tests of another package, except test-support', async () => {
  const files = globSync('{packages/*/test,e2e/test,bench/src,examples/*/test}/**/*.ts', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  })
  const borrowed = files
    .flatMap((file) =>
      readImports(file)
        .filter(({ target }) => /^(packages\/[^/]+|e2e)\/test\//.test(target))
        .filter(({ target }) => homeOf(target) !== homeOf(file))
        .map(({ target }) => `${file} -> ${target}`),
    )
    .sort()
  const known = new Set(readKnown('borrowed-tests.txt'))
  const added = borrowed.filter((line) => !known.has(line))
  expect(added, 'Move what both need to packages/test-support.').toEqual([])
  const hint = 'Fewer than before. Shorten the list: npx vitest run tools/test -u'
  await expect(borrowed.map((line) => `${line}\n`).join(''), hint).toMatchFileSnapshot(
    'known/borrowed-tests.txt',
  )
})

/** The package of a file, such as `packages/rest` or `e2e`. */
const homeOf = (path: string) => /^(packages\/[^/]+|[^/]+)/.exec(path)?.[0]
