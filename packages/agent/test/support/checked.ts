/** Calls of tools whose answers are compared with what the list of tools promises. */
import type { Client, Tool } from '@modelcontextprotocol/client'
import { fromJsonSchema } from '@modelcontextprotocol/server'
import { expect } from 'vitest'
import { type Answer, callTool } from './agent.ts'

/** Calls a tool. */
export type Call = (name: string, args?: Record<string, unknown>) => Promise<Answer>

/** A client whose calls are checked. */
export interface CheckedClient {
  readonly call: Call
  /** The tools that have answered with a result so far. */
  readonly answered: ReadonlySet<string>
}

/**
 * Checks each answer of a client: its text is its structured content, which has the shape of the output schema in the list of tools. The text of a
 * refusal says why, and its structured content has the code.
 */
export async function checkedClient(client: Client): Promise<CheckedClient> {
  const { tools } = await client.listTools()
  const answered = new Set<string>()
  return {
    answered,
    async call(name, args) {
      const answer = await callTool(client, name, args)
      if (answer.isError) {
        expect(answer.data?.error, answer.text).toMatchObject({ code: expect.any(String) })
        expect(answer.text).toContain(answer.data.error.detail)
        return answer
      }
      expect(JSON.parse(answer.text)).toEqual(answer.data)
      await expectShape(tools.find((tool) => tool.name === name) as Tool, answer.data)
      answered.add(name)
      return answer
    },
  }
}

async function expectShape({ name, outputSchema }: Tool, data: unknown): Promise<void> {
  const schema = fromJsonSchema<unknown>(outputSchema as never)
  expect(await schema['~standard'].validate(data), name).toEqual({ value: data })
}
