/** Nodes of the API in processes of their own, over one database. */
import { fork } from 'node:child_process'
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

export async function startNodes(databaseUrl: string): Promise<TestNodes> {
  const nodes = Array.from({ length: NODES }, () =>
    fork(SCRIPT, [databaseUrl], { execArgv: ['--conditions=@entrepot/source'] }),
  )
  await Promise.all(nodes.map((node) => once(node, 'message')))
  return {
    async onAll(callsOf) {
      const answers = nodes.map(async (node, index) => {
        const answer = once(node, 'message')
        node.send(callsOf(index))
        return ((await answer) as [Answer[]])[0]
      })
      return (await Promise.all(answers)).flat()
    },
    async stop() {
      for (const node of nodes) node.disconnect()
      await Promise.all(nodes.map((node) => once(node, 'exit')))
    },
  }
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
