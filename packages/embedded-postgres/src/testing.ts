/** For tests: a server with a superuser as role, and a check whether a server is running. */
export { isAlive, isPostmasterOf, readPostmaster } from './postmaster.ts'
export { startForTests } from './start-embedded.ts'
