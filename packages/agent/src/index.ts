/** The hub as tools for AI agents, over the Model Context Protocol (MCP). */
export { createMcpEndpoint } from './deferred-endpoint.ts'
export type { CallFacts, McpCaller, McpHost, ServedCustomer } from './kit/host.ts'
export type { AskedCall, ClientAnswer, McpQuestions } from './kit/questions-host.ts'
export {
  type InjectedAnswer,
  type InjectedRequest,
  injectSender,
} from './kit/inject-sender.ts'
export type { McpEndpoint } from './mcp-endpoint.ts'
