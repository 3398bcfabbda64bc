import type { Command } from 'commander'
import { checkConfig } from '../check-config.ts'
import { readConfig } from '../config/config.ts'
import { showConfig } from '../config/show.ts'

/** Adds `entrepot config`. */
export function addConfigCommands(program: Command): void {
  const config = program.command('config').description('look at the configuration')
  config
    .command('check')
    .description('check entrepot.yaml and the environment, and print what holds, without secrets')
    .addHelpText(
      'after',
      '\nIt finds what the start would find, and touches no database, network or port. Options are checked by the plugins that offer it, as @entrepot/oauth does.',
    )
    .action(async () => {
      const checked = await readConfig(process.env)
      await checkConfig(checked)
      const file = checked.file ?? 'No configuration file; the environment and the defaults hold.'
      process.stdout.write(`# ${file}\n${await showConfig(checked)}`)
    })
}
