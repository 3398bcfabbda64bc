/** A folder for the browser of a test run, which is deleted afterwards. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    browserFolder: string
  }
}

/** Global setup of vitest. The first test that needs the browser unpacks it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-browser-'))
  project.provide('browserFolder', folder)
  return async () => await rm(folder, { recursive: true, force: true })
}
