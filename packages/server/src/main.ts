/** The `entrepot` command: parses what it was asked and runs it. */
import { Command } from 'commander'
import { addChannelCommands } from './commands/channels.ts'
import { addCustomerCommands } from './commands/customers.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addStartCommand } from './commands/start.ts'
import { explainFailure } from './explain-failure.ts'

const program = new Command('entrepot')
  .description('The Entrepot hub: products and orders between merchants and sales channels.')
  .showHelpAfterError('(add --help for what the command takes)')

addStartCommand(program)
addCustomerCommands(program)
addChannelCommands(program)
addKeyCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exitCode = 1
}
