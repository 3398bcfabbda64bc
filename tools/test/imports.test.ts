import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { readImports, root } from '../imports.ts'

function importsOf(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'entrepot-imports-'))
  try {
    const file = join(folder, 'probe.ts')
    writeFileSync(file, code)
    return readImports(relative(root, file)).map(({ target, isTypeOnly }) => ({
      target: target.startsWith('.') ? relative(folder, join(root, target)) : target,
      isTypeOnly,
    }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each([
  ["import { a } from './a.ts'", 'a.ts', false],
  ["import './a.ts'", 'a.ts', false],
  ["import { type A, a } from './a.ts'", 'a.ts', false],
  ["import { type A, type B } from './a.ts'", 'a.ts', true],
  ["import type { A } from './a.ts'", 'a.ts', true],
  ["import type * as a from './a.ts'", 'a.ts', true],
  ["export * from './a.ts'", 'a.ts', false],
  ["export type { A } from './a.ts'", 'a.ts', true],
  ["const a = await import('./a.ts')", 'a.ts', false],
  ["type A = import('./a.ts').A", 'a.ts', false],
  ["import { join } from 'node:path'", 'node:path', false],
  ["import { send } from '@entrepot/rest'", 'packages/rest/src/index.ts', false],
  ["import '@entrepot/rest/testing'", 'packages/rest/src/testing/index.ts', false],
])('reads %s', (code, target, isTypeOnly) => {
  expect(importsOf(code)).toEqual([{ target, isTypeOnly }])
})

test('reports which file it cannot read', () => {
  expect(() => importsOf('import {')).toThrow('probe.ts')
})
