import { readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { launchBrowser } from './browser.ts'

test.skipIf(process.env.CHROMIUM)(
  'the browser of the tests lies in a folder of this run and user alone, once',
  async () => {
    const browsers = await Promise.all([launchBrowser(), launchBrowser()])
    const folder = inject('browserFolder')
    expect(await readdir(folder)).toEqual(['browser'])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const shared = join(tmpdir(), 'chromium')
    const before = await stat(shared).catch(() => undefined)
    expect(before?.mtimeMs ?? 0).toBeLessThan((await stat(folder)).birthtimeMs)
    for (const browser of browsers) await browser.close()
  },
)
