import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ENVIRONMENT } from '../src/config/schema.ts'

const read = async (file: string) =>
  await readFile(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')

test('the files of deployments use only environment variables that the hub has', async () => {
  const compose = parse(await read('docker/compose.yaml'))
  const texts = [await read('docker/Dockerfile'), await read('systemd/entrepot.service')]
  const used = [
    ...Object.keys(compose.services.hub.environment),
    ...texts.flatMap((text) => text.match(/\b(ENTREPOT_[A-Z_]+|DATABASE_URL)\b/g) ?? []),
  ]
  expect(used).toContain('ENTREPOT_SECRET')
  expect(used.filter((name) => !Object.hasOwn(ENVIRONMENT, name))).toEqual([])
})

test('containers and units get more time to stop than the hub may take by default', async () => {
  const compose = parse(await read('docker/compose.yaml'))
  const unit = await read('systemd/entrepot.service')
  const seconds = [compose.services.hub.stop_grace_period, /TimeoutStopSec=(\S+)/.exec(unit)?.[1]]
  // drainSeconds (5) and 30 s for running requests.
  for (const limit of seconds) expect(Number.parseInt(limit, 10)).toBeGreaterThan(35)
})

test('containers run without root, capabilities and a writable file system', async () => {
  const { hub } = parse(await read('docker/compose.yaml')).services
  expect(hub).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(await read('docker/Dockerfile')).toMatch(/\nUSER node\n/)
})
