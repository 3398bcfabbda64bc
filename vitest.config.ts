import { defineConfig } from 'vitest/config'
import { findUnitTests, testFiles } from './tools/unit-tests.ts'

const conditions = ['@entrepot/source', 'module', 'node', 'development|production']
const unitTests = [...findUnitTests()]

/** Bounds for what hangs, not for what is slow: a machine that does other work, too, may take its time. */
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    // vitest leaves one processor to itself, so that on two processors one file runs at a time.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          ...timeouts,
          name: 'unit',
          include: unitTests,
          // Workers are kept from file to file: to start one and to load its modules takes longer than many a file.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          ...timeouts,
          name: 'integration',
          include: [testFiles],
          exclude: ['**/node_modules/**', ...unitTests],
          isolate: false,
          globalSetup: ['packages/test-support/src/global-postgres.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
