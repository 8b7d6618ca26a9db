import { describedSchema, USER_SCHEMA } from './schema.ts';

/** The most users that one list holds. */
export const MAX_LISTED = 200;

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const RESOURCE_TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** A list of all there is. */
const listOf = (resources: readonly object[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** What the portal can do of SCIM (RFC 7643, section 5). */
const serviceProviderConfig = (base: string) => ({
  schemas: [CONFIG_SCHEMA],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_LISTED },
  changePassword: { supported: true },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that npm run admin -- scim-token has made',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const userType = (base: string) => ({
  schemas: [RESOURCE_TYPE_SCHEMA],
  id: 'User',
  name: 'User',
  description: 'Accounts of the portal',
  endpoint: '/Users',
  schema: USER_SCHEMA,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
});

/** The discovery documents by path; null for other paths. */
export function discovered(base: string, kind: string, id: string | null): object | null {
  if (kind === 'ServiceProviderConfig' && id === null) return serviceProviderConfig(base);
  if (kind === 'ResourceTypes') {
    if (id === null) return listOf([userType(base)]);
    return id === 'User' ? userType(base) : null;
  }
  if (kind !== 'Schemas') return null;
  if (id === null) return listOf([describedSchema(base)]);
  return id === USER_SCHEMA ? describedSchema(base) : null;
}
