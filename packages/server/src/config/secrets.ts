/** The secrets that sign sessions and encrypt tokens. */
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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
  const secret = (await readSecret(file)) ?? (await createSecret(file))
  await removeDrafts(config.dataDirectory)
  return [secret]
}

async function createSecret(file: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${randomBytes(33).toString('base64url')}\n`, { mode: 0o600 })
  // Unlike rename, link does not replace a file that another hub has created in the meantime.
  const failure = await link(draft, file).catch((error: unknown) => error)
  // Another hub may have been first, and have removed this draft.
  const secret = await readSecret(file)
  if (secret !== undefined) return secret
  await rm(draft, { force: true })
  throw failure
}

/** Deletes the files of hubs that were killed while they created the secret, once it exists and nobody needs them. */
async function removeDrafts(directory: string): Promise<void> {
  const drafts = (await readdir(directory)).filter((name) => /^secret\.[\da-f-]{36}$/.test(name))
  for (const name of drafts) await rm(join(directory, name), { force: true })
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

/**
 * Tells secrets apart without telling them: of each, a text by which another hub recognises the same secret. A secret cannot be found from it,
 * because it is random and long.
 */
export function fingerprintsOf(secrets: readonly string[]): readonly string[] {
  return secrets.map((secret) => deriveKey(secret, 'fingerprint').slice(0, 16))
}

/** Derives the key for one purpose. The keys of different purposes are independent of each other (RFC 5869). */
export function deriveKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `entrepot ${purpose} v1`, 32)).toString(
    'base64url',
  )
}
