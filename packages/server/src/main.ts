/** The `entrepot` command: parses the arguments and runs a subcommand. */
import { CommanderError } from 'commander'
import { addBackupCommands } from './commands/backup.ts'
import { addChannelCommands } from './commands/channels.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addConfigCommands } from './commands/config.ts'
import { addCustomerCommands } from './commands/customers.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { EntrepotCommand } from './commands/entrepot-command.ts'
import { addExportCommand } from './commands/export.ts'
import { addImportCommand } from './commands/import.ts'
import { addInitCommand } from './commands/init.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addMemberCommands } from './commands/members.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addRateCommands } from './commands/rates.ts'
import { addSessionCommands } from './commands/sessions.ts'
import { addStartCommand } from './commands/start.ts'
import type { Terminal } from './commands/terminal.ts'
import { addUserCommands } from './commands/users.ts'
import { addVersionCommand, VERSION } from './commands/version.ts'
import { explainFailure } from './explain-failure.ts'

/**
 * Runs the command with its arguments. The result is the output and the exit code of the terminal.
 *
 * @example
 * await runCommand(['customers', 'list', '--json'], process)
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<void> {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the help or the error.
      terminal.exitCode = error.exitCode
      return
    }
    terminal.stderr.write(`${explainFailure(error, terminal.env.LOG_LEVEL)}\n`)
    terminal.exitCode = 1
  }
}

/** Creates the definition of the command with all subcommands. */
export function createProgram(terminal: Terminal): EntrepotCommand {
  const program = new EntrepotCommand('entrepot')
    .description('The Entrepot hub: products and orders between merchants and sales channels.')
    .version(VERSION, '-V, --version', 'print the version')
    .option(
      '--config <path>',
      'path of the configuration file (default: ./entrepot.yaml if it exists)',
    )
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .exitOverride()
    .showHelpAfterError('(use --help to list the options)')
    .hook('preAction', (_, command) => {
      ;(command as EntrepotCommand).checkRequired()
      // Commands read only the variable.
      const { config } = program.opts<{ config?: string }>()
      if (config !== undefined) terminal.env.ENTREPOT_CONFIG = config
    })
  addStartCommand(program, terminal)
  addInitCommand(program, terminal)
  addConfigCommands(program, terminal)
  addCustomerCommands(program, terminal)
  addRateCommands(program, terminal)
  addExportCommand(program, terminal)
  addImportCommand(program, terminal)
  addChannelCommands(program, terminal)
  addKeyCommands(program, terminal)
  addUserCommands(program, terminal)
  addMemberCommands(program, terminal)
  addSessionCommands(program, terminal)
  addDoctorCommand(program, terminal)
  addMigrateCommand(program, terminal)
  addBackupCommands(program, terminal)
  addVersionCommand(program, terminal)
  addCompletionCommand(program, terminal)
  return program
}
