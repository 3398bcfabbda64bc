import type { Client } from '@entrepot/rest'
import { formBody } from '@entrepot/rest/forms'
import { ShopFailure } from '../../../adapter/outcomes.ts'

/** Renewed this long before it ends, so that no request meets its end. */
const EARLY_MS = 5 * 60_000

/** The token of an app: given once, or exchanged for the client credentials and renewed before its 24 hours end. */
export class Token {
  private readonly http: Client
  private readonly origin: () => string
  private readonly secrets: Readonly<Record<string, string>>
  private current: { readonly value: string; readonly until: number } | undefined
  private exchange: Promise<string> | undefined

  constructor(http: Client, origin: () => string, secrets: Readonly<Record<string, string>>) {
    this.http = http
    this.origin = origin
    this.secrets = secrets
  }

  /** @throws ShopFailure `denied` without credentials, or with wrong ones */
  async value(): Promise<string> {
    const { accessToken } = this.secrets
    if (accessToken) return accessToken
    if (this.current && this.current.until > Date.now()) return this.current.value
    this.exchange ??= this.fetch().finally(() => {
      this.exchange = undefined
    })
    return this.exchange
  }

  /** Forgets the token after a 401. @returns whether another one can be had */
  expire(): boolean {
    this.current = undefined
    return !this.secrets.accessToken
  }

  private async fetch(): Promise<string> {
    const { clientId, clientSecret } = this.secrets
    if (!clientId || !clientSecret) throw noCredentials()
    const form = formBody({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const request = {
      method: 'POST',
      baseURL: `${this.origin()}/admin/oauth/access_token`,
      ...form,
    }
    const { ok, response, error } = await this.http.sendResult(request)
    if (!ok) throw new ShopFailure('unavailable', 'Shopify gave no token.', { cause: error })
    if (response.statusCode >= 500 || response.statusCode === 429) {
      throw new ShopFailure('unavailable', `Shopify gave no token: status ${response.statusCode}.`)
    }
    const answer = parseToken(response.body)
    if (response.statusCode !== 200 || answer === undefined)
      throw wrongCredentials(response.statusCode)
    const until = Date.now() + answer.expires_in * 1000 - EARLY_MS
    this.current = { value: answer.access_token, until }
    return answer.access_token
  }
}

function parseToken(body: string): { access_token: string; expires_in: number } | undefined {
  try {
    const { access_token, expires_in } = JSON.parse(body)
    return typeof access_token === 'string'
      ? { access_token, expires_in: expires_in ?? 3600 }
      : undefined
  } catch {
    return undefined
  }
}

function noCredentials(): ShopFailure {
  return new ShopFailure('denied', 'The connection has no credentials for Shopify.', {
    remedy:
      'Give the connector clientId and clientSecret of an app of the Dev Dashboard, or the accessToken of an older app.',
  })
}

function wrongCredentials(status: number): ShopFailure {
  return new ShopFailure('denied', `Shopify refused the client ID and secret: status ${status}.`, {
    remedy:
      'Copy both again from the Dev Dashboard (Apps, the app, Settings), and check that the app is installed in this store.',
  })
}
