import { randomBytes } from 'node:crypto'
import { link, open, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf, EmbeddedPostgresError } from '../errors.ts'

/**
 * Reads the password file, or creates it with 192 random bits and mode 0600. Any number of processes may call it at the same time: `link`
 * succeeds for one of them, and all return the same password.
 *
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED` when the file cannot be read or written
 */
export async function keepPassword(file: string): Promise<string> {
  try {
    const password = (await readPassword(file)) ?? (await createPassword(file))
    await removeDrafts(file)
    return password
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'DATABASE_START_FAILED',
      `The password file ${file} cannot be read or written (${codeOf(cause)}). Run the hub as the owner of the data directory.`,
      { cause },
    )
  }
}

async function createPassword(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`
  const password = randomBytes(24).toString('base64url')
  const handle = await open(draft, 'wx', 0o600)
  await handle.writeFile(`${password}\n`)
  await handle.sync()
  await handle.close()
  const failure = await link(draft, file).catch((error: unknown) => error)
  if (failure === undefined) return password
  // Another process may have been first, and have removed this draft.
  const chosen = ['EEXIST', 'ENOENT'].includes(codeOf(failure) ?? '') && (await readPassword(file))
  if (chosen) return chosen
  await rm(draft, { force: true })
  throw failure
}

/** Deletes the drafts of processes that were killed, once the file exists and nobody needs them. */
async function removeDrafts(file: string): Promise<void> {
  const folder = dirname(file)
  const isDraft = (name: string) => name.startsWith(`${basename(file)}.`) && name.endsWith('.new')
  for (const name of (await readdir(folder)).filter(isDraft)) {
    await rm(join(folder, name), { force: true })
  }
}

/** Undefined if there is none. An empty file, which a full disk can cause, is removed. */
async function readPassword(file: string): Promise<string | undefined> {
  try {
    const password = (await readFile(file, 'utf8')).trim()
    if (password) return password
    await rm(file)
    return undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
