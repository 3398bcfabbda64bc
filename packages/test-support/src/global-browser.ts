/** A folder for the browser of a run of the tests: nobody else uses it, and it is gone afterwards. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    browserFolder: string
  }
}

/** What vitest runs before and after all tests. The browser is unpacked by the first test that needs it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-browser-'))
  project.provide('browserFolder', folder)
  return async () => await rm(folder, { recursive: true, force: true })
}
