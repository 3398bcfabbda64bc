/** The text of a hub that has started: what to open, the keys, and what to do next. Pure. */
import { isAbsolute, join, relative } from 'node:path'
import { styleText } from 'node:util'
import type { Hub } from '../../../host/hub.ts'
import { SAMPLE_ENV } from '../../../host/sample/sample.ts'
import { ACTIVATE_SIGN_IN } from '../../../host/sign-in/providers.ts'
import { wrap } from '../../terminal/table.ts'

/** What the text is about. */
export type Started = Pick<Hub, 'url' | 'publicUrl' | 'database' | 'sample' | 'signIn'> & {
  readonly ownerLink?: string | undefined
  readonly hasMcp: boolean
  readonly dataDirectory: string
}

/** How the text is shown. */
export interface Look {
  /** Draws a box, for a terminal. */
  readonly box: boolean
  readonly colors: boolean
  /** The working directory of the person, for short paths. */
  readonly cwd: string
  /** How the person runs the command, such as `npx @entrepot/server`. */
  readonly command: string
}

/** A line with a label, or an empty line. */
type Row = readonly [label: string, value: string] | readonly []

/** Characters of a line, of the borders with their spaces, and between label and value. */
const [LINE, BORDERS, GAP] = [80, 4, 2]

/** Where the hub itself shows its guides, so that they are those of its version. */
const GUIDES = '/docs/guides'

/** Returns the text. No line that a person pastes is longer than 80 characters, unless the path of the data directory is long. */
export function welcome(started: Started, look: Look): string {
  const rows: readonly Row[] = [
    ['Open', started.publicUrl],
    ['', signInNote(started)],
    ...(started.hasMcp ? [['Agents (MCP)', mcpUrlOf(started)] as const] : []),
    ['Database', started.database],
    ...keyRows(started),
  ]
  const lines = [...frame(rows, look), ...ownerLines(started), ...nextSteps(started, look)]
  return ['', ...lines, ''].join('\n')
}

function signInNote({ signIn, publicUrl }: Started): string {
  if (signIn === 'none') return `Sign-in is not set up: ${publicUrl}${GUIDES}/sign-in`
  if (signIn === 'inactive') return `Sign-in: ${ACTIVATE_SIGN_IN}`
  if (signIn === 'passkeys') return 'Sign in with a passkey.'
  if (signIn === 'configured') return 'Sign in with an account of your provider.'
  return 'Choose a sample person such as Ann: no passwords.'
}

/** The link is not in the box, so that it stays in one piece. */
function ownerLines({ ownerLink, signIn }: Started): readonly string[] {
  if (ownerLink === undefined) return []
  return [
    signIn === 'passkeys'
      ? 'The hub has no owner. Open this link within a day, and create a passkey: it works once.'
      : 'The hub has no owner. Open this link within a day, and sign in: it works once.',
    '',
    `  ${ownerLink}`,
    '',
  ]
}

function keyRows({ sample }: Started): readonly Row[] {
  if (sample === undefined) return []
  return [
    [],
    ['Merchant key', sample.merchantKey],
    ...sample.channels.map(({ id, name, key }) => [`${name} (channel ${id})`, key] as const),
  ]
}

function frame(rows: readonly Row[], { box, colors }: Look): readonly string[] {
  const labels = Math.max(...rows.map(([label = '']) => label.length)) + GAP
  const room = LINE - BORDERS
  const lines = rows.flatMap(([label = '', value = '']) =>
    wrap(value, room - labels).map((part, index) => ({
      label: (index === 0 ? label : '').padEnd(labels),
      value: part.padEnd(room - labels),
    })),
  )
  const show = (label: string, value: string) =>
    colors ? paint('dim', label) + (isAddress(value) ? paint('cyan', value) : value) : label + value
  const title = ` ${colors ? paint('bold', TITLE) : TITLE} `
  if (!box) return [TITLE, ...lines.map(({ label, value }) => (label + value).trimEnd())]
  return [
    `╭─${title}${'─'.repeat(LINE - TITLE.length - BORDERS - 1)}╮`,
    ...lines.map(({ label, value }) => `│ ${show(label, value)} │`),
    `╰${'─'.repeat(LINE - 2)}╯`,
  ]
}

const TITLE = 'Entrepot is running'

function isAddress(text: string): boolean {
  return /^https?:/.test(text)
}

/** With colours whatever this process thinks of its own output. */
function paint(style: 'bold' | 'dim' | 'cyan', text: string): string {
  return styleText(style, text, { validateStream: false })
}

function mcpUrlOf({ publicUrl }: Started): string {
  return `${publicUrl}/mcp`
}

/** The address must be the one that clients compare with the metadata of the endpoint, so people copy it. */
function agentLines(started: Started): readonly string[] {
  if (!started.hasMcp) return []
  return [
    'Connect an agent, such as Claude Code:',
    '',
    `  claude mcp add --transport http entrepot ${mcpUrlOf(started)}`,
    '',
    'Or look at what it may do, with npx @modelcontextprotocol/inspector. More:',
    '',
    `  ${started.publicUrl}${GUIDES}/mcp`,
    '',
  ]
}

function nextSteps(started: Started, look: Look): readonly string[] {
  const { sample, dataDirectory, publicUrl } = started
  const stop = 'Ctrl+C stops the hub.'
  if (sample === undefined)
    return [
      ...agentLines(started),
      `To create an API key: ${look.command} keys create --help`,
      stop,
    ]
  const path = relative(look.cwd, dataDirectory)
  const shown = path.startsWith('..') || isAbsolute(path) ? dataDirectory : path
  return [
    'Read a product: paste these two lines into another terminal.',
    '',
    `  . ${quote(join(shown, SAMPLE_ENV))}`,
    '  curl -H "X-Api-Key: $M" $H/v2/products/MUG',
    '',
    'Then send an order:',
    '',
    `  ${publicUrl}${GUIDES}/first-order`,
    '',
    ...agentLines(started),
    stop,
  ]
}

/** For a POSIX shell. A path without a slash would be searched in PATH, so that it begins with a folder. */
function quote(path: string): string {
  const file = path.includes('/') ? path : `./${path}`
  return /^[\w./+@:-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`
}
