/** Sends a person to a provider, to sign in for a client; `client-sign-ins.ts` handles the callback. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { explain } from '../../shared/explain.ts'
import type { NextStep } from '../../sign-in/once.ts'
import { beginSignIn } from '../../sign-in/start.ts'
import type { SaveLimit } from '../../store/store.ts'
import type { McpContext } from '../mcp-context.ts'
import { answerUrl } from './answer-client.ts'
import type { SignInForClient } from './flow.ts'
import { beginAtHost } from './host-sign-in.ts'
import type { ClientRefusal } from './read-request.ts'

type SignInContext = Pick<
  McpContext,
  'config' | 'store' | 'sealer' | 'logger' | 'providers' | 'mcp'
>

/** The names of the providers that people may sign in with, and that of the sign-in of the application. */
export function providerNames({
  mcp,
  providers,
}: Pick<McpContext, 'providers' | 'mcp'>): readonly string[] {
  if (mcp.providers.length > 0) return mcp.providers
  return mcp.hostSignIn ? [...providers.names, mcp.hostSignIn.name] : providers.names
}

/** Begins a sign-in that nothing limits, because it continues a counted one. @returns the redirect to the provider, or to the client with an error */
export async function continueWithSignIn(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  forClient: SignInForClient,
): Promise<NextStep> {
  const start = await beginForClient(context, request, reply, name, forClient)
  if ('target' in start) return start
  throw new Error('a sign-in without a limit was limited')
}

/** Begins a sign-in. @returns the redirect to the provider, or to the client with an error; or the seconds to wait */
export async function beginForClient(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  forClient: SignInForClient,
  limit?: SaveLimit,
): Promise<NextStep | { readonly retryAfter: number }> {
  if (name === context.mcp.hostSignIn?.name)
    return await beginAtHost(context, request, reply, forClient, limit)
  try {
    const provider = await context.providers.find(name)
    if (provider === undefined) throw new Error(`the provider ${name} is not configured`)
    const { hints = {} } = forClient.request
    const purpose = { target: '/', forClient, limit, hints }
    const start = await beginSignIn(context, provider, request, reply, purpose)
    if ('retryAfter' in start) return start
    return { target: start.target, cookies: start.cookie && [start.cookie] }
  } catch (error) {
    context.logger.warn({ provider: name, cause: explain(error) }, 'no sign-in for an MCP client')
    return { target: answerUrl(context.mcp, forClient.request, NOBODY_CAN_SIGN_IN) }
  }
}

/** No provider is configured, or the chosen one cannot be reached. */
export const NOBODY_CAN_SIGN_IN: ClientRefusal = {
  error: 'temporarily_unavailable',
  description: 'Sign-in is not available at the moment.',
}
