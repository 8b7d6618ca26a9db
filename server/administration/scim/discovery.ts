import { GROUP_SCHEMA, LIST_SCHEMA, USER_SCHEMA } from '#wire/scim.ts';
import { describedSchemas } from './schema.ts';

/** Maximum number of resources in an answer. */
export const MAX_LIST_SIZE = 200;

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const RESOURCE_TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';

/** A SCIM list with all of these resources. */
const listOf = (resources: readonly object[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** The supported features of SCIM (RFC 7643, section 5). */
const serviceProviderConfig = (base: string) => ({
  schemas: [CONFIG_SCHEMA],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_LIST_SIZE },
  changePassword: { supported: true },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token created by npm run admin -- scim-token',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** A resource type of the service. */
type ResourceKind = readonly [id: 'User' | 'Group', endpoint: string, schema: string, description: string];

const RESOURCE_KINDS: readonly ResourceKind[] = [
  ['User', '/Users', USER_SCHEMA, 'Accounts of the portal'],
  ['Group', '/Groups', GROUP_SCHEMA, 'Groups of people'],
];

const resourceTypes = (base: string) =>
  RESOURCE_KINDS.map(([id, endpoint, schema, description]) => ({
    schemas: [RESOURCE_TYPE_SCHEMA],
    id,
    name: id,
    description,
    endpoint,
    schema,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }));

/**
 * A discovery document (RFC 7644, section 4); null when there is no such document.
 * @param kind the first segment of the path
 * @param id the second segment of the path; null without one
 */
export function discoveryDocument(base: string, kind: string, id: string | null): object | null {
  if (kind === 'ServiceProviderConfig' && id === null) return serviceProviderConfig(base);
  if (kind !== 'ResourceTypes' && kind !== 'Schemas') return null;
  const documents: readonly { readonly id?: unknown }[] =
    kind === 'Schemas' ? describedSchemas(base) : resourceTypes(base);
  if (id === null) return listOf(documents);
  return documents.find((document) => document.id === id) ?? null;
}
