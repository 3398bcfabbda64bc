#!/usr/bin/env node
/** The `entrepot-dev-idp` command. */
import { Command, InvalidArgumentError } from 'commander'
import { DevIdpError } from './errors.ts'
import { startDevIdp } from './start-dev-idp.ts'

interface Options {
  readonly host: string
  readonly port: number
  readonly redirectUri: readonly string[]
  readonly postLogoutRedirectUri: readonly string[]
  readonly backchannelLogoutUri?: string
  readonly clientId: string
  readonly clientSecret: string
  readonly directory?: string
  readonly accessTokenLife: number
  readonly refreshTokenLife: number
  readonly json: boolean
}

const program = new Command('entrepot-dev-idp')
  .description('A local OpenID provider with sample people and no passwords, for development only.')
  .option('--host <address>', 'address to listen on: 127.0.0.1, ::1 or localhost', '127.0.0.1')
  .option('--port <port>', 'port to listen on; 0 for any free port', parsePort, 8090)
  .option(
    '--redirect-uri <uri...>',
    'redirect URIs after a sign-in; loopback addresses match with any port',
    ['http://127.0.0.1/oauth/dev/callback', 'http://localhost/oauth/dev/callback'],
  )
  .option('--post-logout-redirect-uri <uri...>', 'redirect URIs after a sign-out', [
    'http://127.0.0.1/',
    'http://localhost/',
  ])
  .option(
    '--backchannel-logout-uri <uri>',
    'URL that is called when a person signs out at the provider',
  )
  .option('--client-id <id>', 'client id of the application', 'dev-client')
  .option('--client-secret <secret>', 'client secret of the application', 'dev-secret')
  .option('--directory <folder>', 'folder for keys and sessions (default: in memory)')
  .option('--access-token-life <seconds>', 'lifetime of an access token', parseSeconds, 3_600)
  .option('--refresh-token-life <seconds>', 'lifetime of a refresh token', parseSeconds, 1_209_600)
  .option('--json', 'print one line of JSON when the provider is ready', false)
  .showHelpAfterError('(use --help to list the options)')
  .action(run)

await program.parseAsync()

async function run(options: Options): Promise<void> {
  try {
    const idp = await startDevIdp({
      host: options.host,
      port: options.port,
      ...(options.directory !== undefined && { directory: options.directory }),
      lifetimes: { accessToken: options.accessTokenLife, refreshToken: options.refreshTokenLife },
      clients: [
        {
          clientId: options.clientId,
          clientSecret: options.clientSecret,
          redirectUris: options.redirectUri,
          postLogoutRedirectUris: options.postLogoutRedirectUri,
          ...(options.backchannelLogoutUri && {
            backchannelLogoutUri: options.backchannelLogoutUri,
          }),
        },
      ],
    })
    process.stdout.write(describe(idp.issuer, options))
    const stop = () => void idp.stop().then(() => process.exit(0))
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}

function describe(issuer: string, options: Options): string {
  const { clientId, clientSecret, redirectUri } = options
  if (options.json) return `${JSON.stringify({ issuer, clientId, clientSecret, redirectUri })}\n`
  return `The development identity provider is running at ${issuer}. Everyone on this machine can sign in as anyone.

  issuer         ${issuer}
  client id      ${clientId}
  client secret  ${clientSecret}
  redirect URIs  ${redirectUri.join('\n                 ')}

Press Ctrl+C to stop it.
`
}

function explain(error: unknown): string {
  if (DevIdpError.is(error)) return `${error.message}\n(${error.code})`
  const { code, message, path, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken. Set --port to another port, or to 0 for any free port.`
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user may not listen on port ${port}. Set --port to a port above 1023, or to 0 for any free port.`
  }
  if (path !== undefined) {
    return `The folder cannot be used: ${message}. Set --directory to a folder to which this user can write.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
}

function parseSeconds(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of seconds, 1 or more.')
}
