import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Lints one import as if it stood in a source folder of a package, with the house's configuration. */
function lintImport(folder: string, specifier: string): string {
  const directory = mkdtempSync(join(folder, 'arrow-probe-'))
  try {
    writeFileSync(join(directory, 'probe.ts'), `import '${specifier}'\n`)
    const run = spawnSync('npx', ['biome', 'lint', directory], { encoding: 'utf8' })
    return run.stdout + run.stderr
  } finally {
    rmSync(directory, { recursive: true })
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
