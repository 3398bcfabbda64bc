/** The marketplace as tools for AI agents, over the Model Context Protocol (MCP). */
export {
  createMcpEndpoint,
  type McpCaller,
  type McpEndpoint,
  type McpEndpointOptions,
} from './mcp-endpoint.ts'
