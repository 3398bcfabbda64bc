/** An MCP server built with the official SDK that has everything the server scenarios of the suite call. Clients of 2025 get sessions. */
import {
  createMcpHandler,
  type EventStore,
  isLegacyRequest,
  type JSONRPCMessage,
  type McpHandlerRequestOptions,
  McpServer,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
} from '@modelcontextprotocol/server'
import { addContent, addProgress, addPrompts, addResources } from './content.ts'
import { addDiagnostics } from './diagnostics.ts'
import { addQuestions, state } from './questions.ts'

/** Answers requests of both protocol generations. */
export function createEverythingHandler() {
  const sessions = new Map<string, SessionTransport>()
  const modern = createMcpHandler(() => createServer(), { legacy: 'reject' })

  function createServer(): McpServer {
    const server = new McpServer(
      { name: 'everything', version: '1.0.0' },
      {
        capabilities: { logging: {}, resources: { subscribe: true }, completions: {} },
        requestState: { verify: state.verify },
      },
    )
    addContent(server)
    addProgress(server)
    addResources(server)
    addPrompts(server)
    addQuestions(server)
    addDiagnostics(server, modern.notify)
    return server
  }

  /** Opens a session. Its transport answers the first request, and is found by its id afterwards. */
  async function openSession(): Promise<SessionTransport> {
    const transport: SessionTransport = new SessionTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
      eventStore: new MemoryEvents(),
      retryInterval: 50,
    })
    const server = createServer()
    const subscribed = new Set<string>()
    server.server.setRequestHandler('resources/subscribe', ({ params }) => {
      subscribed.add(params.uri)
      return {}
    })
    server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
      subscribed.delete(params.uri)
      return {}
    })
    await server.connect(transport)
    return transport
  }

  return {
    async fetch(request: Request, options: McpHandlerRequestOptions = {}): Promise<Response> {
      if (!(await isLegacyRequest(request, options.parsedBody))) {
        return await modern.fetch(request, options)
      }
      const id = request.headers.get('mcp-session-id')
      if (id !== null && !sessions.has(id)) return new Response(null, { status: 404 })
      const transport = id === null ? await openSession() : sessions.get(id)
      return (await transport?.handleRequest(request, options)) as Response
    },
    async close(): Promise<void> {
      await modern.close()
      await Promise.all([...sessions.values()].map(async (transport) => await transport.close()))
    },
  }
}

/** Stores the messages of one session, so that a client whose stream was closed gets the missed ones. */
class MemoryEvents implements EventStore {
  readonly #events: { readonly stream: string; readonly message: JSONRPCMessage }[] = []

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    return String(this.#events.push({ stream, message }) - 1)
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send(id: string, message: JSONRPCMessage): Promise<void> },
  ): Promise<string> {
    const stream = this.#events[Number(lastEventId)]?.stream ?? ''
    for (const [index, event] of this.#events.entries()) {
      const isMissed = event.stream === stream && index > Number(lastEventId)
      // An event without content only starts a stream.
      if (isMissed && 'jsonrpc' in event.message) await send(String(index), event.message)
    }
    return stream
  }
}
