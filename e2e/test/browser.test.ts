import { readdir, stat } from 'node:fs/promises'
import { launchBrowser } from '@entrepot/test-support/chromium'
import { expect, inject, test } from 'vitest'

test.skipIf(process.env.CHROMIUM)(
  'the browser for the tests is stored once, in a folder for this run and user only',
  async () => {
    const browsers = await Promise.all([launchBrowser(), launchBrowser()])
    const folder = inject('browserFolder')
    expect(await readdir(folder)).toEqual(['browser'])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const browser of browsers) await browser.close()
  },
)
