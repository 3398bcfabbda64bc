import { readdir, stat } from 'node:fs/promises'
import { launchBrowser } from '@entrepot/test-support/chromium'
import { expect, inject, test } from 'vitest'

test.skipIf(process.env.CHROMIUM)(
  'the browser of the tests lies in a folder of this run and user alone, once',
  async () => {
    const browsers = await Promise.all([launchBrowser(), launchBrowser()])
    const folder = inject('browserFolder')
    expect(await readdir(folder)).toEqual(['browser'])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const browser of browsers) await browser.close()
  },
)
