export { freePort } from '../../../packages/oauth/test/support/free-port.ts'
