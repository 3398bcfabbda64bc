/** The parts of errors that may be logged. */
import * as oauth from 'oauth4webapi'

/** Returns the parts of an error that may be logged: message, code and compared claims, but no token, body or stack. */
export function explain(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, name } = error
  // Its message quotes the text that could not be parsed.
  if (error instanceof SyntaxError) return { name, message: 'it cannot be parsed as JSON' }
  const code = (error as { code?: unknown }).code
  if (error instanceof oauth.ResponseBodyError) {
    const { status, error: providerError, error_description: description } = error
    return { name, message, code, status, providerError, description: shorten(description) }
  }
  const cause = error.cause as { claim?: unknown } | undefined
  const claim =
    typeof cause?.claim === 'string' ? cause.claim : (error as { claim?: unknown }).claim
  const because = cause instanceof Error ? explain(cause).message : undefined
  return {
    name,
    message,
    code,
    ...(claim !== undefined && { claim }),
    ...(because !== undefined && { because }),
  }
}

function shorten(text: string | undefined): string | undefined {
  return text?.slice(0, 200)
}
