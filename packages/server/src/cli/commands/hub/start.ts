import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import type { StartOptions } from './run-hub.ts'

/** Adds `entrepot start`. */
export function addStartCommand(program: EntrepotCommand): void {
  const { terminal } = program
  program
    .command('start')
    .description('run the hub: database, API and health checks')
    .option('--json', 'print one line of JSON when the hub is ready')
    .option('--sample', 'create a sample customer in an empty database, also in production')
    .option('--no-sample', 'do not create a sample customer in an empty database')
    .option(
      '--no-sample-orders',
      'create the sample customer without orders; in production it never has any',
    )
    .option('--no-sample-polls', 'do not let the sample channels poll; in production they never do')
    .option(
      '--with-shop <name>',
      'start a real shop beside the sample customer, in a checkout of the repository: vendure',
    )
    .addHelpText(
      'after',
      `
Environment:
  HOST                  address to listen on (127.0.0.1)
  PORT                  port to listen on (8080); 0 takes a free one
  DATABASE_URL          URL of an external PostgreSQL >= 14 (the embedded one)
  ENTREPOT_DATA         data directory (.entrepot)
  ENTREPOT_PUBLIC_URL   origin that people open, such as https://hub.example
  ENTREPOT_SECRET       at least 32 random characters, the same on every node
  ENTREPOT_TRUST_PROXY  proxies whose X-Forwarded-* headers are trusted
  ENTREPOT_CONFIG       path of the configuration file, like --config
  LOG_LEVEL             trace, debug, info, warn, error, fatal or silent (info);
                        the log goes to stderr
  NODE_ENV              production: create no sample customer, and refuse
                        settings for development. The default with an external
                        PostgreSQL; development: the opposite
  NO_COLOR              no colours on a terminal; FORCE_COLOR: colours anywhere

Defaults are in parentheses. Variables override entrepot.yaml.

Ctrl+C stops the hub after running requests have finished. A second Ctrl+C stops
it at once.`,
    )
    .example('start', 'start --config /etc/entrepot/entrepot.yaml', 'start --no-sample --json')
    .action(async (options: StartOptions) => {
      // The other commands start faster without the modules of the hub.
      const { start } = await import('./run-hub.ts')
      await start(terminal, options)
    })
}
