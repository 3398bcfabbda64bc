import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { codeOf, EmbeddedPostgresError } from './errors.ts'

/**
 * Reads the password file, or creates it with 192 random bits and mode 0600. Any number of processes may call it at the same time: `link`
 * succeeds for one of them, and all return the same password.
 *
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED` when the file cannot be read or written
 */
export async function keepPassword(file: string): Promise<string> {
  try {
    return (await readPassword(file)) ?? (await createPassword(file))
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
  try {
    await link(draft, file)
    return password
  } catch (error) {
    const chosen = codeOf(error) === 'EEXIST' ? await readPassword(file) : undefined
    if (chosen) return chosen
    throw error
  } finally {
    await rm(draft, { force: true })
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
