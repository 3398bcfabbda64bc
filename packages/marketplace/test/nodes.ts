/** Nodes of the API in processes of their own, over one database. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { InjectOptions } from 'fastify'
import type { Answer } from './api.ts'

const NODES = 4
const SCRIPT = fileURLToPath(new URL('./fixtures/node.ts', import.meta.url))

export interface TestNodes {
  /** Makes these calls on every node at once, and answers all their answers, node by node. */
  onAll(callsOf: (node: number) => readonly InjectOptions[]): Promise<Answer[]>
  stop(): Promise<void>
}

/** Processes without a database, for the next test file of this worker: each takes most of a second of processor time to start. */
const idle: ChildProcess[] = []

export async function startNodes(databaseUrl: string): Promise<TestNodes> {
  const nodes = Array.from({ length: NODES }, () => idle.pop() ?? forkNode())
  await Promise.all(nodes.map((node) => ask(node, { database: databaseUrl })))
  return {
    async onAll(callsOf) {
      const answers = nodes.map(async (node, index) => await ask(node, { calls: callsOf(index) }))
      return (await Promise.all(answers)).flat() as Answer[]
    },
    async stop() {
      await Promise.all(nodes.map((node) => ask(node, { database: null })))
      idle.push(...nodes)
    },
  }
}

/** Starts a node, which ends with this process, and does not keep it from ending. */
function forkNode(): ChildProcess {
  const node = fork(SCRIPT, { execArgv: ['--conditions=@entrepot/source'] })
  node.unref()
  node.channel?.unref()
  return node
}

/** Sends a message to a node. A node that ends instead of an answer is an error. */
async function ask(node: ChildProcess, message: object): Promise<unknown> {
  const ended = new AbortController()
  const answer = once(node, 'message', { signal: ended.signal })
  const onExit = (code: unknown) => ended.abort(new Error(`the node ended with ${code}`))
  node.once('exit', onExit)
  node.send(message)
  const [answered] = await answer.finally(() => node.off('exit', onExit))
  return answered
}

/** A call of a node. */
export const call = (method: string, url: string, key: string, body: unknown): InjectOptions => ({
  method: method as 'POST',
  url,
  headers: { 'x-api-key': key, 'content-type': 'application/json' },
  payload: JSON.stringify(body),
})

/** How many answers have a status. */
export const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length
