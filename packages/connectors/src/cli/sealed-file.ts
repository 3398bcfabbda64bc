/** The file with the keys and the secrets: encrypted with one secret, which is not in it. */
import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { createSealer, deriveKey, type Sealer } from '@entrepot/sealer'
import { CommandFailure } from './terminal.ts'

/** What the file contains. */
export interface Stored {
  readonly hub?: string
  readonly keys: readonly string[]
  /** Secrets by the id of the connection and their name. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const NOTHING: Stored = { keys: [], secrets: {} }

/** What is sealed cannot be opened as something else. */
const CONTEXT = 'entrepot-connect secrets v1'

const MIN_SECRET = 32

/** A new secret that seals the file. */
export const newFileSecret = (): string => randomBytes(32).toString('base64url')

/**
 * Reads the file. A file that does not exist contains nothing.
 *
 * @throws CommandFailure if the secret is wrong
 */
export async function readSealed(path: string, secret: string | undefined): Promise<Stored> {
  // A secret that is too short is refused before the command has done anything.
  const sealer = secret === undefined ? undefined : sealerOf(secret)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOTHING
    throw new CommandFailure(
      `The file ${path} cannot be read: ${(error as Error).message}. Make it readable for this user, or set ENTREPOT_CONNECT_FILE to another one.`,
    )
  }
  if (sealer === undefined) {
    throw new CommandFailure(
      `The secrets in ${path} are sealed. Set ENTREPOT_CONNECT_SECRET to the secret that "entrepot-connect init" has printed.`,
    )
  }
  const opened = sealer.open(CONTEXT, text.trim())
  if (opened === undefined) {
    throw new CommandFailure(
      `ENTREPOT_CONNECT_SECRET does not open ${path}. Set it to the secret with which the file was written; without it, delete the file and run "entrepot-connect init" again.`,
    )
  }
  return JSON.parse(opened) as Stored
}

/** Writes the file in one step, readable for its owner only. */
export async function writeSealed(path: string, secret: string, stored: Stored): Promise<void> {
  const sealed = sealerOf(secret).seal(CONTEXT, JSON.stringify(stored))
  const draft = `${path}.${process.pid}.new`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${sealed}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

function sealerOf(secret: string): Sealer {
  if (secret.length < MIN_SECRET) {
    throw new CommandFailure(
      `ENTREPOT_CONNECT_SECRET must have at least ${MIN_SECRET} characters. Create one with: openssl rand -base64 32`,
    )
  }
  return createSealer([deriveKey(secret, 'entrepot-connect file v1')])
}
