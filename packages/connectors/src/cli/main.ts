/** The `entrepot-connect` command. */
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import type { Adapter } from '../adapter/adapter.ts'
import { ADAPTERS } from '../adapters/index.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addInitCommand } from './commands/init.ts'
import { addOnceCommand } from './commands/once.ts'
import { addRunCommand } from './commands/run.ts'
import { addStatusCommand } from './commands/status.ts'
import { explain } from './explain.ts'
import { print, type Terminal } from './terminal.ts'

/**
 * Runs the command. The result is the output and the exit code of the terminal.
 *
 * @param adapters the shops that it knows
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  adapters: readonly Adapter[] = ADAPTERS,
): Promise<void> {
  try {
    await createProgram(terminal, adapters).parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the help or the error.
      terminal.exitCode = error.exitCode
      return
    }
    print(terminal.stderr, explain(error))
    terminal.exitCode = 1
  }
}

/** Creates the definition of the command with all subcommands. */
export function createProgram(terminal: Terminal, adapters: readonly Adapter[]): Command {
  const { version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  const program = new Command('entrepot-connect')
    .description('Connects shops to an Entrepot hub.')
    .version(version, '-V, --version', 'print the version')
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .exitOverride()
    .showHelpAfterError('(use --help to list the options)')
    .addHelpText(
      'after',
      `
Environment:
  ENTREPOT_HUB             address of the hub
  ENTREPOT_KEY             keys of the hub, separated by commas
  ENTREPOT_CONNECT_FILE    the sealed file (entrepot-connect.sealed)
  ENTREPOT_CONNECT_SECRET  the secret that seals the file
  ENTREPOT_CONNECTION_<Id>_<NAME>
                           a secret of a connection, before that of the file

Variables come before the file.`,
    )
  addInitCommand(program, terminal, adapters)
  addRunCommand(program, terminal, adapters)
  addOnceCommand(program, terminal, adapters)
  addDoctorCommand(program, terminal, adapters)
  addStatusCommand(program, terminal, adapters)
  return program
}
