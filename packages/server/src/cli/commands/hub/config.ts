import { readConfig } from '../../../config/config.ts'
import { showConfig } from '../../../config/show.ts'
import { checkConfig } from '../../../host/check-config.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'

/** Adds `entrepot config`. */
export function addConfigCommands(program: EntrepotCommand): void {
  const { terminal } = program
  const config = program.command('config').description('check the configuration')
  config
    .command('check')
    .description(
      'check entrepot.yaml and the environment, and print the resulting settings without secrets',
    )
    .addHelpText(
      'after',
      `
Finds the errors that a start would report, without using the database, the
network or a port. Plugins that support it check their options, as
@entrepot/oauth does.`,
    )
    .example('config check', 'config check --config /etc/entrepot/entrepot.yaml')
    .action(async () => {
      const checked = await readConfig(terminal.env)
      await checkConfig(checked)
      const file =
        checked.file ??
        'No configuration file: settings come from the environment and the defaults.'
      terminal.stdout.write(`# ${file}\n${await showConfig(checked)}`)
    })
}
