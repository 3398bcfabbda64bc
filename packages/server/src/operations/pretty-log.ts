/** The log as lines for people, on a terminal. */

/**
 * Returns the function that turns a line of JSON into lines for people. It is loaded only for a terminal
 * (docs/decisions/0008-the-host.md).
 *
 * Control characters are replaced: the log quotes strangers, and a terminal would obey them.
 */
export async function prettyLog(colorize: boolean): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty')
  const toText = prettyFactory({
    colorize,
    // Of the process that the person has started.
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  })
  return (line) => toText(withoutControls(line))
}

/** In JSON, the controls of ASCII are escaped, and those of Latin-1 and DEL are not. An escaped backslash is kept as it is. */
function withoutControls(line: string): string {
  return line
    .replace(/\\\\|\\u00[01][\da-f]/gi, (found) => (found === '\\\\' ? found : '\ufffd'))
    .replace(/[\u007f-\u009f]/g, '\ufffd')
}
