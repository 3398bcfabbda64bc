/** The receiver in PHP of examples/webhook-receiver, where PHP is installed, against the library of Standard Webhooks. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@entrepot/test-support/free-port'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test, vi } from 'vitest'

const RECEIVER = new URL('../../../examples/webhook-receiver/receiver.php', import.meta.url)
const hasPhp = /pdo_sqlite/i.test(String(spawnSync('php', ['-m']).stdout))

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`
const body = JSON.stringify({ type: 'order.created', timestamp: 'x', data: { Id: 'é' } })

/** Starts the receiver. Returns its address, and what it has printed. */
async function startReceiver(): Promise<{ url: string; printed: () => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-php-'))
  const address = `127.0.0.1:${await freePort()}`
  const env = {
    ...process.env,
    WEBHOOK_SECRET: `${secretOf(1)} ${secretOf(2)}`,
    RECEIVER_STORE: join(folder, 'received.db'),
  }
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  const php = spawn('php', ['-S', address, fileURLToPath(RECEIVER)], { env, stdio: [...stdio] })
  let printed = ''
  php.stderr?.on('data', (chunk) => {
    printed += chunk
  })
  onTestFinished(async () => {
    const ended = once(php, 'exit')
    php.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  await vi.waitFor(() => expect(printed).toContain('started'), 60_000)
  return { url: `http://${address}/`, printed: () => printed }
}

test.skipIf(!hasPhp)(
  'the receiver in PHP accepts what the library signs, once for each event, and nothing else',
  async () => {
    const { url, printed } = await startReceiver()
    const send = async (by: string, id = 'evt_1', { ahead = 0, sent = body, before = '' } = {}) => {
      const time = new Date(Date.now() + ahead * 1_000)
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(time.getTime() / 1_000)),
        'webhook-signature': before + new Webhook(by).sign(id, time, body),
      }
      return (await fetch(url, { method: 'POST', headers, body: sent })).status
    }
    const accepted = [
      await send(secretOf(1)),
      await send(secretOf(2)),
      await send(secretOf(1), 'evt_2', { before: 'v1,AAAA v1a,BBBB ' }),
    ]
    expect(accepted).toEqual([204, 204, 204])
    const refused = [
      await send(secretOf(3)),
      await send(secretOf(1), 'evt_3', { sent: `${body} ` }),
      // Further away than any machine is slow.
      await send(secretOf(1), 'evt_3', { ahead: -3_600 }),
      await send(secretOf(1), 'evt_3', { ahead: 3_600 }),
      (await fetch(url, { method: 'POST', body })).status,
    ]
    expect(refused).toEqual([400, 400, 400, 400, 400])
    await vi.waitFor(() => expect(printed()).toContain('order.created evt_2'), 60_000)
    expect(printed().match(/order\.created evt_\d/g)).toEqual([
      'order.created evt_1',
      'order.created evt_2',
    ])
  },
)
