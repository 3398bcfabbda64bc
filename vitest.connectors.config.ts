import { defineConfig } from 'vitest/config'
import { RESOLUTION, sources } from './tools/vitest-sources.ts'

/** The loop tests of the connectors: no part of `npm test`, since their shops are installed apart (`npm run test:connectors`). */
export default defineConfig({
  plugins: [sources],
  ...RESOLUTION,
  test: {
    name: 'connectors',
    include: ['packages/connectors/loops/*.test.ts'],
    // A shop and a connector are processes of their own: two files keep two processors busy.
    maxWorkers: 2,
    isolate: false,
    // Bounds for what hangs, not for what is slow.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    globalSetup: [
      'packages/test-support/src/setup/global-folder.ts',
      'packages/test-support/src/setup/global-postgres.ts',
    ],
  },
})
