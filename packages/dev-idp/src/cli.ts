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
  .option('--host <address>', 'where to listen: 127.0.0.1, ::1 or localhost', '127.0.0.1')
  .option('--port <port>', 'port to listen on; 0 takes a free one', parsePort, 8090)
  .option(
    '--redirect-uri <uri...>',
    'where people come back to; of loopback addresses any port will do',
    ['http://127.0.0.1/oauth/dev/callback', 'http://localhost/oauth/dev/callback'],
  )
  .option('--post-logout-redirect-uri <uri...>', 'where people come back to after signing out', [
    'http://127.0.0.1/',
    'http://localhost/',
  ])
  .option('--backchannel-logout-uri <uri>', 'is told when someone signs out here')
  .option('--client-id <id>', 'id of the application', 'dev-client')
  .option('--client-secret <secret>', 'its secret', 'dev-secret')
  .option('--directory <folder>', 'keeps keys and sessions there; memory when left out')
  .option('--access-token-life <seconds>', 'life of an access token', parseSeconds, 3_600)
  .option('--refresh-token-life <seconds>', 'life of a refresh token', parseSeconds, 1_209_600)
  .option('--json', 'print one line of JSON when ready, for scripts', false)
  .showHelpAfterError('(add --help for what the command takes)')
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
  return `A development identity provider runs at ${issuer}. Anyone on this machine can sign in as anyone.

  issuer         ${issuer}
  client id      ${clientId}
  client secret  ${clientSecret}
  redirect URIs  ${redirectUri.join('\n                 ')}

Stop it with Ctrl+C.
`
}

function explain(error: unknown): string {
  if (DevIdpError.is(error)) return `${error.message}\n(${error.code})`
  const { code, message, path, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken. Set --port to another one, or to 0 for any free one.`
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user may not listen on port ${port}. Set --port above 1023, or to 0 for any free one.`
  }
  if (path !== undefined) {
    return `The folder cannot be used: ${message}. Set --directory to one that this user can write to.`
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
