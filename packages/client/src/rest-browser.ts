/** The sender in a browser. The condition `browser` of package.json chooses it instead of rest-node.ts. */
export { createClient, header, nextByLink, RestError } from '@entrepot/rest/browser'
