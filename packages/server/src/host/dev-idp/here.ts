/** Runs the development identity provider in this process, for tests. */
import { startDevIdp } from '@entrepot/dev-idp'
import {
  CLIENT_ID,
  clientAt,
  type DevIdpProcess,
  type StartDevIdpProcessOptions,
} from './process.ts'

/** {@link startDevIdpProcess} without a process of its own, which saves the time of its start. */
export async function startDevIdpHere(options: StartDevIdpProcessOptions): Promise<DevIdpProcess> {
  const { port, directory, clientSecret } = options
  const { issuer, register, stop } = await startDevIdp({ port, directory, otherPortIfTaken: true })
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret,
    register: async (publicUrl) => await register(clientAt(publicUrl, clientSecret)),
    stop,
  }
}
