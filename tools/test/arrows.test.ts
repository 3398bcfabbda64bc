import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Lints one import as if it stood in a source folder of a package, with the house's configuration. In a tree of its own:
 * in the house's own, other tests would find a file that is gone when they come to it.
 */
function lintImport(folder: string, specifier: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'entrepot-arrows-'))
  try {
    copyFileSync(join(repository, 'biome.json'), join(tree, 'biome.json'))
    mkdirSync(join(tree, folder, 'probe'), { recursive: true })
    writeFileSync(join(tree, folder, 'probe/probe.ts'), `import '${specifier}'\n`)
    const biome = join(repository, 'node_modules/@biomejs/biome/bin/biome')
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
    ['packages/marketplace/src', '@entrepot/rest'],
    ['packages/server/src', '@entrepot/marketplace'],
    ['packages/server/src', '@entrepot/database'],
  ])('%s may import %s', (folder, specifier) => {
    expect(lintImport(folder, specifier)).not.toContain('noRestrictedImports')
  })
})
