import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, sendRefusal } from '../../http/refusal.ts'

/** RFC 6749, section 5.2: if the client used the header `Authorization`, the answer must contain `WWW-Authenticate`. */
export function refuseClient(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const usesHeader = request.headers.authorization !== undefined
  if (refusal.status === 401 && usesHeader) reply.header('www-authenticate', 'Basic realm="oauth"')
  return sendRefusal(reply, refusal)
}
