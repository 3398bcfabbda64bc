/**
 * Follows the guides as a reader does: one clone, one hub that `npm start` runs, a new shell for each guide, and every command as it is
 * written. A new guide is followed without a change here.
 *
 * A code block is a command if it is indented, or fenced as `sh`, unless it looks like YAML or JSON. `<!-- not run: reason -->` before a
 * command block leaves it out.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runEntrepot } from '@entrepot/server/testing'
import { copyDatabase } from '@entrepot/test-support/folders'
import { freePort } from '@entrepot/test-support/free-port'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const index = readFileSync(join(root, 'docs/guides/README.md'), 'utf8')

/** In the order of the list of the guides, which a test of the server compares with the files. */
const guides = [...index.matchAll(/^- \[.+\]\(([\w-]+\.md)\)/gm)].map(([, name = '']) => name)

interface Block {
  readonly code: string
  /** Why it is not run. */
  readonly reason: string | undefined
}

/** The command blocks of a page. */
function blocksOf(page: string): readonly Block[] {
  // Fenced first: such a block may contain lines that are indented.
  const code = /^( *)```(\w*)\n([\s\S]*?)^\1```$|(?<=\n\n)((?: {4,}.*\n|\n(?= {4}))+)/gm
  return [...page.matchAll(code)].flatMap(({ index, 2: language, 3: fenced, 4: indented }) => {
    const text = indented ?? fenced ?? ''
    const isCommand =
      indented === undefined ? language === 'sh' : !/^\s*([\w'"]+:|[{[#-])/.test(text)
    if (!isCommand) return []
    const before = page.slice(0, index).trimEnd()
    const reason = /<!-- not run: ([^>]+) -->$/.exec(before)?.[1]
    return [{ code: text, reason }]
  })
}

/**
 * Runs the `entrepot` command for the shells of the guides in this process, which takes a tenth of the time of a process of its own. A
 * request has the number of the arguments, the arguments and the environment, and the answer is a script that prints and returns the same.
 */
const commands = createServer(async (request, response) => {
  const [count, ...rest] = (await text(request)).split('\0')
  const variables = rest.splice(Number(count)).filter((one) => one !== '')
  const env = variables.map((one) => [one.slice(0, one.indexOf('=')), one.replace(/^.*?=/s, '')])
  const { code, stdout, stderr } = await runEntrepot(rest, Object.fromEntries(env))
  const quote = (printed: string) => `'${printed.replaceAll("'", `'\\''`)}'`
  response.end(`printf %s ${quote(stdout)}; printf %s ${quote(stderr)} >&2; return ${code}`)
})

/** Defines `npm` for a shell, so that `npm run -s entrepot` asks for a command. */
function commandsHere(): string {
  const { port } = commands.address() as AddressInfo
  return `npm() {
  if [ "$1 $2 $3 $4" != 'run -s entrepot --' ]; then command npm "$@"; return; fi
  local script
  script=$({ printf '%s\\0' $(($# - 4)) "\${@:5}"; env -0; } |
    command curl -sS --fail --data-binary @- http://127.0.0.1:${port}) && eval "$script"
}
`
}

const read = (name: string) => readFileSync(join(root, 'docs/guides', name), 'utf8')

let clone: string
let hub: ChildProcess
let printed = ''
beforeAll(async () => {
  clone = mkdtempSync(join(tmpdir(), 'entrepot-guides-'))
  // A clone with its own .entrepot.
  for (const name of readdirSync(root)) {
    if (!name.startsWith('.')) symlinkSync(join(root, name), join(clone, name))
  }
  await copyDatabase(join(clone, '.entrepot'))
  for (const name of ['DATABASE_URL', 'ENTREPOT_DATA']) vi.stubEnv(name, undefined)
  process.chdir(clone)
  await once(commands.listen(0, '127.0.0.1'), 'listening')
  // A person is slower than the nodes that remember settings for a second; this script is not, so no channel keeps them in memory.
  hub = spawn('npm', ['start', '--', '--no-sample-polls'], {
    cwd: clone,
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: String(await freePort()),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [hub.stdout, hub.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const isReady = () => {
    expect(printed).toContain('Ctrl+C stops the hub.')
    // A guide that works through all new orders would meet those of the sample while they are moved back in time.
    expect(printed).toContain('the sample orders of the last 60 days are stored')
  }
  await vi.waitFor(isReady, { timeout: 60_000 })
})
afterAll(async () => {
  if (hub.exitCode === null) {
    hub.kill()
    await once(hub, 'exit')
  }
  commands.close()
  process.chdir(root)
  vi.unstubAllEnvs()
  rmSync(clone, { recursive: true, force: true })
})

test('the blocks that are not run have a reason', () => {
  const left = guides.flatMap((name) =>
    blocksOf(read(name))
      .filter(({ reason }) => reason !== undefined)
      .map(({ code, reason }) => `${name}: ${code.trim().split(/[ =]/)[0]} ...: ${reason}`),
  )
  expect(left).toMatchInlineSnapshot(`
    [
      "mcp.md: claude ...: needs Claude Code",
      "mcp.md: export ...: downloads the Inspector",
      "mcp.md: mcp-publisher ...: needs a domain, and mcp-publisher of the registry",
      "mcp.md: npm ...: runs until it is stopped",
      "agents.md: curl ...: curl answers the first call with 403; e2e/test/mcp/approvals.test.ts approves calls",
      "production.md: npm ...: installs from the registry; packages/server/test/packaging.test.ts runs the same with packed packages",
      "production.md: node_modules/.bin/node ...: runs until it is stopped; npm start runs the same",
      "production.md: DATABASE_URL ...: needs a server of yours",
      "production.md: DATABASE_URL ...: needs servers of yours; e2e/test/standby.test.ts runs the same",
      "deployment.md: cd ...: needs Docker",
      "deployment.md: systemctl ...: needs systemd",
      "sign-in.md: npm ...: passkeys are off while the development provider runs",
      "sign-in.md: npm ...: the sample customer has an owner",
      "sign-in.md: npm ...: needs an account of a real provider",
      "provisioning.md: npm ...: needs a real provider",
      "monitoring.md: OTEL_EXPORTER_OTLP_ENDPOINT ...: runs until it is stopped, and needs a collector",
      "upgrade.md: entrepot ...: needs two versions of the hub; packages/server/test/backup.test.ts runs both commands",
      "upgrade.md: entrepot ...: needs two versions of the hub; packages/server/test/backup.test.ts runs both commands",
      "upgrade.md: entrepot ...: needs two versions of the hub; packages/server/test/backup.test.ts runs both commands",
      "replay.md: npm ...: needs the rates of the bank",
      "chaos.md: npm ...: takes half an hour; chaos/test runs twenty faults",
      "chaos.md: npm ...: needs the history of a run",
      "chaos.md: EVENT_ROUNDS ...: takes minutes",
    ]
  `)
})

test.each(guides.filter((name) => blocksOf(read(name)).some(({ reason }) => !reason)))(
  '%s works from top to bottom, as it is written',
  async (name) => {
    const blocks = blocksOf(read(name))
      .filter(({ reason }) => reason === undefined)
      .map(({ code }) => code)
    // A person sees that curl prints an error; a script does not.
    const curl = 'curl() { command curl -sS --fail-with-body "$@"; }\n'
    // The first guide with commands shows that npm runs them.
    const npm = name === 'first-channel.md' ? '' : commandsHere()
    const script = join(clone, `${name}.sh`)
    writeFileSync(script, `set -eo pipefail\n${curl}${npm}set -v\n${blocks.join('\n')}`)
    const run = promisify(execFile)('bash', [script], { cwd: clone })
    const { stdout, stderr } = await run.catch((error) => {
      throw new Error(`${name}: ${error.stdout}${error.stderr}\n${printed.slice(-1_000)}`)
    })
    // Calls that answer 2xx name what they refused.
    expect(stdout + stderr).not.toMatch(/"(RejectedCount":[1-9]|Rejected":\[\{)/)
  },
  240_000,
)

test('the loop of the guide on synchronisation fills a shop, and then has nothing left to do', async () => {
  const [, loop = ''] = /^```js\n(.*?)^```$/ms.exec(read('sync.md')) ?? []
  const script = join(clone, 'sync.mjs')
  writeFileSync(
    script,
    `const { H: hub, C: key } = process.env
    ${loop}
    const entries = new Map()
    const shop = {
      create: (product) => entries.set(\`ref-\${product.MerchantProductReference}\`, product) && \`ref-\${product.MerchantProductReference}\`,
      update: (reference, product) => entries.has(reference) && entries.set(reference, product),
      remove: (reference) => entries.delete(reference),
    }
    await syncProducts(shop)
    const { ToBeCreated } = await (await call('GET', 'data')).json()
    console.log(JSON.stringify([entries.size > 20, ToBeCreated]))
    await call('GET', 'unknown').catch(({ message }) => console.log(message.slice(0, 16)))`,
  )
  // A channel of its own: those of the sample poll themselves.
  const [newChannel = ''] = blocksOf(read('first-channel.md')).map(({ code }) => code)
  const inShell = `set -e; { ${newChannel.replace('First channel', 'Copy')}
    } >&2; C=$K exec '${process.execPath}' sync.mjs`
  const { stdout } = await promisify(execFile)('bash', ['-c', inShell], { cwd: clone })
  expect(stdout).toBe('[true,[]]\nGET unknown: 403\n')
})
