import type { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { showConfig } from '../config/show.ts'
import { loadPlugins } from '../plugins/load-plugin.ts'

/** Adds `entrepot config`. */
export function addConfigCommands(program: Command): void {
  const config = program.command('config').description('look at the configuration')
  config
    .command('check')
    .description('check entrepot.yaml and the environment, and print what holds, without secrets')
    .addHelpText('after', '\nOptions of plugins are checked by the plugins, when the hub starts.')
    .action(async () => {
      const checked = await readConfig(process.env)
      await loadPlugins(checked.plugins, checked.file)
      const file = checked.file ?? 'No configuration file; the environment and the defaults hold.'
      process.stdout.write(`# ${file}\n${await showConfig(checked)}`)
    })
}
