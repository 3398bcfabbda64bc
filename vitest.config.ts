import { defineConfig } from 'vitest/config'

const conditions = ['@entrepot/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages/*,examples/*,bench,e2e,tools}/test/**/*.test.ts'],
    globalSetup: ['packages/database/test/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
