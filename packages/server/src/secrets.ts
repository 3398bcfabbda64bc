/** The secret that sessions are signed, and tokens sealed, with. */
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config/problems.ts'
import type { Config } from './config/types.ts'

/**
 * The secrets of the configuration, or the one that the data directory keeps: generated the first time, in a file that only
 * its owner can read. Of hubs that start at once with one directory, all get the same.
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
    // Unlike rename, it does not replace what another hub has put there meanwhile.
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
  const message = 'The generated secret is damaged. Delete the file: everybody signs in again.'
  throw new ConfigError([{ source: file, path: '', message }])
}

/** A key for one purpose: what it signs or seals says nothing of the other keys (RFC 5869). */
export function deriveKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `entrepot ${purpose} v1`, 32)).toString(
    'base64url',
  )
}
