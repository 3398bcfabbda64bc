import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findUnitTests, TEST_FILES } from './tools/unit-tests.ts'
import { RESOLUTION, sources } from './tools/vitest-sources.ts'

const unitTests = [...findUnitTests()]

/** Files that take longest, with or without work for the processor. If one of them came last, the other workers would wait for it. */
const LONGEST = [
  'chaos/test/events',
  'chaos/test/chaos',
  'packages/server/test/start',
  'packages/console/test/',
  'e2e/test/guides',
  'packages/server/test/sign-in',
  'packages/server/test/drain',
  'e2e/test/new-user',
  'packages/rest/test/packaging',
  'e2e/test/sign-in',
  'packages/oauth/test/browser',
  'packages/marketplace/test/sync-',
  'e2e/test/replay-',
  'packages/marketplace/test/garbage',
  'packages/marketplace/test/fulfilment-model',
  'packages/server/test/',
  'packages/embedded-postgres/test/',
  'packages/database/test/silent-network',
  'e2e/test/',
  'fuzz/test/',
]

/** Without the durations of an earlier run, vitest begins with the largest files, which are not the slowest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.includes(`/${name}`))
      return found === -1 ? LONGEST.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  plugins: [sources],
  ...RESOLUTION,
  test: {
    // Tests wait for processes, networks and timers for much of their time. vitest leaves one processor to itself, so that on two
    // processors one file would run at a time.
    maxWorkers: 2 * availableParallelism(),
    // Workers are kept from file to file: to start one and to load its modules takes longer than many a file.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Bounds for what hangs, not for what is slow: a machine that does other work, too, may take its time.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: unitTests },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // A test that fails now and then is a fault, but delays no other change: CI lists it (tools/flaky-tests.ts). A property that does not
          // hold fails at once, because its next run has other values.
          retry: { count: 1, condition: /^(?!Property failed)/ },
          include: [TEST_FILES],
          exclude: ['**/node_modules/**', ...unitTests],
          setupFiles: ['packages/test-support/src/setup/documented-refusals.ts'],
          globalSetup: [
            // The browser is on the disk, since programs cannot be run from memory everywhere.
            'packages/test-support/src/setup/global-browser.ts',
            'packages/test-support/src/setup/global-folder.ts',
            'packages/test-support/src/setup/global-postgres.ts',
          ],
        },
      },
    ],
  },
})
