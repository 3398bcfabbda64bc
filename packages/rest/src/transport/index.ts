export type { BodyStream, BuiltRequest } from '../built-request.ts'
export { createTransport } from '../create-transport.ts'
export type { RawHeaders } from '../headers.ts'
export type { Delivery, ResponseSink, Transport } from './transport.ts'
