/** The messages between an app and the program that shows it (MCP Apps, revision 2026-01-26). */

const PROTOCOL_VERSION = '2026-01-26'

/** Promises of answers, by the id of the request. */
const waiting = new Map()

let lastId = 0

/** What is called with each notification. */
const handlers = new Map()

// The origin of the host is not known in a sandbox. The messages contain what the host has sent, and what the person chooses.
const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

/** Sends a request to the host. Rejects with its error. */
export const request = (method, params) =>
  new Promise((resolve, reject) => {
    lastId += 1
    waiting.set(lastId, { resolve, reject })
    send({ id: lastId, method, params })
  })

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return
  if (data.method === undefined) {
    const { resolve, reject } = waiting.get(data.id) ?? {}
    waiting.delete(data.id)
    if (data.error === undefined) resolve?.(data.result)
    else reject?.(new Error(String(data.error.message)))
    return
  }
  // Requests of the host need no more than an answer: it asks whether the app lives, or says that it ends.
  if (data.id !== undefined) send({ id: data.id, result: {} })
  handlers.get(data.method)?.(data.params ?? {})
})

/** Follows the colours of the host. */
const adopt = ({ theme, styles }) => {
  const { style } = document.documentElement
  if (theme === 'dark' || theme === 'light') style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (typeof value === 'string') style.setProperty(name, value)
  }
}

/** Says how large the page is, whenever it changes. */
const reportSize = () => {
  const { width, height } = document.documentElement.getBoundingClientRect()
  const params = { width: Math.ceil(width), height: Math.ceil(height) }
  send({ method: 'ui/notifications/size-changed', params })
}

/**
 * Connects the app.
 *
 * @param show called with each result of the tool, with its arguments, and with what the host can do
 */
export const connect = (name, show) => {
  let input = {}
  let capabilities = {}
  handlers.set('ui/notifications/tool-input', (params) => {
    input = params.arguments ?? {}
  })
  handlers.set('ui/notifications/tool-result', (result) =>
    show(dataOf(result), input, capabilities),
  )
  handlers.set('ui/notifications/host-context-changed', adopt)
  request('ui/initialize', {
    appInfo: { name, version: '1.0.0' },
    appCapabilities: {},
    protocolVersion: PROTOCOL_VERSION,
  }).then(
    (answer) => {
      capabilities = answer.hostCapabilities ?? {}
      adopt(answer.hostContext ?? {})
      send({ method: 'ui/notifications/initialized' })
      new ResizeObserver(reportSize).observe(document.documentElement)
    },
    (error) => showError({ detail: error.message }),
  )
}

/** The data of a result. Some hosts pass on only the text. */
export const dataOf = ({ structuredContent, content }) => {
  if (structuredContent !== undefined) return structuredContent
  const text = content?.find(({ type }) => type === 'text')?.text ?? ''
  try {
    return JSON.parse(text)
  } catch {
    return { error: { detail: text } }
  }
}

/** A text for people: without the signs that mark the words of others for models. */
export const plain = (value) =>
  value === null || value === undefined ? '' : `${value}`.replace(/[⟦⟧]/g, '')

/** Makes an element. Children are elements, or texts that are never read as HTML. */
export const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'onclick') element.addEventListener('click', value)
    else element.setAttribute(name, value)
  }
  element.append(...children.flat().filter((child) => child !== '' && child !== undefined))
  return element
}

/** A table with a head. */
export const table = (heads, rows) =>
  make(
    'table',
    {},
    make(
      'thead',
      {},
      make(
        'tr',
        {},
        heads.map((head) => make('th', { scope: 'col' }, head)),
      ),
    ),
    make(
      'tbody',
      {},
      rows.map((cells) =>
        make(
          'tr',
          {},
          cells.map((cell) => make('td', {}, cell)),
        ),
      ),
    ),
  )

/** Lets the host open a page of the console. */
export const link = (text, url) =>
  typeof url === 'string' && /^https?:/.test(url)
    ? make('button', { class: 'link', onclick: () => request('ui/open-link', { url }) }, text)
    : ''

export const replace = (...children) => document.body.replaceChildren(make('main', {}, ...children))

/** Shows why there is nothing to show. */
export const showError = ({ detail }) => replace(make('p', { role: 'alert' }, plain(detail)))
