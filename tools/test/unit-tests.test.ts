import { expect, test } from 'vitest'
import { findUnitTests } from '../unit-tests.ts'

const unitTests = findUnitTests()

test.each(['packages/rest/test/query.test.ts', 'packages/oauth/test/sign-in.test.ts'])(
  '%s is a unit test: it needs at most loopback sockets',
  (file) => expect(unitTests).toContain(file),
)

test.each([
  ['packages/server/test/start.test.ts', 'a process, by another file'],
  ['packages/marketplace/test/orders.test.ts', 'a database, by another package'],
  ['packages/oauth/test/browser.test.ts', 'a browser'],
  ['packages/rest/test/packaging.test.ts', 'npm and the registry'],
])('%s is not a unit test: it needs %s', (file) => expect(unitTests).not.toContain(file))
