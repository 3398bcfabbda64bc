/** The sender in Node, over the connections of @entrepot/rest. */
export { createClient, header, nextByLink, RestError } from '@entrepot/rest'
