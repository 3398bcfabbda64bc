/** Sends a request with a key, and returns the body. Throws if the answer is not 2xx. */
export async function callApi<T = unknown>(
  url: string,
  key: string,
  method: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: {
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${answer.status} ${text}`)
  return JSON.parse(text) as T
}
