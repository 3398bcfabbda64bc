/** A hub in a separate process, on the same port during the whole run. It is restarted whenever it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { entrepotArguments } from '@entrepot/server/testing'
import { moment } from '../entries.ts'
import type { History } from '../history.ts'
import type { FaultyLink } from './proxy.ts'

/** Maximum time for a hub to stop. Afterwards it is killed, which counts as a crash. */
const STOP_PATIENCE_MS = 60_000

const PRELOAD = new URL('./clock-shift.ts', import.meta.url).href

/** Options of {@link HubNode}. */
export interface HubNodeOptions {
  readonly name: string
  readonly port: number
  /** Folder for its configuration, its clock file and its log. */
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  readonly link: FaultyLink
  readonly history: History
}

/** One hub. */
export class HubNode {
  readonly name: string
  readonly url: string
  readonly link: FaultyLink
  readonly #options: HubNodeOptions
  readonly #log: WriteStream
  #child: ChildProcess | undefined
  #ready = Promise.withResolvers<void>()
  #isReady = false
  /** What ended the previous process. */
  #after = 'first'
  /** How the running process was told to end, and whether it was ready at that time. */
  #stopped: { readonly signal: string; readonly wasReady: boolean } | undefined
  #isClosing = false
  #tail = ''

  constructor(options: HubNodeOptions) {
    this.#options = options
    this.name = options.name
    this.link = options.link
    this.url = `http://127.0.0.1:${options.port}`
    this.#log = createWriteStream(join(options.directory, `${options.name}.log`))
    this.setClock(0, false)
    // Ends the hub together with the tool, except if the tool is killed by SIGKILL.
    process.on('exit', this.#kill)
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Process ID of the running or starting hub. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Starts the hub. Resolves when it is ready for the first time.
   *
   * @throws Error with its output if the first start fails
   */
  async start(): Promise<void> {
    void this.#keepRunning()
    await this.ready()
  }

  /** Resolves when the hub is ready: immediately, or after its next start. */
  async ready(): Promise<void> {
    await this.#ready.promise
  }

  /** Sends a signal that ends the hub, and waits until it has ended. It is then restarted immediately. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    this.#stopped ??= { signal, wasReady: this.#isReady }
    this.#unready()
    const exit = once(child, 'exit')
    child.kill(signal)
    const timer = setTimeout(() => {
      this.#crash(`did not end within ${STOP_PATIENCE_MS / 1000} s of ${signal}`)
      child.kill('SIGKILL')
    }, STOP_PATIENCE_MS)
    await exit
    clearTimeout(timer)
  }

  /** Sends SIGSTOP or SIGCONT. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal)
  }

  /** Shifts the clock of the hub: of the running process and of those that follow. */
  setClock(shiftMs: number, isRunning = true): void {
    writeFileSync(this.#clockFile, String(shiftMs))
    if (isRunning && this.#isReady) this.#child?.kill('SIGUSR2')
  }

  /** Stops the hub in an orderly way, without a restart. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.end('SIGTERM')
    process.off('exit', this.#kill)
    this.#log.end()
  }

  readonly #kill = (): void => {
    this.#child?.kill('SIGKILL')
  }

  get #clockFile(): string {
    return join(this.#options.directory, `${this.name}.clock`)
  }

  async #keepRunning(): Promise<void> {
    while (!this.#isClosing) {
      const began = moment()
      const child = this.#spawn()
      // At its exit, not all that it has written has arrived.
      const closed = once(child, 'close')
      const isUp = await hasFirstLine(child)
      if (isUp && this.#stopped === undefined) this.#becameReady(began)
      const [code, signal] = await closed
      await this.#ended(code, signal)
    }
  }

  #spawn(): ChildProcess {
    const { DATABASE_URL: _, NODE_OPTIONS: __, ...inherited } = process.env
    this.#tail = ''
    this.#stopped = undefined
    const child = spawn(
      process.execPath,
      ['--import', PRELOAD, ...entrepotArguments('start', '--json', '--no-sample')],
      {
        env: {
          ...inherited,
          ...this.#options.env,
          PORT: String(this.#options.port),
          HOST: '127.0.0.1',
          CHAOS_CLOCK_FILE: this.#clockFile,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        // Ctrl+C reaches only the tool, which then stops the hubs in an orderly way.
        detached: true,
      },
    )
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#log.write(text)
      this.#tail = (this.#tail + text).slice(-2_000)
    })
    this.#child = child
    return child
  }

  #becameReady(began: number): void {
    const { history, name } = this.#options
    history.add({ kind: 'start', at: began, end: moment(), node: name, after: this.#after })
    this.#isReady = true
    this.#ready.resolve()
  }

  async #ended(code: number | null, signal: string | null): Promise<void> {
    const stopped = this.#stopped
    const endedItself = this.#isReady
    this.#unready()
    if (stopped?.signal === 'SIGTERM' && stopped.wasReady && signal === null && code !== 0) {
      this.#crash(`exited with ${code} after SIGTERM: ${this.#tail}`)
    }
    if (stopped) {
      this.#after = stopped.signal
      return
    }
    if (endedItself) this.#crash(`exited unexpectedly with ${signal ?? code}: ${this.#tail}`)
    if (this.#after === 'first' && !endedItself) {
      this.#isClosing = true
      this.#ready.reject(new Error(`The hub ${this.name} did not start: ${this.#tail}`))
    }
    // The start failed, for example because PostgreSQL was unavailable. Like a process manager, tries again after a moment.
    this.#after = 'failed'
    await delay(100)
  }

  #unready(): void {
    if (!this.#isReady) return
    this.#isReady = false
    this.#ready = Promise.withResolvers()
  }

  #crash(detail: string): void {
    this.#options.history.add({ kind: 'crash', at: moment(), node: this.name, detail })
  }
}

async function hasFirstLine(child: ChildProcess): Promise<boolean> {
  if (child.stdout === null) return false
  for await (const _ of createInterface({ input: child.stdout })) return true
  return false
}
