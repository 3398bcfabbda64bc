/** The official suite, `@modelcontextprotocol/conformance`, against the example (spec, part D). */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { start } from '@entrepot/example-mcp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runConformance } from './conformance.ts'
import { connect } from './connect.ts'
import { createEverythingServer } from './everything-server.ts'
import { freePort } from './free-port.ts'
import { Person } from './person.ts'
import { StoredProvider } from './stored-provider.ts'
import { startTokenProxy } from './token-proxy.ts'

const CLIENT = 'conformance'

let folder: string
let callbackPort: number
let example: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-conformance-'))
  callbackPort = await freePort()
  const redirectUris = [`http://127.0.0.1:${callbackPort}/callback`]
  example = await start({
    port: await freePort(),
    oauth: { mcp: { clients: { [CLIENT]: { redirectUris } } } },
    createServer: createEverythingServer,
  })
})
afterAll(async () => {
  await example?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('conformance authorization', () => {
  test.each(['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])(
    'passes every scenario of %s, without a warning',
    async (revision) => {
      const issuer = new URL(example.url).origin
      const settings = join(folder, `${revision}.json`)
      await writeFile(
        settings,
        JSON.stringify({ url: issuer, clientId: CLIENT, resource: example.url }),
      )
      const results = join(folder, revision)
      const args = ['--file', settings, '-o', results, '-p', String(callbackPort)]
      let answering: Promise<Response> | undefined
      const run = runConformance(
        ['authorization', ...args, '--spec-version', revision],
        (output) => {
          const [url] = /http\S+\/oauth\/mcp\/authorize\?\S+(?=\n)/.exec(output) ?? []
          // The person's browser brings the answer to the suite.
          if (url)
            answering ??= new Person().answer(url).then(async (answer) => await fetch(answer))
        },
      )
      expect([await run.code, run.output()]).toEqual([
        0,
        expect.stringMatching(/Total: [23] passed, 0 failed/),
      ])
      await answering
      const statuses = await statusesIn(results)
      // Those before 2025-11-25 know no metadata documents.
      expect(statuses).toHaveLength(revision < '2025-11-25' ? 2 : 3)
      expect(new Set(statuses)).toEqual(new Set(['SUCCESS']))
    },
    60_000,
  )
})

/** What became of every check that the suite has stored. */
async function statusesIn(results: string): Promise<readonly string[]> {
  const files = (await readdir(results, { recursive: true })).filter((name) =>
    name.endsWith('checks.json'),
  )
  const checks = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(results, name), 'utf8'))),
  )
  return checks.flat().map((check) => check.status)
}

describe('conformance server, through the guard', () => {
  test.each(['2025-11-25', '2026-07-28'])(
    'passes what %s requires, but for what is listed',
    async (revision) => {
      const provider = new StoredProvider()
      const { client } = await connect(example.url, provider, new Person('ann'))
      await client.close()
      const proxy = await startTokenProxy(example.url, provider.stored?.access_token ?? '')
      try {
        const listed = fileURLToPath(new URL(`expected-failures-${revision}.yml`, import.meta.url))
        const args = ['--requirements', revision, '--expected-failures', listed]
        const run = runConformance(['server', '--url', proxy.url, ...args])
        expect([await run.code, run.output()]).toEqual([0, expect.stringContaining('SUMMARY')])
      } finally {
        await proxy.stop()
      }
    },
    180_000,
  )
})
