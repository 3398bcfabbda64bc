/** The unit and the image of the connector. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

const read = async (file: string) =>
  await readFile(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')

const UNIT = 'systemd/entrepot-connect.service'

const hasSystemd = await run('systemd-analyze', ['--version']).then(
  () => true,
  () => false,
)

test('the unit of the connector is hardened as that of the hub', async () => {
  const [own, hub] = await Promise.all([read(UNIT), read('systemd/entrepot.service')])
  const hardening = (unit: string) =>
    unit
      .slice(unit.indexOf('DynamicUser='))
      .split('\n')
      .filter((line) => !/^(StateDirectory=|RemoveIPC=|#|$)/.test(line))
  expect(hardening(own)).toEqual(hardening(hub))
})

test('the unit and the image name the variables of the connector, and leave it time to stop', async () => {
  const known = await readFile(new URL('../../../docs/guides/shops/README.md', import.meta.url))
  const [unit, image] = await Promise.all([read(UNIT), read('docker/connect.Dockerfile')])
  const used = `${unit}${image}`.match(/\bENTREPOT_[A-Z_]+\b/g) ?? []
  expect(used).toContain('ENTREPOT_CONNECT_FILE')
  for (const name of used) expect(known.includes(`\`${name}\``), name).toBe(true)
  // A call to a shop takes up to 30 s.
  expect(Number.parseInt(/TimeoutStopSec=(\S+)/.exec(unit)?.[1] ?? '', 10)).toBeGreaterThan(35)
  expect(image).toMatch(/\nUSER node\n/)
})

test.runIf(hasSystemd)('systemd understands every line of the unit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unit-'))
  try {
    const file = join(folder, 'entrepot-connect.service')
    await writeFile(file, (await read(UNIT)).replace('/usr/bin/node', process.execPath))
    // It warns of what it does not know, and succeeds.
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', file])
    expect(stderr.split('\n').filter((line) => line.includes(file))).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})
