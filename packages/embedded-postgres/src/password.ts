import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { codeOf, EmbeddedPostgresError } from './errors.ts'

/**
 * Reads the password file, or makes one with 192 random bits, mode 0600. Any number of processes may do so at once:
 * `link` lets one draft become the file, and all return what that one holds.
 *
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED` when the file cannot be read or written
 */
export async function keepPassword(file: string): Promise<string> {
  try {
    return (await readPassword(file)) ?? (await createPassword(file))
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'DATABASE_START_FAILED',
      `The password file ${file} cannot be read or written (${codeOf(cause)}). Start the hub as the user that owns the data directory.`,
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

/** Undefined if there is none; a blank file, as a full disk may leave one, is removed. */
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
