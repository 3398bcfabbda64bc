import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@entrepot/test-support/folders'
import { expect, test } from 'vitest'
import { checkSampleShop } from '../src/host/sample/shop.ts'
import { runEntrepot } from '../src/testing.ts'

test('a shop that does not exist is refused before the hub starts', async () => {
  const { code, stderr } = await runEntrepot(['start', '--with-shop', 'moon'])
  expect(code).toBe(1)
  expect(stderr).toContain('--with-shop: there is no shop moon; there are: vendure')
})

test('a shop that is not installed is refused with the command that installs it', async () => {
  const folder = await temporaryDirectory()
  expect(() => checkSampleShop('vendure', folder)).toThrow('in a checkout of the repository')
  await writeFile(join(folder, 'sample.ts'), '')
  expect(() => checkSampleShop('vendure', folder)).toThrow(
    'run: npm run connectors:prepare -- vendure',
  )
  await mkdir(join(folder, 'vendure/.prepared'), { recursive: true })
  await writeFile(join(folder, 'vendure/.prepared/stamp'), '')
  expect(() => checkSampleShop('vendure', folder)).not.toThrow()
})
