/** The `entrepot` command: parses the arguments and runs a subcommand. */
import { createRequire } from 'node:module'
import { Command } from 'commander'
import { addChannelCommands } from './commands/channels.ts'
import { addConfigCommands } from './commands/config.ts'
import { addCustomerCommands } from './commands/customers.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addMemberCommands } from './commands/members.ts'
import { addStartCommand } from './commands/start.ts'
import { addUserCommands } from './commands/users.ts'
import { explainFailure } from './explain-failure.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

const program = new Command('entrepot')
  .description('The Entrepot hub: products and orders between merchants and sales channels.')
  .version(version, '-V, --version', 'print the version')
  .option(
    '--config <path>',
    'path of the configuration file (default: ./entrepot.yaml if it exists)',
  )
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('(use --help to list the options)')
  .hook('preAction', () => {
    // Commands read the variable only.
    const { config } = program.opts<{ config?: string }>()
    if (config !== undefined) process.env.ENTREPOT_CONFIG = config
  })

addStartCommand(program)
addConfigCommands(program)
addCustomerCommands(program)
addChannelCommands(program)
addKeyCommands(program)
addUserCommands(program)
addMemberCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exitCode = 1
}
