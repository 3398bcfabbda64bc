/** What a Client ID Metadata Document must hold (draft-ietf-oauth-client-id-metadata-document, 4). Pure. */

import { Refusal } from '../../http/refusal.ts'
import { type Client, JWT_BEARER, personGrants } from '../client.ts'
import type { McpConfig } from '../config/config.ts'
import { isVerificationKey, problemOfKeys } from '../key-rules.ts'
import {
  type ClientMetadata,
  clientOf,
  completeMetadata,
  problemOfTexts,
  readMetadata,
} from './metadata.ts'

/** Reads the text of a document. It is checked each time it is used, so that the current rules also apply to stored documents. */
export async function readDocument(
  url: string,
  text: string,
  mcp: McpConfig,
): Promise<Client | Refusal> {
  const value = parse(text)
  if (value === undefined) return refuseDocument('it is not a JSON object')
  if (value.client_id !== url) return refuseDocument('its client_id is not its URL')
  const secret = SECRETS.find((name) => name in value)
  if (secret !== undefined) return refuseDocument(`it holds a ${secret}`)
  const metadata = await readMetadata(value)
  if (metadata instanceof Refusal) return refuseDocument(metadata.description)
  if (isHeadless(metadata)) return readHeadless(url, metadata, mcp)
  if (metadata.client_name === undefined) return refuseDocument('client_name is missing')
  const rules = mcp.documents?.privateKeyJwt
  const complete = completeMetadata(metadata, {
    grants: [...personGrants(mcp), JWT_BEARER],
    allowedHosts: undefined,
    customSchemes: mcp.customSchemes,
    // What is published is not a secret.
    authMethods: rules?.enabled === false ? ['none'] : ['private_key_jwt', 'none'],
  })
  if (complete instanceof Refusal) return refuseDocument(complete.description)
  const origins = [new URL(url).origin, ...(rules?.allowedOrigins ?? [])]
  if (metadata.jwks_uri !== undefined && !isOfOrigin(metadata.jwks_uri, origins)) {
    return refuseDocument('jwks_uri is of another origin')
  }
  return clientOf(url, 'document', complete)
}

/** Section 4.1 of the draft: what is published is not a secret. */
const SECRETS = ['client_secret', 'client_secret_expires_at']

/** The refusal of a document that is there, but cannot be used. */
export function refuseDocument(why: string): Refusal {
  const reason = why.replace(/\.$/, '')
  const text = `The client metadata document cannot be used: ${reason}.`
  return new Refusal('invalid_client', text, { quotesClient: true })
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function isOfOrigin(url: string, origins: readonly string[]): boolean {
  return URL.canParse(url) && origins.includes(new URL(url).origin)
}

/** A client without a person. */
function isHeadless({ grant_types: grants }: ClientMetadata): boolean {
  return grants?.length === 1 && grants[0] === 'client_credentials'
}

function readHeadless(url: string, metadata: ClientMetadata, mcp: McpConfig): Client | Refusal {
  // Such tokens need no consent, so only hosts that the operator has named may get them.
  if (mcp.clientCredentials === undefined || mcp.documents?.allowedHosts === undefined) {
    return refuseDocument('client_credentials is not open to it')
  }
  const problem = problemOfTexts(metadata)
  if (problem !== undefined) return refuseDocument(problem.description)
  const { jwks, redirect_uris, response_types, jwks_uri } = metadata
  const { token_endpoint_auth_method: named, token_endpoint_auth_methods_supported: methods } =
    metadata
  const isByKey = named === 'private_key_jwt' || (!named && methods?.includes('private_key_jwt'))
  const keys = jwks?.keys ?? []
  if (!isByKey || keys.length === 0 || !keys.every(isVerificationKey)) {
    return refuseDocument(
      'client_credentials needs private_key_jwt and a jwks of Ed25519, P-256 or RSA keys',
    )
  }
  const problemOfJwks = problemOfKeys(keys)
  if (problemOfJwks !== undefined) return refuseDocument(`its jwks ${problemOfJwks}`)
  if (redirect_uris !== undefined || response_types !== undefined || jwks_uri !== undefined) {
    return refuseDocument(
      'client_credentials goes without redirect_uris, response_types and jwks_uri',
    )
  }
  return clientOf(url, 'document', {
    ...metadata,
    redirect_uris: [],
    grant_types: ['client_credentials'],
    token_endpoint_auth_method: 'private_key_jwt',
  })
}
