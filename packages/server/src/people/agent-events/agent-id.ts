import { createHash } from 'node:crypto'

/** The id of an agent: that of the person, and a hash of the client id, which may have 2048 characters. */
export function agentId(userId: string, clientId: string): string {
  const hash = createHash('sha256').update(clientId).digest('base64url')
  return `${userId}-${hash.slice(0, 22)}`
}

/** The id of the person in the id of an agent. */
export function ownerOf(id: string): string {
  return id.slice(0, id.indexOf('-'))
}
