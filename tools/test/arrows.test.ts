import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readImports, root } from '../imports.ts'

/**
 * Lints one import as if it stood in a source folder of a package, with the house's configuration. In a tree of its own:
 * in the house's own, other tests would find a file that is gone when they come to it.
 */
function lintImport(folder: string, specifier: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'entrepot-arrows-'))
  try {
    copyFileSync(join(root, 'biome.json'), join(tree, 'biome.json'))
    mkdirSync(join(tree, folder, 'probe'), { recursive: true })
    writeFileSync(join(tree, folder, 'probe/probe.ts'), `import '${specifier}'\n`)
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
    const list = [biome, 'lint', '--vcs-enabled=false', folder]
    const run = spawnSync(process.execPath, list, { cwd: tree, encoding: 'utf8' })
    expect(run.stdout + run.stderr).toContain('Checked 1 file')
    return run.stdout + run.stderr
  } finally {
    rmSync(tree, { recursive: true })
  }
}

describe('the import arrows of the house (docs/principles.md)', () => {
  test.each([
    ['packages/database/src', '@entrepot/marketplace'],
    ['packages/database/src', '@entrepot/marketplace/anything'],
    ['packages/database/src', '../../../marketplace/src/index.ts'],
    ['packages/marketplace/src', '@entrepot/oauth'],
    ['packages/marketplace/src', '@entrepot/server'],
    ['packages/marketplace/test', '@entrepot/server'],
    ['packages/marketplace/src', '../../../server/src/index.ts'],
  ])('%s may not import %s', (folder, specifier) => {
    expect(lintImport(folder, specifier)).toContain('noRestrictedImports')
  })

  test.each([
    ['packages/database/test', '../../src/index.ts'],
    ['packages/marketplace/src', '@entrepot/database'],
    ['packages/marketplace/test', '@entrepot/database/testing'],
    ['packages/rest/test', '@entrepot/test-support/packages'],
    ['packages/marketplace/src', '@entrepot/rest'],
    ['packages/server/src', '@entrepot/marketplace'],
    ['packages/server/src', '@entrepot/database'],
  ])('%s may import %s', (folder, specifier) => {
    expect(lintImport(folder, specifier)).not.toContain('noRestrictedImports')
  })

  test('no source of a package that is published imports what only tests share', () => {
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
