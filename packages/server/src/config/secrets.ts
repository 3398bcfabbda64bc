/** The secrets that sign sessions and encrypt tokens. */
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './problems.ts'
import type { Config } from './types.ts'

/**
 * Returns the secrets of the configuration, or else the one in the data directory. The first call generates it, in a file that only
 * its owner can read. Hubs that start at the same time with the same directory get the same secret.
 *
 * @throws ConfigError when the file of the data directory is damaged
 */
export async function loadSecrets(config: Config): Promise<readonly string[]> {
  if (config.secrets !== undefined) return config.secrets
  const file = join(config.dataDirectory, 'secret')
  const kept = await readSecret(file)
  if (kept !== undefined) return [kept]
  const temporary = `${file}.${randomUUID()}`
  await writeFile(temporary, `${randomBytes(33).toString('base64url')}\n`, { mode: 0o600 })
  try {
    // Unlike rename, link does not replace a file that another hub has created in the meantime.
    await link(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary)
  }
  return [(await readSecret(file)) as string]
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    const secret = (await readFile(file, 'utf8')).trim()
    if (secret.length >= 32) return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const message =
    'The generated secret is damaged. Delete the file; everybody then has to sign in again.'
  throw new ConfigError([{ source: file, path: '', message }])
}

/** Derives the key for one purpose. The keys of different purposes are independent of each other (RFC 5869). */
export function deriveKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `entrepot ${purpose} v1`, 32)).toString(
    'base64url',
  )
}
