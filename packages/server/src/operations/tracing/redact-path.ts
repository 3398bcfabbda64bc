/** A key of the API that someone has put into a path. */
const KEY = /\bent_[a-z]\d+_[\w-]+/g

/** Replaces keys in a path, for logs and traces. */
export function redactPath(path: string): string {
  return path.replace(KEY, '[redacted]')
}
