/** The marketplace as tools for AI agents, over the Model Context Protocol (MCP). */
export { type Agent, type AgentCaller, type AgentOptions, createAgent } from './agent.ts'
