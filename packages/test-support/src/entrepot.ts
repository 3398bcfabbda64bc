/** Runs the `entrepot` command as a process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type CommandOutcome, entrepotArguments } from '@entrepot/server/testing'

export async function spawnEntrepot(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandOutcome> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, entrepotArguments(...args), {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}
