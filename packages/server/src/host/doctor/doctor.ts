/** Examines a hub from outside: what `entrepot doctor` prints. */

import { readConfig, readDatabaseConfig } from '../../config/config.ts'
import { ConfigError } from '../../config/problems.ts'
import type { Config } from '../../config/types.ts'
import { checkConfig } from '../check-config.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkProviders, checkPublicAddress } from './check-network.ts'
import { type Finding, failureOf, ok } from './finding.ts'

/**
 * Checks the configuration, the database, the disk, the public address and the identity providers. If the configuration has faults, only
 * what does not depend on them is checked. Changes nothing.
 *
 * @example
 * const isHealthy = (await examineHub(process.env)).every(({ state }) => state !== 'failure')
 */
export async function examineHub(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const configuration = await findingsOf(async () => {
    const config = await readConfig(env)
    await checkConfig(config)
    return config
  })
  const place = await findingsOf(() => readDatabaseConfig(env))
  const { value: config } = configuration
  return [
    ...(config ? [ok('configuration', describe(config))] : configuration.findings),
    ...(place.value ? [await checkDisk(place.value.dataDirectory)] : []),
    ...(place.value ? await checkDatabase(place.value) : []),
    ...(config ? [await checkPublicAddress(config), ...(await checkProviders(config))] : []),
  ]
}

function describe({ file }: Config): string {
  return file ? `${file} is valid.` : 'No file: the environment and the defaults are used.'
}

/** The result, or a finding for each failure of the configuration. */
async function findingsOf<T>(
  read: () => Promise<T>,
): Promise<{ readonly value?: T; readonly findings: readonly Finding[] }> {
  try {
    return { value: await read(), findings: [] }
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    const findings = error.problems.map(({ source, path, message }) => {
      const place = [source, path].filter(Boolean).join(', ')
      return failureOf('configuration', place ? `${place}: ${message}` : message)
    })
    return { findings }
  }
}
