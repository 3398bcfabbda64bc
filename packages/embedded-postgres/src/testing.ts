/** For tests: a server whose role may do everything, and what tells whether one runs. */
export { isAlive, isPostmasterOf, readPostmaster } from './postmaster.ts'
export { startForTests } from './start-embedded.ts'
