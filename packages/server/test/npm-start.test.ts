import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { copyDatabase } from '@entrepot/test-support/folders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entrepotArguments } from '../src/testing.ts'

/** Of util-linux: runs a command in a pseudo-terminal. */
const SCRIPT = '/usr/bin/script'

const WORKSPACE = fileURLToPath(new URL('../../../', import.meta.url))

let directory: string
const started: ChildProcess[] = []
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-npm-'))
})
afterAll(async () => {
  // A group of its own, so that a test that fails leaves nothing behind.
  for (const { pid } of started) {
    try {
      process.kill(-(pid as number), 'SIGKILL')
    } catch {}
  }
  await rm(directory, { recursive: true, force: true })
})

test.each(['/bin/sh', '/bin/bash'])(
  'SIGTERM to npm start, as a service manager sends it, ends the hub and all its processes, with %s',
  async (shell) => {
    const data = join(directory, shell.replaceAll('/', '-'))
    await copyDatabase(data)
    const npm = spawn('npm', ['start', '--', '--json'], {
      cwd: WORKSPACE,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...{ DATABASE_URL: '', PORT: '0', ENTREPOT_DATA: data, LOG_LEVEL: 'info' },
        npm_config_script_shell: shell,
      },
    })
    started.push(npm)
    const ended = once(npm, 'exit')
    let output = ''
    for (const stream of [npm.stdout, npm.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
    await expect.poll(() => output, { timeout: 60_000 }).toContain('"merchantKey"')
    const hub = Number(/"pid":(\d+),"merchantKey"/.exec(output)?.[1])
    const devIdp = Number(/"process":(\d+)/.exec(output)?.[1])
    const [postgres] = (await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split(
      '\n',
    )
    const processes = [hub, devIdp, Number(postgres)]
    expect(processes.map(isAlive)).toEqual([true, true, true])
    npm.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    // PostgreSQL removes its file before its process is gone.
    await expect.poll(() => processes.map(isAlive)).toEqual([false, false, false])
  },
)

test.runIf(existsSync(SCRIPT))(
  'Ctrl+C in a terminal stops what npm start began, and every line fits into it',
  async () => {
    const data = join(directory, 'terminal')
    await copyDatabase(data)
    const script = spawn(SCRIPT, ['-qefc', 'npm start', '/dev/null'], {
      cwd: WORKSPACE,
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...{ DATABASE_URL: '', PORT: '0', ENTREPOT_DATA: data, LOG_LEVEL: 'info' },
        ...{ TERM: 'xterm-256color', NO_COLOR: '', FORCE_COLOR: undefined, CI: undefined },
      },
    })
    started.push(script)
    const ended = once(script, 'close')
    let output = ''
    script.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
    await expect.poll(() => output, { timeout: 60_000 }).toContain('Ctrl+C stops the hub.')
    const shown = output.slice(output.indexOf('Starting PostgreSQL'))
    expect(shown).toContain('\u001b[36mhttp://127.0.0.1:')
    expect(shown).not.toContain('"level":30')
    const box = stripVTControlCharacters(shown)
      .split('\r\n')
      .filter((line) => /^[╭│╰]/.test(line))
    expect(new Set(box.map((line) => line.length))).toEqual(new Set([80]))
    script.stdin.write('\u0003')
    // npm passes the signal on that the hub gets from the terminal as well. If the hub has finished before, that copy ends its process
    // while Node is exiting, and npm reports 130.
    const [code] = await ended
    expect([0, 130]).toContain(code)
    expect(output).toContain('PostgreSQL stopped')
    expect(output).not.toContain('stopped without waiting')
  },
)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a reader that closes the output early ends a command without an error', async () => {
  const child = spawn(process.execPath, entrepotArguments('--help'))
  child.stdout.destroy()
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([code, stderr]).toEqual([0, ''])
})
