/** Packages that applications import leave the globals of the application alone. */
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installedNodes } from '../../packages/test-support/src/nodes.ts'
import { root } from '../imports.ts'

/** Every path by which an application imports a published package. The provider for development is a program of its own. */
const entries = globSync('packages/*/package.json', { cwd: root }).flatMap((file) => {
  const manifest = JSON.parse(readFileSync(join(root, file), 'utf8'))
  if (manifest.private || dirname(file) === 'packages/dev-idp') return []
  const paths = Object.keys(manifest.exports).filter((path) => path !== './package.json')
  return paths.map((path) => path.replace('.', manifest.name))
})

/**
 * Prints which symbols each import, and then a request, have changed, and what the application's own fetch gets, if Node can use a proxy.
 * Node's own fetch sets symbols when it is loaded, which reading `Headers` does.
 */
const SCRIPT = `
  void globalThis.Headers
  const symbols = () => new Map(Object.getOwnPropertySymbols(globalThis).map((key) => [key, globalThis[key]]))
  let known = symbols()
  const changed = {}
  const compare = (what) => {
    const now = symbols()
    const more = [...now].filter(([key, value]) => !known.has(key) || known.get(key) !== value)
    if (more.length > 0) changed[what] = more.map(([key]) => String(key))
    known = now
  }
  for (const entry of process.argv.slice(1)) {
    await import(entry)
    compare(entry)
  }
  const rest = await import('@entrepot/rest')
  await rest.send({ baseURL: process.env.HTTP_PROXY })
  compare('a request')
  const hasProxies = process.allowedNodeEnvironmentFlags.has('--use-env-proxy')
  const host = hasProxies ? await (await fetch('http://api.test/')).text() : 'api.test'
  process.stdout.write(JSON.stringify({ changed, host }), () => process.exit())`

/** Prints the symbols after the imports, in a process whose fetch has not been loaded. */
const COLD_SCRIPT = `
  for (const entry of process.argv.slice(1)) await import(entry)
  process.stdout.write(JSON.stringify(Object.getOwnPropertySymbols(globalThis).map(String)))`

/** Node 24 opens tunnels for http as well. */
const proxy = createServer((request, response) => response.end(request.headers.host))
proxy.on('connect', (_request, socket) => {
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  proxy.emit('connection', socket)
})
beforeAll(() => new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  proxy.closeAllConnections()
  proxy.close()
})

async function runScript(
  node: string,
  script: string,
  names: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<unknown> {
  const { NODE_OPTIONS: _, ...env } = process.env
  const flags = ['--no-warnings', '--conditions=@entrepot/source', '--input-type=module']
  const { stdout } = await promisify(execFile)(node, [...flags, '--eval', script, '--', ...names], {
    cwd: root,
    env: { ...env, ...more },
  })
  return JSON.parse(stdout)
}

describe.each(installedNodes())('on Node %s', (_version, node) => {
  test('an import changes no global symbol, and NODE_USE_ENV_PROXY still works', async () => {
    const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const proxies = { HTTP_PROXY, http_proxy: HTTP_PROXY, NO_PROXY: '', no_proxy: '' }
    const seen = await runScript(node, SCRIPT, entries, { ...proxies, NODE_USE_ENV_PROXY: '1' })
    expect(seen).toEqual({ changed: {}, host: 'api.test' })
  }, 60_000)

  test('the HTTP client and the sign-in set no global symbol that Node would have set later', async () => {
    const names = entries.filter((name) => /@entrepot\/(rest|oauth)\b/.test(name))
    expect(names.length).toBeGreaterThan(2)
    const seen = await runScript(node, COLD_SCRIPT, names)
    expect(seen).toEqual(['Symbol(Symbol.toStringTag)'])
  }, 60_000)
})
