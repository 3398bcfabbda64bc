/** What the service provider offers: its configuration, kinds of resources and schemas (RFC 7643, sections 5 to 7). Pure. */
import { type Attribute, GROUP, type Kind, USER } from './attributes.ts'
import { MAX_RESULTS } from './project.ts'
import type { Json } from './values.ts'

/** The kinds of resources. */
export const KINDS: readonly Kind[] = [USER, GROUP]

/** `/ServiceProviderConfig`. */
export function toConfig(base: string): Json {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    documentationUri: new URL('/docs/guides/provisioning', base).href,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_RESULTS },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        ...{ type: 'oauthbearertoken', name: 'Bearer token', primary: true },
        description: 'A secret of the hub, as Authorization: Bearer.',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: `${base}/ServiceProviderConfig`,
    },
  }
}

/** An entry of `/ResourceTypes`. */
export function toResourceType({ name, path, schema, description }: Kind, base: string): Json {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: name, name, endpoint: path, description, schema },
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }
}

/** An entry of `/Schemas`. */
export function toSchema({ name, schema, description, attributes }: Kind, base: string): Json {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...{ id: schema, name, description },
    attributes: attributes.map(toAttribute),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema}` },
  }
}

function toAttribute(attribute: Attribute): Json {
  const { name, type, description, sub } = attribute
  return {
    ...{ name, type, description },
    multiValued: attribute.isMulti === true,
    required: attribute.isRequired === true,
    caseExact: attribute.isCaseExact === true,
    mutability: attribute.isReadOnly ? 'readOnly' : 'readWrite',
    returned: 'default',
    uniqueness: attribute.isUnique ? 'server' : 'none',
    ...(type === 'reference' && { referenceTypes: ['User', 'Group'] }),
    ...(sub && { subAttributes: sub.map(toAttribute) }),
  }
}
