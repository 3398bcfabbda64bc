/** For tests: a server with a superuser as role, a check whether a server is running, and the parts to start an unusual server. */
export { spawnAs } from './cluster/account.ts'
export type { Cluster } from './cluster/cluster.ts'
export { openCluster } from './cluster/open-cluster.ts'
export { isAlive, isPostmasterOf, readPostmaster } from './cluster/postmaster.ts'
export { findFreePort, shutDownServer } from './server.ts'
export { urlOf } from './session.ts'
export { startForTests } from './start-embedded.ts'
