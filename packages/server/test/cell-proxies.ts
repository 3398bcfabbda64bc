/** The reverse proxies before two cells, with the configurations of the guide. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@entrepot/test-support/free-port'
import { expect } from 'vitest'
import type { Cell } from './cell.ts'

/** A proxy that runs. */
export interface RunningProxy {
  readonly url: string
  /** Sends a customer to cell 2, and reloads. */
  route(customerId: string): Promise<void>
  end(): Promise<void>
}

/** Cells, and a folder for files of the proxy. */
interface Place {
  readonly folder: string
  readonly one: Cell
  readonly two: Cell
}

const starters = { nginx: startNginx, caddy: startCaddy }
type ProxyName = keyof typeof starters

export const PROXIES = Object.keys(starters) as readonly ProxyName[]

/** Whether a proxy is installed: nothing else can run its configuration. */
export function isInstalled(name: ProxyName): boolean {
  return spawnSync(name, [name === 'nginx' ? '-v' : 'version']).error === undefined
}

/** Starts a proxy with the configuration of the guide. */
export async function startProxy(name: ProxyName, place: Place): Promise<RunningProxy> {
  return await starters[name](place)
}

/** Reads the configuration in the guide, with the addresses of the cells. */
async function readConfiguration(language: string, { one, two }: Place): Promise<string> {
  const guide = await readFile(new URL('../../../docs/guides/cells.md', import.meta.url), 'utf8')
  const block = guide.split(`\`\`\`${language}\n`)[1]?.split('```')[0] as string
  const hostOf = ({ hub }: Cell) => new URL(hub.url).host
  return block.replaceAll('127.0.0.1:8080', hostOf(one)).replaceAll('127.0.0.1:8081', hostOf(two))
}

/** Starts a program that serves a port, and waits until it answers. */
async function startProgram(command: string, args: readonly string[], url: string) {
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await expect.poll(async () => (await fetch(url).catch(() => undefined))?.status).toBeDefined()
  return {
    child,
    async end() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function startNginx(place: Place): Promise<RunningProxy> {
  const port = await freePort()
  const block = await readConfiguration('nginx', place)
  const config = block.replace('listen 8000;', `listen 127.0.0.1:${port};`)
  const root = join(place.folder, 'nginx')
  await mkdir(root, { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${root}/${name};`)
    .join('\n')
  const file = join(root, 'nginx.conf')
  const write = async (http: string) =>
    await writeFile(
      file,
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${root}/pid;
      error_log stderr; events {} http { access_log off; ${temporary} ${http} }`,
    )
  await write(config)
  const url = `http://127.0.0.1:${port}`
  const { child, end } = await startProgram('nginx', ['-p', root, '-c', file], url)
  return {
    url,
    async route(customerId) {
      await write(config.replace('# 7 cell2;', `${customerId} cell2;`))
      child.kill('SIGHUP')
    },
    end,
  }
}

async function startCaddy(place: Place): Promise<RunningProxy> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const block = await readConfiguration('caddyfile', place)
  const config = `{\nadmin 127.0.0.1:${adminPort}\nlog {\nlevel ERROR\n}\n}\n${block.replace('api.example', url)}`
  const file = join(place.folder, 'Caddyfile')
  await writeFile(file, config)
  const args = ['--config', file, '--adapter', 'caddyfile']
  const { end } = await startProgram('caddy', ['run', ...args], url)
  return {
    url,
    async route(customerId) {
      await writeFile(file, config.replace('# ~^(ent_[mc])?7', `~^(ent_[mc])?${customerId}`))
      const { status } = spawnSync('caddy', [
        'reload',
        ...args,
        '--address',
        `127.0.0.1:${adminPort}`,
      ])
      expect(status).toBe(0)
    },
    end,
  }
}
