import type { AdminDeps } from '#server/administration/admin-actions.ts';
import { SCIM_CONTENT_TYPE, SEARCH_SCHEMA } from '#wire/scim.ts';
import { requestedAttributes, withRequestedAttributes } from './attributes.ts';
import type { Deviation } from './deviations.ts';
import { discoveryDocument } from './discovery.ts';
import { ScimError } from './error.ts';
import { scimGroups } from './groups.ts';
import { type ListQuery, listPage } from './list.ts';
import { scimUsers } from './users.ts';

/** An authorised SCIM call. */
export type ScimCall = {
  readonly method: string;
  /** The segments of the path after the base URL, such as ['Users', '2819c223']. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The parsed body; null without a body. */
  readonly body: unknown;
};

/** How many resources a list returns if the query has no `count`. */
const DEFAULT_COUNT = 100;

/** The last segment of the path of a search with POST (RFC 7644, section 3.4.3). */
const SEARCH_SEGMENT = '.search';
const SEARCH_PARAMETERS: ReadonlySet<string> = new Set([
  'attributes',
  'excludedAttributes',
  'filter',
  'startIndex',
  'count',
]);

const unknownPath = (): ScimError => new ScimError(404, null, 'There is no resource at this address.');

const wrongMethod = (allow: string): ScimError =>
  new ScimError(405, null, `This address allows only ${allow}.`, { Allow: allow });

function integerParameter(query: URLSearchParams, name: string, defaultValue: number): number {
  const parameter = query.get(name);
  if (parameter === null) return defaultValue;
  if (!/^-?\d{1,9}$/.test(parameter)) throw new ScimError(400, 'invalidValue', `${name} must be an integer.`);
  return Number(parameter);
}

const listQuery = (query: URLSearchParams): ListQuery => ({
  filter: query.get('filter'),
  startIndex: integerParameter(query, 'startIndex', 1),
  count: integerParameter(query, 'count', DEFAULT_COUNT),
});

const jsonResponse = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...headers, 'Content-Type': SCIM_CONTENT_TYPE } });

/** A resource with its version and its URL. */
type VersionedResource = { readonly meta: { readonly version: string; readonly location: string } };

const resourceResponse = (status: number, resource: VersionedResource, query: URLSearchParams): Response =>
  jsonResponse(status, withRequestedAttributes(resource, requestedAttributes(query)), {
    ETag: resource.meta.version,
    ...(status === 201 && { Location: resource.meta.location }),
  });

/** The operations on the resources of a type. */
type Resources = {
  /** All resources that match a filter. */
  find(filter: string | null): Promise<readonly object[]>;
  get(id: string): Promise<VersionedResource>;
  create(body: unknown): Promise<VersionedResource>;
  replace(id: string, body: unknown, ifMatch: string | null): Promise<VersionedResource>;
  patch(id: string, body: unknown, ifMatch: string | null): Promise<VersionedResource>;
  remove(id: string, ifMatch: string | null): Promise<void>;
};

async function listResponse(kinds: readonly Resources[], query: URLSearchParams): Promise<Response> {
  const listParameters = listQuery(query);
  const matching: object[] = [];
  for (const { find } of kinds) matching.push(...(await find(listParameters.filter)));
  const page = listPage(matching, listParameters);
  return jsonResponse(200, {
    ...page,
    Resources: page.Resources.map((resource) =>
      withRequestedAttributes(resource, requestedAttributes(query)),
    ),
  });
}

async function answerCollection(resources: Resources, { method, query, body }: ScimCall): Promise<Response> {
  if (method === 'POST') return resourceResponse(201, await resources.create(body), query);
  if (method !== 'GET') throw wrongMethod('GET, POST');
  return listResponse([resources], query);
}

/** The parameters in the body of a search with POST, as query parameters (RFC 7644, section 3.4.3). */
function searchQuery(body: unknown): URLSearchParams {
  if (
    typeof body !== 'object' ||
    body === null ||
    !('schemas' in body) ||
    ![body.schemas].flat().includes(SEARCH_SCHEMA)
  )
    throw new ScimError(400, 'invalidSyntax', `The schemas of a search must be ["${SEARCH_SCHEMA}"].`);
  return new URLSearchParams(
    Object.entries(body).flatMap(([name, value]) =>
      SEARCH_PARAMETERS.has(name) && value !== null ? [[name, String(value)]] : [],
    ),
  );
}

async function answerResource(resources: Resources, id: string, call: ScimCall): Promise<Response> {
  const { method, query, headers, body } = call;
  const ifMatch = headers.get('if-match');
  switch (method) {
    case 'GET': {
      const resource = await resources.get(id);
      if (headers.get('if-none-match') !== resource.meta.version)
        return resourceResponse(200, resource, query);
      return new Response(null, { status: 304, headers: { ETag: resource.meta.version } });
    }
    case 'PUT':
      return resourceResponse(200, await resources.replace(id, body, ifMatch), query);
    case 'PATCH':
      return resourceResponse(200, await resources.patch(id, body, ifMatch), query);
    case 'DELETE':
      await resources.remove(id, ifMatch);
      return new Response(null, { status: 204 });
    default:
      throw wrongMethod('GET, PUT, PATCH, DELETE');
  }
}

/**
 * Answers a SCIM call.
 * @param deps `operator` contains the name of the token
 * @param base base URL of the SCIM service
 * @throws ScimError
 */
export async function answerScim(deps: AdminDeps, base: string, call: ScimCall): Promise<Response> {
  const [kind = '', id = null, ...rest] = call.segments;
  if (rest.length > 0) throw unknownPath();
  const isSearch = (id ?? kind) === SEARCH_SEGMENT;
  if (kind !== 'Users' && kind !== 'Groups' && !isSearch) {
    const document = discoveryDocument(base, kind, id);
    if (!document) throw unknownPath();
    if (call.method !== 'GET') throw wrongMethod('GET');
    return jsonResponse(200, document);
  }
  if (isSearch && call.method !== 'POST') throw wrongMethod('POST');
  const deviations = new Set<Deviation>();
  const scim = { ...deps, base, reportDeviation: (deviation: Deviation) => deviations.add(deviation) };
  const kinds: readonly Resources[] = [
    ...(kind === 'Groups' ? [] : [scimUsers(scim)]),
    ...(kind === 'Users' ? [] : [scimGroups(scim)]),
  ];
  try {
    if (isSearch) return await listResponse(kinds, searchQuery(call.body));
    const [resources] = kinds;
    if (!resources) throw unknownPath();
    return id === null ? await answerCollection(resources, call) : await answerResource(resources, id, call);
  } finally {
    const { portal, operator } = deps;
    const details = { names: [...deviations].join(' '), call: `${call.method} /${kind}` };
    if (deviations.size > 0)
      portal.audit({ event: 'administration', operator, action: 'scim-deviation', details });
  }
}
