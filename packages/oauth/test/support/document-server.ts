/** A website with Client ID Metadata Documents, and the client by which the authorization server reaches it in tests. */
import { allowPrivateAddresses } from '@entrepot/rest/unsafe'
import {
  startDocumentServer as startWebsite,
  type DocumentServer as Website,
} from '@entrepot/test-support/document-server'
import { createDocumentClient } from '../../src/mcp/clients/fetch-document.ts'

/** The running website. */
export interface DocumentServer extends Website {
  /** For the option `documentHttp`: as the server's own, but it reaches loopback. */
  client(settings?: {
    fetchTimeoutMs?: number
    maxBytes?: number
  }): ReturnType<typeof createDocumentClient>
}

/** Starts one. */
export async function startDocumentServer(): Promise<DocumentServer> {
  const website = await startWebsite()
  return {
    ...website,
    client: ({ fetchTimeoutMs = 20_000, maxBytes = 65_536 } = {}) => {
      const documents = { fetchTimeoutMs, maxBytes }
      const guard = { [allowPrivateAddresses]: true, allowedPorts: [website.port] }
      return createDocumentClient({ documents }, { guard, tls: { ca: website.authority } })
    },
  }
}
