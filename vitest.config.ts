import { defineConfig } from 'vitest/config'

const conditions = ['@entrepot/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages/*,examples/*,bench,chaos,e2e,tools}/test/**/*.test.ts'],
    globalSetup: ['packages/database/test/postgres-server.ts'],
    // Bounds for what hangs, not for what is slow: a machine that does other work, too, may take its time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
