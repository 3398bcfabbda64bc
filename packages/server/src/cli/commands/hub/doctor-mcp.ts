import { InvalidArgumentError, Option } from 'commander'
import { CLIENT_NAMES, CLIENTS, type ClientName } from '../../../host/doctor/mcp/clients.ts'
import type { ExamineMcpOptions, McpExamination } from '../../../host/doctor/mcp/examine.ts'
import { type McpFinding, STEPS } from '../../../host/doctor/mcp/finding.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { printRows } from '../../terminal/print.ts'
import { toPrintable } from '../../terminal/printable.ts'
import { labelled } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface McpOptions {
  readonly client?: readonly ClientName[]
  readonly token?: string
  readonly clientId?: string
  readonly key?: string
}

/** Adds `entrepot doctor mcp`. */
export function addDoctorMcpCommand(doctor: EntrepotCommand): void {
  const { terminal } = doctor
  doctor
    .command('mcp')
    .description('check an MCP server as its clients do, and say why each would fail')
    .argument('<url>', 'the address of the endpoint, as people give it to clients', parseUrl)
    .addOption(new Option('--client <names...>', 'only these clients').choices(CLIENT_NAMES))
    .option('--token <token>', 'list the tools with this token (or MCP_TOKEN)')
    .option('--key <file>', 'list the tools as an agent that has this private key')
    .option('--client-id <id>', 'the client id of the agent, if the file has none')
    .addHelpText(
      'after',
      `
Plays the clients against any server: discovery, registration, the consent page,
tokens, and with a token the list of tools. Nobody signs in, and no tool is
called. The clients are registered, and removed again if the server allows it.
The exit code is 1 if there is a failure.`,
    )
    .example(
      'doctor mcp https://hub.example/mcp',
      'doctor mcp http://127.0.0.1:8080/mcp --client vscode --key agent.json',
    )
    .action(async (url: string, options: McpOptions, command: EntrepotCommand) => {
      const { examineMcp } = await import('../../../host/doctor/mcp/examine.ts')
      const { agent, ...chosen } = await readOptions(terminal, options, command)
      const examination = await examineMcp(url, { ...chosen, agent })
      const { findings, problem } = examination
      const isFailure = problem !== undefined || findings.some(({ state }) => state === 'failure')
      if (isFailure) terminal.exitCode = 1
      if (problem !== undefined) terminal.stderr.write(`${toPrintable(problem)}\n`)
      // An option of the parent.
      if (doctor.opts<{ json?: boolean }>().json) printRows(doctor, findings)
      else terminal.stdout.write(toText(examination, options.client))
    })
}

async function readOptions(
  terminal: Terminal,
  { client, token = terminal.env.MCP_TOKEN, key, clientId }: McpOptions,
  command: EntrepotCommand,
): Promise<ExamineMcpOptions> {
  if (key === undefined) return { clients: client, token: token || undefined }
  const { readAgentKey } = await import('../../../host/doctor/mcp/get-token.ts')
  const agent = await readAgentKey(key, clientId)
  if (typeof agent === 'string') return command.error(`error: ${agent}`)
  return { clients: client, token: undefined, agent }
}

function parseUrl(text: string): string {
  const isUrl = /^https?:\/\//.test(text) && URL.canParse(text)
  if (isUrl && !new URL(text).username && !text.includes('#')) return text
  throw new InvalidArgumentError('It must be an address such as https://hub.example/mcp.')
}

/** Width of the column with the steps. */
const STEP = 14

/** Spaces between columns. */
const GAP = 2

function toText({ findings, hasTools }: McpExamination, names: readonly ClientName[] | undefined) {
  const clients = CLIENTS.filter(({ name }) => names?.includes(name) ?? true)
  const header = ['', ...clients.map(({ title }) => title)]
  const rows = STEPS.map((step) => [
    step,
    ...clients.map(({ name }) =>
      stateOf(findings.filter((one) => one.step === step && one.clients.includes(name))),
    ),
  ])
  const widths = header.map((title, index) =>
    index === 0 ? STEP : Math.max(title.length, 'failure'.length) + GAP,
  )
  const lines = [header, ...rows].map((cells) => toRow(cells, widths))
  const hint = hasTools
    ? []
    : [
        '',
        'The tools were not listed: add --token or --key <file>, the answer to the',
        'creation of an agent without a person (POST /v2/headless-agents).',
      ]
  return `${[...lines, '', ...findings.flatMap((one) => toLines(one, clients.length)), ...hint].join('\n')}\n`
}

function toRow(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('')
    .trimEnd()
}

/** The worst state; a step that was not reached has none. */
function stateOf(findings: readonly McpFinding[]): string {
  const states = findings.map(({ state }) => state)
  return (['failure', 'warning', 'ok'] as const).find((one) => states.includes(one)) ?? '-'
}

/** The steps of which people also want to know what is well: the revisions, and the size of the list. */
const TOLD: readonly string[] = ['session', 'tools']

function toLines(
  { step, state, clients, detail, fix }: McpFinding,
  chosen: number,
): readonly string[] {
  if (state === 'ok' && !TOLD.includes(step)) return []
  const titles = CLIENTS.filter(({ name }) => clients.includes(name)).map(({ title }) => title)
  const who = titles.length === chosen ? '' : ` (${titles.join(', ')})`
  return findingLines(state, `${step}${who}: ${detail}`, fix)
}

/** Width of the column with the states. */
const STATE = 9

/** A finding in the lines that people read. */
export function findingLines(state: string, detail: string, fix: string | null): readonly string[] {
  return labelled(state, [detail, fix ?? []].flat().map(toPrintable), STATE)
}
