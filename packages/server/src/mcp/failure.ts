/** An error that belongs to no request (JSON-RPC 2.0, section 5.1; -32000 and below are the server's own). */
export function failure(message: string) {
  return { jsonrpc: '2.0', error: { code: -32_000, message }, id: null }
}
