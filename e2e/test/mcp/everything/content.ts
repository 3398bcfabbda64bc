/** Tools, resources and prompts for every kind of content, with the names that the scenarios of the suite call. */
import { setTimeout as delay } from 'node:timers/promises'
import { completable, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** A red pixel as PNG, and a silent WAV file. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='

/** A text as the content of an answer. */
export const text = (value: string) => ({ type: 'text' as const, text: value })
const IMAGE = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
})

/** Tools that answer immediately. */
export function addContent(server: McpServer): void {
  const contents = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [IMAGE],
    test_audio_content: [{ type: 'audio' as const, data: WAV, mimeType: 'audio/wav' }],
    test_embedded_resource: [embedded('test://embedded-resource', 'text/plain', 'Embedded.')],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      IMAGE,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: `Answers with ${name}.` }, async () => ({ content }))
  }
  server.registerTool('test_error_handling', { description: 'Fails.' }, async () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
}

/** Tools that report progress. */
export function addProgress(server: McpServer): void {
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    server.registerTool(name, { description: 'Logs.' }, async (ctx) => {
      for (const data of ['started', 'processing', 'completed']) {
        await ctx.mcpReq.log('info', data)
        await delay(50)
      }
      return { content: [text('Logged.')] }
    })
  }
  server.registerTool('test_tool_with_progress', { description: 'Takes a while.' }, async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 }
        await ctx.mcpReq.notify({ method: 'notifications/progress', params })
      }
      await delay(50)
    }
    return { content: [text('Done.')] }
  })
}

/** Resources with text and with bytes, and a resource template. */
export function addResources(server: McpServer): void {
  server.registerResource(
    'static-text',
    'test://static-text',
    { mimeType: 'text/plain' },
    (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'The static text.' }],
    }),
  )
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { mimeType: 'image/png' },
    (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'image/png', blob: PNG }],
    }),
  )
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, { mimeType: 'application/json' }, (uri, { id }) => {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` }
    return {
      contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(data) }],
    }
  })
}

/** Prompts, one of them with completion of its argument. */
export function addPrompts(server: McpServer): void {
  const say = (...contents: readonly object[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content: content as never })),
  })
  server.registerPrompt('test_simple_prompt', { description: 'Simple.' }, () => say(text('Hello.')))
  const arg1 = completable(z.string(), (value) =>
    ['paris', 'park', 'party'].filter((one) => one.startsWith(value)),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments.', argsSchema: z.object({ arg1, arg2: z.string() }) },
    (args) => say(text(`Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => say(embedded(resourceUri, 'text/plain', 'Embedded.'), text('Process it.')),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'With an image.' }, () =>
    say(IMAGE, text('Analyze it.')),
  )
}
