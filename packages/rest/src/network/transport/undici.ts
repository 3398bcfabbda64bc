/**
 * What this package uses of undici. The index of undici replaces the dispatcher of the application's own `fetch` when it is imported
 * (`Symbol.for('undici.globalDispatcher.1')`), which also turns `NODE_USE_ENV_PROXY` off. These files of undici change nothing global.
 */
/// <reference path="./undici-files.d.ts" />
import type * as undici from 'undici'
import connectMethod from 'undici/lib/api/api-connect.js'
import buildConnectorFile from 'undici/lib/core/connect.js'
import errorsFile from 'undici/lib/core/errors.js'
import AgentFile from 'undici/lib/dispatcher/agent.js'
import PoolFile from 'undici/lib/dispatcher/pool.js'
import ProxyAgentFile from 'undici/lib/dispatcher/proxy-agent.js'

export const Agent: typeof undici.Agent = AgentFile
export const buildConnector: typeof undici.buildConnector = buildConnectorFile
export const errors: typeof undici.errors = errorsFile
export const Pool: typeof undici.Pool = PoolFile
export const ProxyAgent: typeof undici.ProxyAgent = ProxyAgentFile

/** The method that sends CONNECT. Dispatchers have it only if the index of undici has been imported. */
export const connect: undici.Dispatcher['connect'] = connectMethod
