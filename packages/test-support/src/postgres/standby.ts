/** A primary PostgreSQL with a synchronous standby, both on the loopback interface. */
import { spawnSync } from 'node:child_process'
import { chown, cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Cluster,
  findFreePort,
  openCluster,
  readPostmaster,
  shutDownServer,
  spawnAs,
  urlOf,
} from '@entrepot/embedded-postgres/testing'
import { deleteDirectory, makeDirectory } from '../folders.ts'
import { until } from '../outcomes.ts'

/** Two servers with the same data. */
export interface ReplicatedServers {
  /** Contains the hosts of the primary and then of the standby; the role is a superuser. */
  readonly url: string
  readonly standbyUrl: string
  /** Kills the primary, which ends its sessions. */
  killPrimary(): Promise<void>
  /**
   * Suspends the processes of the primary: it accepts connections, but answers nothing and closes nothing, like a machine without network.
   */
  silencePrimary(): Promise<void>
  /** Promotes the standby to a primary that waits for no other server. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Starts both servers. A commit waits until the standby has it on its disk. */
export async function startReplicatedServers(): Promise<ReplicatedServers> {
  const directory = await makeDirectory()
  const primary = await openCluster(join(directory, 'primary'), 'superuser')
  await writeFile(
    join(primary.data, 'pg_hba.conf'),
    'host all,replication all 127.0.0.1/32 scram-sha-256\n',
  )
  const standby = await copyCluster(primary, join(directory, 'standby'))
  const [primaryPort, standbyPort] = [await findFreePort(), await findFreePort()]
  const source = `host=127.0.0.1 port=${primaryPort} user=entrepot password=${primary.password()} application_name=standby`
  await start(primary, primaryPort, { synchronous_standby_names: 'standby' })
  await start(standby, standbyPort, { primary_conninfo: source })
  const standbyUrl = urlOf(standby, standbyPort)
  const url = new URL(urlOf(primary, primaryPort))
  return {
    url: `${url.href.replace(url.host, `${url.host},127.0.0.1:${standbyPort}`)}&target_session_attrs=read-write`,
    standbyUrl,
    async killPrimary() {
      const server = await readPostmaster(primary.data)
      if (server) process.kill(server.pid, 'SIGKILL')
    },
    async silencePrimary() {
      const server = await readPostmaster(primary.data)
      if (server) signalAll(server.pid, 'SIGSTOP')
    },
    async promote() {
      // What pg_ctl promote does. runSql refuses a server that is read-only. The server removes the file as soon as it sees it.
      const server = await readPostmaster(standby.data)
      const file = join(standby.data, 'promote')
      await writeFile(`${file}.new`, '')
      const { uid, gid } = await stat(standby.data)
      await chown(`${file}.new`, uid, gid)
      await rename(`${file}.new`, file)
      if (server) process.kill(server.pid, 'SIGUSR1')
    },
    async stop() {
      for (const cluster of [primary, standby]) {
        const server = await readPostmaster(cluster.data)
        if (server === undefined) continue
        signalAll(server.pid, 'SIGCONT')
        await shutDownServer(cluster, server.pid)
      }
      await deleteDirectory(directory)
    },
  }
}

/** Sends a signal to a server and its processes. The server gets it first, so that it starts no further process. */
function signalAll(server: number, signal: NodeJS.Signals): void {
  const list = spawnSync('ps', ['-o', 'pid=', '--ppid', String(server)], { encoding: 'utf8' })
  for (const pid of [server, ...list.stdout.split('\n').map(Number)]) {
    try {
      if (pid > 0) process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}

/** Copies the data of a stopped server, as its standby. */
async function copyCluster(cluster: Cluster, directory: string): Promise<Cluster> {
  await mkdir(directory, { mode: 0o711 })
  await cp(join(cluster.directory, 'postgres-password'), join(directory, 'postgres-password'))
  const data = join(directory, 'postgres')
  await cp(cluster.data, data, { recursive: true, preserveTimestamps: true })
  await writeFile(join(data, 'standby.signal'), '')
  await rm(join(data, 'postmaster.pid'), { force: true })
  await giveTo(data, await stat(cluster.data))
  return await openCluster(directory)
}

async function giveTo(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    await chown(join(folder, name), owner.uid, owner.gid)
  }
  await chown(folder, owner.uid, owner.gid)
}

/** Starts a server without the supervisor, which would start it again after it is killed. */
async function start(
  cluster: Cluster,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const all = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '32MB',
    ...settings,
  }
  const list = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { postgres } = cluster.binaries
  const child = spawnAs({
    file: postgres,
    arguments: ['-D', cluster.data, ...list],
    account: cluster.account,
    paths: [postgres, cluster.data],
    stdio: 'ignore',
    detached: true,
  })
  child.unref()
  await until('the server accepts connections', async () => {
    if (child.exitCode !== null) throw new Error(`PostgreSQL has ended: ${child.exitCode}`)
    return /^(ready|standby)$/.test((await readPostmaster(cluster.data))?.status ?? '')
  })
}
