/** The `entrepot` command: parses the arguments and runs a subcommand. */
import { CommanderError } from 'commander'
import { addBackupCommands } from './cli/commands/hub/backup.ts'
import { addCompletionCommand } from './cli/commands/hub/completion.ts'
import { addConfigCommands } from './cli/commands/hub/config.ts'
import { addDoctorCommand } from './cli/commands/hub/doctor.ts'
import { addInitCommand } from './cli/commands/hub/init.ts'
import { addMigrateCommand } from './cli/commands/hub/migrate.ts'
import { addStartCommand } from './cli/commands/hub/start.ts'
import { addVersionCommand, VERSION } from './cli/commands/hub/version.ts'
import { addAgentCommands } from './cli/commands/records/agents.ts'
import { addChannelCommands } from './cli/commands/records/channels.ts'
import { addCustomerCommands } from './cli/commands/records/customers.ts'
import { addExportCommand } from './cli/commands/records/export.ts'
import { addImportCommand } from './cli/commands/records/import.ts'
import { addKeyCommands } from './cli/commands/records/keys.ts'
import { addMemberCommands } from './cli/commands/records/members.ts'
import { addOfferCommands } from './cli/commands/records/offers.ts'
import { addRateCommands } from './cli/commands/records/rates.ts'
import { addScimCommands } from './cli/commands/records/scim.ts'
import { addSessionCommands } from './cli/commands/records/sessions.ts'
import { addUserCommands } from './cli/commands/records/users.ts'
import { addVatRateCommands } from './cli/commands/records/vat-rates.ts'
import { explainFailure } from './cli/explain-failure.ts'
import { EntrepotCommand } from './cli/terminal/entrepot-command.ts'
import { toPrintableLines } from './cli/terminal/printable.ts'
import type { Terminal } from './cli/terminal/terminal.ts'

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
    const message = explainFailure(error, terminal.env.LOG_LEVEL)
    terminal.stderr.write(`${toPrintableLines(message)}\n`)
    terminal.exitCode = 1
  }
}

/** Creates the definition of the command with all subcommands. */
export function createProgram(terminal: Terminal): EntrepotCommand {
  const program = new EntrepotCommand('entrepot', terminal)
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
  addStartCommand(program)
  addInitCommand(program)
  addConfigCommands(program)
  addCustomerCommands(program)
  addRateCommands(program)
  addVatRateCommands(program)
  addExportCommand(program)
  addImportCommand(program)
  addChannelCommands(program)
  addOfferCommands(program)
  addKeyCommands(program)
  addUserCommands(program)
  addMemberCommands(program)
  addScimCommands(program)
  addSessionCommands(program)
  addAgentCommands(program)
  addDoctorCommand(program)
  addMigrateCommand(program)
  addBackupCommands(program)
  addVersionCommand(program)
  addCompletionCommand(program)
  return program
}
