/**
 * `node tools/build-console.ts`: builds the console into packages/console/dist, unless that is current. `npm ci` does it, and so does
 * whoever needs the files. Several processes may run it at once: each builds into a folder of its own, and the first one stays.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './imports.ts'

const FOLDER = join(root, 'packages/console')
const TARGET = join(FOLDER, 'dist')

/** The file that says from which sources the files were built. */
const STAMP = 'built-from'

const run = promisify(execFile)

/** The content of everything that goes into the build. */
function hashSources(): string {
  const hash = createHash('sha256')
  const sources = globSync(
    [
      'packages/{console,client,rest}/src/**/*',
      'packages/console/{index.html,vite.config.ts,vite.fonts.ts,package.json}',
      'tools/build-console.ts',
      'package-lock.json',
    ],
    { cwd: root },
  ).toSorted()
  for (const file of sources) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** Compresses the files as strongly as possible, once, instead of on each request. */
async function compress(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,html,svg,json}', { cwd: folder })
  for (const file of files) {
    const content = await readFile(join(folder, file))
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    await writeFile(
      join(folder, `${file}.br`),
      await promisify(brotliCompress)(content, { params: size }),
    )
    await writeFile(join(folder, `${file}.gz`), await promisify(gzip)(content, { level: 9 }))
  }
}

const source = hashSources()
const current = await readFile(join(TARGET, STAMP), 'utf8').catch(() => undefined)
if (current !== source) {
  const begin = performance.now()
  process.stdout.write('Building the console ... ')
  const own = await mkdtemp(join(FOLDER, 'dist.'))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  await run(
    process.execPath,
    [vite, 'build', '--outDir', own, '--emptyOutDir', '--logLevel', 'warn'],
    // The variable of whoever needs the files, such as a test, would select the development build of React, which is half as fast.
    { cwd: FOLDER, env: { ...process.env, NODE_ENV: 'production' } },
  )
  await compress(own)
  await writeFile(join(own, STAMP), source)
  // Moved, not deleted: another process may put its files there meanwhile, and what is not empty cannot be deleted.
  const old = `${own}.old`
  await rename(TARGET, old).catch(() => {})
  // Another process was faster.
  await rename(own, TARGET).catch(async () => await rm(own, { recursive: true }))
  await rm(old, { recursive: true, force: true })
  process.stdout.write(`${((performance.now() - begin) / 1_000).toFixed(1)} s\n`)
}
