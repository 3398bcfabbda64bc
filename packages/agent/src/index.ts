/** The hub as tools for AI agents, over the Model Context Protocol (MCP). */
export { createMcpEndpoint } from './deferred-endpoint.ts'
export type {
  AskedCall,
  CallFacts,
  ClientAnswer,
  McpCaller,
  McpHost,
  McpQuestions,
  ServedCustomer,
} from './kit/host.ts'
export {
  type InjectedAnswer,
  type InjectedRequest,
  injectSender,
} from './kit/inject-sender.ts'
export type { McpEndpoint } from './mcp-endpoint.ts'
