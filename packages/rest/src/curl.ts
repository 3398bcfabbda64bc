import { REDACTED, redactHeaders, redactURL } from './http/message/redact.ts'
import { buildRequest, type Request } from './http/request/request.ts'

/** Options of {@link toCurl}. */
export interface CurlOptions {
  /**
   * Shows query values, headers and body as they are, so that the command works. Do not log such a
   * command. @default false
   */
  readonly reveal?: boolean
}

/**
 * Returns a request as a curl command for a POSIX shell, to be pasted into a terminal or a ticket. Query
 * values, header values and the body are removed unless `reveal` is set. Bytes as a body are not in the
 * command: it reads them from its standard input.
 *
 * @throws InvalidRequestError if the request is not valid.
 * @example toCurl({ method: 'POST', baseURL: 'https://h/p', json: {} }, { reveal: true })
 */
export function toCurl(request: Request, { reveal = false }: CurlOptions = {}): string {
  const built = buildRequest(request)
  const headers = reveal ? built.headers : redactHeaders(built.headers)
  // `--request HEAD` would wait for a body.
  const isHead = built.method === 'HEAD' && built.body === undefined
  const method = isHead ? ['--head'] : ['--request', built.method]
  const words = ['curl', '--globoff', ...method]
  for (const [name, value] of Object.entries(headers)) {
    // `name:` would make curl leave the header out; `name;` sends it empty.
    words.push('--header', value === '' ? `${name};` : `${name}: ${value}`)
  }
  const { body } = built
  if (typeof body === 'string') words.push('--data-raw', reveal ? body : REDACTED)
  else if (body !== undefined) words.push('--data-binary', '@-')
  words.push('--url', reveal ? built.url : redactURL(built.url))
  return words.map(quote).join(' ')
}

/** In a POSIX shell, single quotes protect every character except the single quote. */
function quote(word: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
