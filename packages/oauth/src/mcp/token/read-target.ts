import { Refusal } from '../../http/refusal.ts'
import type { McpConfig } from '../config/config.ts'
import type { Parameters } from '../parameters.ts'
import { namedResource, problemOfTarget } from '../resource.ts'

/**
 * The resource of a token request (RFC 8707, section 2.2): the one that it names, else that of the code or token that it
 * presents.
 *
 * @param find the resource of the presented code or token; called only if there are several resources
 */
export async function readTarget(
  { resource, resources }: Pick<McpConfig, 'resource' | 'resources'>,
  parameters: Parameters,
  find: () => Promise<string | undefined>,
): Promise<string | Refusal> {
  const values = parameters.getAll('resource')
  const isOpen = values.length === 0 && resources.size > 1
  const target = namedResource(values, resources, (isOpen && (await find())) || resource)
  return target ?? new Refusal('invalid_target', problemOfTarget(resources))
}
