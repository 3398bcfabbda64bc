/** The official suite, `@modelcontextprotocol/conformance`, against the example (spec, part D). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '@entrepot/example-mcp-server'
import { freePort } from '@entrepot/test-support/free-port'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Check, checksIn, runConformance } from './conformance.ts'
import { connect } from './connect.ts'
import { createEverythingHandler } from './everything/handler.ts'
import { Person } from './person.ts'
import { StoredProvider } from './stored-provider.ts'
import { startTokenProxy } from './token-proxy.ts'

const CLIENT = 'conformance'

let folder: string
let callbackPort: number
type Example = Awaited<ReturnType<typeof start>>
let example: Example
let everything: Example
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-conformance-'))
  callbackPort = await freePort()
  const redirectUris = [`http://127.0.0.1:${callbackPort}/callback`]
  example = await start({
    port: await freePort(),
    oauth: { mcp: { clients: { [CLIENT]: { redirectUris } } } },
  })
  everything = await start({ port: await freePort(), handler: createEverythingHandler() })
})
afterAll(async () => {
  await Promise.all([example?.stop(), everything?.stop()])
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
          // The person's browser brings the answer to the suite, which may name the URL before it listens.
          if (url && output.includes('Callback server started'))
            answering ??= new Person().answer(url).then(async (answer) => await fetch(answer))
        },
      )
      expect([await run.code, run.output()]).toEqual([
        0,
        expect.stringMatching(/Total: [23] passed, 0 failed/),
      ])
      await answering
      const statuses = [...(await checksIn(results)).values()].flat().map(({ status }) => status)
      // Those before 2025-11-25 know no metadata documents.
      expect(statuses).toHaveLength(revision < '2025-11-25' ? 2 : 3)
      expect(new Set(statuses)).toEqual(new Set(['SUCCESS']))
    },
    300_000,
  )
})

/** The suite gives some answers a second or two, which nobody can change: a machine that stands still meanwhile is no finding. */
const LENIENT = { retry: 2, timeout: 600_000 }

describe('conformance server, through the guard', () => {
  /** Runs what a revision requires, and the scenarios of it that are not scored, with a token of Ann. */
  async function runServer({ url }: Example, revision: string) {
    const provider = new StoredProvider()
    const { client } = await connect(url, provider, new Person('ann'))
    await client.close()
    const proxy = await startTokenProxy(url, provider.stored?.access_token ?? '')
    const results = await mkdtemp(join(folder, 'server-'))
    try {
      const args = ['--url', proxy.url, '--requirements', revision, '-o', results]
      const run = runConformance(['server', ...args, '--timeout', '60000'])
      return { code: await run.code, output: run.output(), checks: await checksIn(results) }
    } finally {
      await proxy.stop()
    }
  }

  /** The names of checks that found something, be it a warning. A note (INFO) is none. */
  const findingsOf = (checks: readonly Check[] = []) =>
    checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO').map(({ id }) => id)

  test.each(['2025-11-25', '2026-07-28'])(
    'a server with everything passes all that %s requires and all that is not scored, without a warning',
    LENIENT,
    async (revision) => {
      const { code, output, checks } = await runServer(everything, revision)
      expect([code, output]).toEqual([0, expect.stringContaining('SUMMARY')])
      // The extension for tasks (SEP-2663) is the one thing that the SDK cannot do: of tasks, @modelcontextprotocol/server
      // 2.4.0 has wire types only, "with no SDK runtime" (its docstring of `TaskRequestMethod`). The suite does not score it.
      const scenarios = [...checks].filter(([scenario]) => !scenario.startsWith('tasks-'))
      expect(scenarios.flatMap(([, found]) => findingsOf(found))).toEqual([])
    },
  )

  /** The scenarios of a server that has nothing but two tools of its own: the rest calls tools, prompts and resources by name. */
  const APPLICABLE = {
    '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
    '2026-07-28': [
      'server-stateless',
      'tools-list',
      'dns-rebinding-protection',
      'http-header-validation',
      'input-required-result-unsupported-methods',
      'server-sse-multiple-streams',
    ],
  }

  /** Checks of `server-stateless` that call diagnostic tools of the suite. */
  const DIAGNOSTIC = [
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
    'sep-2575-server-sends-prompts-list-changed-on-subscription',
    'sep-2575-server-sends-tools-list-changed-on-subscription',
  ]

  test.each(Object.entries(APPLICABLE))(
    'the example passes every scenario of %s that a server of two tools can be asked',
    LENIENT,
    async (revision, applicable) => {
      const { checks } = await runServer(example, revision)
      expect([...checks.keys()]).toEqual(expect.arrayContaining(applicable))
      const findings = applicable.flatMap((scenario) => findingsOf(checks.get(scenario)))
      expect(findings.filter((id) => !DIAGNOSTIC.includes(id))).toEqual([])
    },
  )
})
