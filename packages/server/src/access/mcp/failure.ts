/** A JSON-RPC error without a request id (JSON-RPC 2.0, section 5.1; -32000 to -32099 are for servers). */
export function failure(message: string) {
  return { jsonrpc: '2.0', error: { code: -32_000, message }, id: null }
}
