/** The files of undici that `undici.ts` imports. undici declares types for its index only. */
declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici'

  /** The method `connect` of dispatchers. */
  const connect: Dispatcher['connect']
  export default connect
}
declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici'
}
declare module 'undici/lib/core/errors.js' {
  export { errors as default } from 'undici'
}
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
declare module 'undici/lib/dispatcher/proxy-agent.js' {
  export { ProxyAgent as default } from 'undici'
}
