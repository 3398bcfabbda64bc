/** Starts the Tryton of the machine, as a process on a copy of a prepared database. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@entrepot/test-support/free-port'

/** Of `prepare.ts`: the database that tests copy. */
export const PREPARED = join(import.meta.dirname, '../../shops/tryton/.prepared')
export const DATABASE = 'shop'
export const ADMIN = { user: 'admin', password: 'admin-of-tests' }
/** The user of the connector, with the groups that its guide names. */
export const CONNECTOR = { user: 'connector', password: 'Wq7-shop-key-of-2026' }

export const INSTALL =
  'Tryton is not installed. Run: apt-get install tryton-server tryton-modules-sale ' +
  'tryton-modules-product-attribute tryton-modules-stock-package-shipping'

export function isInstalled(): boolean {
  return spawnSync('trytond-admin', ['--version']).status === 0
}

export interface TrytonServer {
  readonly url: string
  readonly process: ChildProcess
  stop(): Promise<void>
}

/**
 * @param folder with the file of the database
 * @param port to start it again where it was
 */
export async function startTryton(folder: string, port?: number): Promise<TrytonServer> {
  port ??= await freePort()
  const file = await writeConfiguration(folder, port)
  const log = join(folder, 'trytond.log')
  const child = spawn(
    'trytond',
    ['-c', file, '-d', DATABASE, '--logconf', await logTo(folder, log)],
    {
      stdio: 'ignore',
    },
  )
  const url = `http://127.0.0.1:${port}`
  await answers(url, child, log)
  return {
    url,
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** Copies the prepared database into a folder. */
export async function copyPrepared(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await cp(join(PREPARED, `${DATABASE}.sqlite`), join(folder, `${DATABASE}.sqlite`))
}

/** @returns the file */
export async function writeConfiguration(folder: string, port: number): Promise<string> {
  const file = join(folder, 'trytond.conf')
  const lines = ['[database]', 'uri = sqlite://', `path = ${folder}`]
  // Sessions end soon, as they do in a shop where the connector waits.
  const web = ['[web]', `listen = 127.0.0.1:${port}`, '[session]', 'max_attempt = 50']
  await writeFile(file, [...lines, ...web, ''].join('\n'))
  return file
}

async function logTo(folder: string, log: string): Promise<string> {
  const file = join(folder, 'logging.conf')
  const lines = [
    '[formatters]',
    'keys = plain',
    '[handlers]',
    'keys = file',
    '[loggers]',
    'keys = root',
    '[formatter_plain]',
    'format = %(asctime)s %(levelname)s %(name)s %(message)s',
    '[handler_file]',
    'class = FileHandler',
    `args = ('${log}', 'a')`,
    'formatter = plain',
    '[logger_root]',
    'level = WARNING',
    'handlers = file',
    '',
  ]
  await writeFile(file, lines.join('\n'))
  return file
}

/** Tryton loads its modules with the first call. */
async function answers(url: string, child: ChildProcess, log: string): Promise<void> {
  const body = JSON.stringify({ id: 0, method: 'common.server.version', params: [] })
  const headers = { 'content-type': 'application/json' }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`trytond ended: ${await readFile(log, 'utf8')}`)
    try {
      const answer = await fetch(`${url}/`, { method: 'POST', headers, body })
      if (answer.ok) return
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
