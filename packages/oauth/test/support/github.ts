/** GitHub's endpoints as documented, for stand-ins of `startHostileProvider`. */
import type { Answer, HostileProvider } from './hostile-provider.ts'

/** What the account at GitHub is like. */
export interface GitHubAccount {
  readonly profile: Record<string, unknown>
  /** The answer of GET /user/emails. */
  readonly emails: Answer
}

/** Makes the provider answer as GitHub Enterprise Server does, which is GitHub under another base URL. */
export function playGitHub(provider: HostileProvider, account: GitHubAccount): void {
  provider.onRequest = (path, request) => {
    const authorized = /^Bearer gho_/.test(request.headers.authorization ?? '')
    if (path === '/login/oauth/access_token') return { json: tokens() }
    if (path === '/api/v3/user')
      return authorized ? { json: account.profile } : { status: 401, json: {} }
    if (path === '/api/v3/user/emails')
      return authorized ? account.emails : { status: 401, json: {} }
    return undefined
  }
}

function tokens(): Record<string, unknown> {
  return {
    access_token: `gho_${crypto.randomUUID()}`,
    token_type: 'bearer',
    scope: 'read:user,user:email',
  }
}
