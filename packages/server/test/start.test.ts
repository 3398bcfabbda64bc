import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { spawnEntrepot } from '@entrepot/test-support/entrepot'
import { copyDatabase } from '@entrepot/test-support/folders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  entrepotArguments,
  type LocalHub,
  runEntrepot,
  spawnHub,
  startHubHere,
} from '../src/testing.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-start-'))
})
afterAll(async () => await rm(directory, { recursive: true, force: true }))

const get = async (hub: LocalHub, path: string, key = hub.merchantKey ?? '') =>
  await fetch(`${hub.url}${path}`, { headers: { 'x-api-key': key } })

describe('entrepot start on an empty folder', () => {
  test('prints one line with keys that work, and serves the sample products', async () => {
    const hub = await spawnHub({ env: { ENTREPOT_DATA: join(directory, 'a') } })
    expect(hub.channels.map(({ name, mode }) => ({ name, mode }))).toEqual([
      { name: 'Web shop', mode: 'flat' },
      { name: 'Marketplace', mode: 'grouped' },
    ])
    expect(hub.pid).toBe(hub.process.pid)
    const mug = await (await get(hub, '/v2/products/MUG')).json()
    expect(mug).toMatchObject({ IsActive: true, Children: ['MUG-BLUE', 'MUG-RED', 'MUG-WHITE'] })
    expect((await get(hub, '/v2/orders/new', hub.channels[0]?.key)).status).toBe(403)
    const keys = await stat(join(directory, 'a', 'sample-keys.json'))
    expect(keys.mode & 0o777).toBe(0o600)
    expect(await hub.end()).toBe(0)
  })

  test('starts again with the same data and keys', async () => {
    const env = { ENTREPOT_DATA: join(directory, 'a') }
    const first = await startHubHere(env)
    const body = {
      ChannelReference: 'KEPT',
      Email: 'ann@example.com',
      CurrencyCode: 'EUR',
      ShippingAddress: {},
      Lines: [
        {
          ChannelReference: '1',
          MerchantProductReference: 'MUG-RED',
          Quantity: 1,
          UnitPriceInclVat: 1,
        },
      ],
    }
    const created = await fetch(`${first.url}/v2/orders`, {
      method: 'POST',
      headers: { 'x-api-key': first.channels[0]?.key ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(created.status).toBe(201)
    await first.end()
    const second = await startHubHere(env)
    expect(second.merchantKey).toBe(first.merchantKey)
    expect(second.channels).toEqual(first.channels)
    expect(await (await get(second, '/v2/orders/new')).json()).toHaveLength(1)
    await second.end()
  })

  test.runIf(existsSync('/bin/sh'))(
    'prints two lines that read a product when they are pasted, and the address for agents',
    async () => {
      const folder = join(directory, 'b')
      await copyDatabase(folder)
      const child = spawn(process.execPath, entrepotArguments('start'), {
        env: { ...process.env, DATABASE_URL: '', PORT: '0', ENTREPOT_DATA: folder },
      })
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
      await expect.poll(() => output).toContain('Ctrl+C stops the hub')
      // What an agent needs is on, and the command has the name of the endpoint that clients compare.
      const [, mcp = ''] =
        /^ {2}claude mcp add --transport http entrepot (\S+)$/m.exec(output) ?? []
      expect(output).toMatch(new RegExp(`^Agents \\(MCP\\) +${mcp}$`, 'm'))
      const metadata = await fetch(mcp.replace('/mcp', '/.well-known/oauth-protected-resource/mcp'))
      expect(await metadata.json()).toMatchObject({ resource: mcp })
      const lines = output.split('\n').filter((line) => /^ {2}([.]|curl) /.test(line))
      expect(lines).toHaveLength(2)
      const pasted = lines.join('\n').replace('curl', 'curl -s')
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', pasted])
      expect(JSON.parse(stdout)).toMatchObject({ MerchantProductReference: 'MUG' })
      expect((await stat(join(folder, 'sample.env'))).mode & 0o777).toBe(0o600)
      child.kill()
      await once(child, 'exit')
    },
  )

  test('does not offer sign-in while no provider is active, and says what to configure', async () => {
    const file = join(directory, 'inactive.yaml')
    await writeFile(
      file,
      'publicUrl: http://127.0.0.1:1\nplugins: {login: {package: "@entrepot/oauth", providers: {google: {clientId: ""}}}}',
    )
    const child = spawn(process.execPath, entrepotArguments('start', '--config', file), {
      env: { ...process.env, DATABASE_URL: '', PORT: '0', ENTREPOT_DATA: join(directory, 'b') },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
    try {
      // Log and greeting come through two pipes: what was written first may arrive last.
      await expect
        .poll(() => output)
        .toContain('nobody can sign in: no identity provider is active. Set clientId')
      await expect.poll(() => output).toContain('Ctrl+C stops the hub')
      expect(output).toContain('Sign-in: no identity provider is active.')
      expect(output).not.toContain('Sign in as')
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  })

  test('creates no sample with --no-sample, and in production only with --sample', async () => {
    for (const [name, args, env] of [
      ['c', ['--no-sample'], {}],
      ['d', [], { NODE_ENV: 'production' }],
    ] as const) {
      await copyDatabase(join(directory, name))
      const hub = await spawnHub({ env: { ...env, ENTREPOT_DATA: join(directory, name) }, args })
      expect(hub).toMatchObject({ merchantKey: null, channels: [] })
      expect((await fetch(`${hub.url}/health/live`)).status).toBe(200)
      await hub.end()
    }
    const env = { NODE_ENV: 'production', ENTREPOT_DATA: join(directory, 'd') }
    const asked = await spawnHub({ env, args: ['--sample'], sampleOrders: true })
    expect(asked.merchantKey).not.toBeNull()
    const orders = await get(asked, '/v2/orders')
    expect([orders.status, await orders.json()]).toEqual([200, []])
    await asked.end()
    expect(asked.log()).not.toContain('sample orders')
  })
})

describe('entrepot start with a problem', () => {
  test('reports that another hub uses the folder', async () => {
    const env = { ENTREPOT_DATA: join(directory, 'a') }
    const hub = await startHubHere(env)
    const second = await spawnEntrepot(['start'], { ...env, PORT: '0' })
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('DATABASE_IN_USE')
    expect(second.stderr).toContain(join(directory, 'a'))
    expect((await get(hub, '/v2/orders/new')).status).toBe(200)
    await hub.end()
  })

  test('reports that the port is taken, and leaves no database running', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const env = { ENTREPOT_DATA: join(directory, 'a') }
    const failed = await runEntrepot(['start'], {
      ...env,
      PORT: String(port),
      LOG_LEVEL: 'silent',
    })
    server.close()
    expect(failed).toMatchObject({ code: 1 })
    expect(failed.stderr).toContain(`Port ${port} of 127.0.0.1 is taken. Set PORT`)
    await expect(stat(join(directory, 'a', 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
  })

  test('reports an invalid data directory without a stack', async () => {
    const file = join(directory, 'no-folder')
    await writeFile(file, '')
    const failed = await runEntrepot(['start'], { ENTREPOT_DATA: join(file, 'data'), PORT: '0' })
    expect(failed.stderr).toMatch(
      /^The data directory cannot be used: ENOTDIR.*Set ENTREPOT_DATA.*\n$/,
    )
  })

  test('lists every invalid setting with a fix', async () => {
    const failed = await runEntrepot(['start'], {
      PORT: 'http',
      DATABASE_URL: 'mysql://x',
      LOG_LEVEL: 'loud',
    })
    expect(failed.code).toBe(1)
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL']) expect(failed.stderr).toContain(name)
  })

  test('reports an unreachable external database without its password', async () => {
    const failed = await runEntrepot(['start'], {
      PORT: '0',
      DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/db',
      ENTREPOT_DATA: join(directory, 'e'),
    })
    expect(failed).toMatchObject({ code: 1 })
    expect(failed.stderr).toContain('DATABASE_UNREACHABLE')
    expect(failed.stderr).not.toContain('hunter2')
  })
})

describe('stopping a hub', () => {
  test('during the start leaves no database running, and ends with 0', async () => {
    const folder = join(directory, 'early')
    await copyDatabase(folder)
    // A plugin keeps it from being ready before it has been told to stop.
    const told = join(directory, 'told')
    await writeFile(
      join(directory, 'waits.mjs'),
      `import { existsSync } from 'node:fs'
       import { setTimeout } from 'node:timers/promises'
       export default async () => { while (!existsSync(${JSON.stringify(told)})) await setTimeout(20) }`,
    )
    const file = join(directory, 'early.yaml')
    await writeFile(file, 'plugins: {mine: {package: ./waits.mjs}}')
    const child = spawn(process.execPath, entrepotArguments('start', '--config', file), {
      env: { ...process.env, DATABASE_URL: '', PORT: '0', ENTREPOT_DATA: folder },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
    const end = once(child, 'close')
    await expect.poll(() => output).toContain('Starting PostgreSQL')
    child.kill('SIGINT')
    await expect.poll(() => output).toContain('stopping')
    await writeFile(told, '')
    expect((await end)[0]).toBe(0)
    expect(output).not.toContain('Entrepot is running')
    await expect(stat(join(folder, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
  })

  test('with a plugin that does not stop leaves no database running, and ends with 1', async () => {
    const folder = join(directory, 'stubborn')
    await copyDatabase(folder)
    const hook = `throw new Error('I do not want to')`
    await writeFile(
      join(directory, 'stubborn.mjs'),
      `export default async (app) => { app.addHook('onClose', async () => { ${hook} }) }`,
    )
    const file = join(directory, 'stubborn.yaml')
    await writeFile(file, 'plugins: {mine: {package: ./stubborn.mjs}}')
    const hub = await spawnHub({ env: { ENTREPOT_DATA: folder }, args: ['--config', file] })
    expect(await hub.end()).toBe(1)
    await expect.poll(() => hub.log()).toContain('I do not want to')
    await expect(stat(join(folder, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'with %s lets a running request finish, and ends with 0',
    async (signal) => {
      const hub = await spawnHub({ env: { ENTREPOT_DATA: join(directory, 'a') } })
      const { hostname, port } = new URL(hub.url)
      const body = JSON.stringify([{ MerchantProductReference: `LAST-${signal}`, Name: 'Last' }])
      const socket = connect(Number(port), hostname)
      let received = ''
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk
      })
      socket.write(
        `POST /v2/products HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${hub.merchantKey}\r\nExpect: 100-continue\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      await expect.poll(() => received).toContain('100 Continue')
      const ended = hub.end(signal)
      await expect.poll(() => hub.log()).toContain('stopping')
      socket.write(body)
      await expect.poll(() => received).toContain('"AcceptedCount":1')
      expect(await ended).toBe(0)
    },
  )
})
