/** Tells a client why the sign-in for it has failed. */
import type { FailureReason } from '../../failure-reasons.ts'
import { Refusal } from '../../http/refusal.ts'
import type { FailedSignIn } from '../../sign-in/finisher.ts'
import type { McpContext } from '../mcp-context.ts'
import { answerUrl, isTrustedTarget } from './answer-client.ts'
import type { SignInForClient } from './flow.ts'

/** The URL at the client that gets the error; undefined if the browser must not be redirected there. */
export async function refuseForClient(
  { mcp, clients }: Pick<McpContext, 'mcp' | 'clients'>,
  { request }: SignInForClient,
  { error, reason, reference }: FailedSignIn,
): Promise<string | undefined> {
  if (reason === 'csrf') {
    const client = await clients.find(request.clientId)
    if (client instanceof Refusal || !isTrustedTarget(client, request.redirectUri, mcp)) return
  }
  const failed = 'The sign-in has failed.'
  if (error === 'oauth_failed') {
    const isSilent = request.hints?.prompt?.includes('none') && SILENT_ERRORS.includes(reason)
    const text = isSilent ? 'The person has to be asked.' : 'The identity provider has refused.'
    const code = isSilent && reason !== undefined ? reason : 'access_denied'
    return answerUrl(mcp, request, { error: code, description: text })
  }
  // The client gets the text of the application unchanged.
  if (error === 'access_denied') {
    const description = withReference(reason ?? failed, reference)
    return answerUrl(mcp, request, { error, description })
  }
  const description = FAILURES.get(reason) ?? failed
  const text = withReference(description, reference)
  return answerUrl(mcp, request, { error: codeOf(reason), description: text })
}

function codeOf(reason: string | undefined): string {
  return reason === UNMET || reason === UNSTATED ? UNMET : 'server_error'
}

function withReference(text: string, reference: string | undefined): string {
  return reference === undefined ? text : `${text} (reference: ${reference})`
}

/** RFC 9470, section 5: the sign-in did not fulfil the `max_age` or `acr_values` that the client has requested. */
const UNMET: FailureReason = 'unmet_authentication_requirements'

/** The provider does not say it, so nobody fulfils it there. */
const UNSTATED: FailureReason = 'authentication_not_stated'

/** Errors for `prompt=none`: OpenID Connect Core 1.0, section 3.1.2.6. */
const SILENT_ERRORS: readonly (string | undefined)[] = [
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]

/** The reasons of docs/errors.md, in words. */
const FAILURES: ReadonlyMap<string | undefined, string> = new Map(
  Object.entries({
    csrf: 'The sign-in was finished in another browser, or under another host name than it began.',
    provider_unavailable: 'The identity provider cannot be reached.',
    authorization_request: 'The identity provider refused the request to sign the person in.',
    token_exchange: 'The identity provider gave no tokens that can be trusted.',
    unmet_authentication_requirements:
      'The person did not authenticate as recently, or in the way, that was asked for.',
    authentication_not_stated:
      'The identity provider does not say how, or when, the person authenticated.',
    user_info: 'The identity provider did not say who the person is.',
    user_mapping: 'The provider gave no claim that names the person.',
    login_hook: 'The application failed to admit the person.',
    unknown: 'The application could not look up the person.',
  } satisfies Record<FailureReason, string>),
)
