import { endSessions, listSessions } from '../../../people/sessions/sessions.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'

/** Adds `entrepot sessions`. */
export function addSessionCommands(program: EntrepotCommand): void {
  const sessions = program
    .command('sessions')
    .description('list and end the sessions of people who are signed in')
  sessions
    .command('list')
    .description('list the sessions of one user or of all users')
    .option('--email <email>', 'email address of the user')
    .printsJson()
    .example('sessions list', 'sessions list --email ann@shop.example')
    .action(async ({ email }: { email?: string }, command: EntrepotCommand) => {
      await command.report((database) => listSessions(database, email))
    })
  sessions
    .command('end')
    .description('end the sessions of a user, from the next request on')
    .argument('<email>', 'email address of the user')
    .option('--session-id <id>', 'end this session only (see entrepot sessions list)')
    .printsJson()
    .addHelpText(
      'after',
      `
The person can sign in again; to prevent that, use entrepot users remove. MCP
clients keep their connection.`,
    )
    .example(
      'sessions end ann@shop.example',
      'sessions end ann@shop.example --session-id 0123456789abcdef',
    )
    .action(
      async (email: string, { sessionId }: { sessionId?: string }, command: EntrepotCommand) => {
        await command.report(
          (database) => endSessions(database, email, sessionId),
          ({ ended }) => ({ email, ended }),
        )
      },
    )
}
