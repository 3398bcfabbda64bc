/** A receiver of webhooks: checks each request, and processes each event once. It may be killed at any point. */
import { createServer, type IncomingMessage } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { type ReceivedWebhook, receiveWebhook } from '@entrepot/client'

/** Two while the secret is rotated, with a space between them. */
const secrets = (process.env.WEBHOOK_SECRET ?? '').split(' ').filter(Boolean)
const port = Number(process.env.PORT ?? 9000)

/** More than any event. */
const MAX_BYTES = 5_000_000

const database = new DatabaseSync(process.env.RECEIVER_STORE ?? ':memory:')
database.exec('create table if not exists received (id text primary key, type text, body text)')
const insert = database.prepare('insert or ignore into received values (?, ?, ?)')

/** Checks a webhook with each secret. */
async function verify(headers: NodeJS.Dict<string | string[]>, body: Buffer) {
  const checks = secrets.map(async (secret) => await receiveWebhook(headers, body, secret))
  return await Promise.any(checks)
}

/** Does the work of an event, in the same transaction that remembers its id. */
function handle({ id, payload }: ReceivedWebhook): void {
  const { type } = payload as { type: string }
  const { changes } = insert.run(id, type, JSON.stringify(payload))
  const note = changes === 1 ? '' : ' has come before'
  process.stdout.write(`${type} ${id}${note}\n`)
}

/** Returns the status of the answer. With 400, the webhook could not be verified; with 500, not stored. The hub then sends it again. */
async function receive(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > MAX_BYTES) return 413
    chunks.push(chunk)
  }
  try {
    handle(await verify(request.headers, Buffer.concat(chunks)))
    return 204
  } catch (error) {
    return error instanceof AggregateError ? 400 : 500
  }
}

const server = createServer(async (request, response) => {
  const status = await receive(request).catch(() => 400)
  response.writeHead(status).end()
})

server.listen(port, () => process.stdout.write(`listening on port ${port}\n`))
