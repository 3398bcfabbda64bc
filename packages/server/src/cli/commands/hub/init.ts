import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DEFAULT_FILE } from '../../../config/file.ts'
import { refuse } from '../../../people/refusal.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { printOutcome } from '../../terminal/print.ts'

/** Adds `entrepot init`. */
export function addInitCommand(program: EntrepotCommand): void {
  const { terminal } = program
  program
    .command('init')
    .description('write an entrepot.yaml with comments and a generated secret')
    .printsJson()
    .addHelpText(
      'after',
      `
Writes the file that --config names, else entrepot.yaml in the working
directory. An existing file is never changed.`,
    )
    .example('init', 'init --config /etc/entrepot/entrepot.yaml')
    .action(async (_: object, command: EntrepotCommand) => {
      const file = resolve(terminal.env.ENTREPOT_CONFIG || DEFAULT_FILE)
      printOutcome(command, await writeSettings(file), () => ({ file, written: true }))
    })
}

/** Creates the file, which only its owner can read. */
async function writeSettings(file: string) {
  try {
    await writeFile(file, settings(randomBytes(33).toString('base64url')), {
      flag: 'wx',
      mode: 0o600,
    })
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message =
      code === 'EEXIST'
        ? `${file} exists, and was not changed. Delete it first, or name another file with --config.`
        : `${file} cannot be written (${code}). Name a file in a folder that exists and that this user can write to, with --config.`
    return refuse(code === 'EEXIST' ? 'SERVER_FILE_EXISTS' : 'SERVER_FILE_NOT_WRITTEN', message)
  }
}

/** The text of the file. Everything except the secret is commented out, so that the hub starts with its defaults. */
function settings(secret: string): string {
  return `# Settings of the Entrepot hub. All of them: docs/reference/configuration.md
# Check this file with: entrepot config check

# Origin that people open. Needed for your own identity providers, and in production.
# publicUrl: https://hub.example

# Address and port to listen on.
# host: 127.0.0.1
# port: 8080

# Signs session cookies and encrypts stored tokens; the same on every node. Do not commit it.
secret: ${secret}

# The PostgreSQL database. Without it, the hub runs an embedded one in dataDirectory.
# \${NAME} is replaced by an environment variable.
# database:
#   url: postgres://entrepot:\${DB_PASSWORD}@db.example/entrepot?sslmode=verify-full
# dataDirectory: .entrepot

# People who may sign in, besides those of "entrepot users add".
# signIn:
#   allowedDomains: [shop.example]

# Sign-in through an identity provider: docs/guides/sign-in.md
# plugins:
#   login:
#     package: '@entrepot/oauth'
#     providers:
#       google:
#         clientId: \${GOOGLE_CLIENT_ID}
#         clientSecret: \${GOOGLE_CLIENT_SECRET}

# Tools for AI agents at /mcp: docs/guides/mcp.md. They are on while the development provider runs.
# mcp:
#   enabled: true
`
}
