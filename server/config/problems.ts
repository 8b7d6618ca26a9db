import { X509Certificate } from 'node:crypto';
import type * as v from 'valibot';
import { followsFapi, tokenEndpointAuthMethodOf } from './client-authentication.ts';
import { federationEntry } from './federations.ts';
import { foldedId } from './folded-id.ts';
import { isLoopback } from './loopback.ts';
import type { ServerConfig } from './schema.ts';

function settingPathOf(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map(({ key }) =>
    typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
  );
  return keys.join('').replace(/^\./, '') || 'the file';
}

function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object' && issue.expected === 'never') return 'is not a known setting';
  if (issue.type === 'strict_object' && issue.received === 'undefined') return 'is missing';
  return issue.message.replace(/^Invalid (\w+): Expected (.+) but received (.+)$/, 'must be $2, not $3');
}

/** Describes each issue of a schema in a text such as `clients[1].redirectUris[0]: is missing`. */
export const describeIssues = (issues: readonly v.BaseIssue<unknown>[]): string[] =>
  issues.map((issue) => `${settingPathOf(issue)}: ${messageOf(issue)}`);

/**
 * The ID of a client or service provider as calls and sessions contain it: without pipes, because pipes separate the
 * values of `userPassword` (rule 43).
 */
export const wireClientId = (clientId: string): string => clientId.replaceAll('|', '');

function duplicateProblems(list: string, field: string, values: readonly string[]): string[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) < index ? [`${list}[${index}].${field}: "${value}" is used twice`] : [],
  );
}

function clientProblems({ clients }: ServerConfig): string[] {
  return clients.flatMap((client, index) => {
    const { clientSecret, jwks, jwksUri } = client;
    const authMethod = tokenEndpointAuthMethodOf(client);
    const keys = jwks ?? jwksUri;
    const clientProblem = (problem: string): string => `clients[${index}].${problem}`;
    const usesSecret = authMethod === 'client_secret_basic' || authMethod === 'client_secret_post';
    return [
      ...(jwks && jwksUri ? [clientProblem('jwksUri: must not be combined with jwks')] : []),
      ...(usesSecret && !clientSecret ? [clientProblem(`clientSecret: is missing for ${authMethod}`)] : []),
      ...(!usesSecret && clientSecret
        ? [clientProblem(`clientSecret: has no effect when tokenEndpointAuthMethod is ${authMethod}`)]
        : []),
      ...(authMethod === 'private_key_jwt' && !keys
        ? [clientProblem(`jwks: is missing for ${authMethod}`)]
        : []),
      ...(authMethod !== 'private_key_jwt' && keys
        ? [
            clientProblem(
              `tokenEndpointAuthMethod: must be private_key_jwt for a service with keys, not ${authMethod}`,
            ),
          ]
        : []),
      ...(client.introspection && authMethod === 'none'
        ? [clientProblem('introspection: needs a service that authenticates with a secret or keys')]
        : []),
    ];
  });
}

/** Settings of services that the FAPI 2.0 Security Profile does not allow (5.3.2). */
function fapiProblems({ clients, oidc }: ServerConfig): string[] {
  return clients.flatMap((client, index) => {
    if (!followsFapi(client, oidc)) return [];
    const authMethod = tokenEndpointAuthMethodOf(client);
    const redirectProblems = client.redirectUris.flatMap((uri, uriIndex) =>
      uri.startsWith('http:') && !isLoopback(uri)
        ? [`clients[${index}].redirectUris[${uriIndex}]: must be https for fapi`]
        : [],
    );
    const deviceProblems = client.deviceFlow ? [`clients[${index}].deviceFlow: is not allowed for fapi`] : [];
    return authMethod === 'private_key_jwt'
      ? [...deviceProblems, ...redirectProblems]
      : [
          ...deviceProblems,
          `clients[${index}].tokenEndpointAuthMethod: must be private_key_jwt for fapi, not ${authMethod}`,
          ...redirectProblems,
        ];
  });
}

const serviceIdsOf = ({ clients, serviceProviders, federations }: ServerConfig): readonly string[] => [
  ...clients.map(({ clientId }) => clientId),
  ...serviceProviders.map(({ serviceId }) => serviceId),
  ...federations.flatMap(({ name, services }) => [
    federationEntry(name),
    ...services.map(({ serviceId }) => serviceId),
  ]),
];

function providerProblems({ clients, serviceProviders }: ServerConfig): string[] {
  const clientIds = new Set(clients.map(({ clientId }) => wireClientId(clientId)));
  return serviceProviders.flatMap(({ serviceId }, index) =>
    clientIds.has(wireClientId(serviceId))
      ? [`serviceProviders[${index}].serviceId: "${serviceId}" is the id of a client`]
      : [],
  );
}

function passkeyProblems({ passkeys: { relatedOrigins }, publicUrl }: ServerConfig): string[] {
  return relatedOrigins.flatMap((origin, index) => {
    const setting = `passkeys.relatedOrigins[${index}]`;
    if (origin === new URL(publicUrl).origin) return [`${setting}: is the portal itself`];
    return origin.startsWith('https:') || isLoopback(origin) ? [] : [`${setting}: must be https`];
  });
}

function policyProblems(config: ServerConfig): string[] {
  const { policies } = config;
  const serviceIds = new Set(serviceIdsOf(config));
  return policies.flatMap((policy, index) =>
    (policy.clients ?? []).flatMap((clientId, clientIndex) =>
      serviceIds.has(clientId)
        ? []
        : [`policies[${index}].clients[${clientIndex}]: there is no client "${clientId}"`],
    ),
  );
}

function rememberedBrowserProblems({ policies }: ServerConfig): string[] {
  return policies.flatMap(({ rememberBrowserDays, secondAuth }, index) =>
    rememberBrowserDays === undefined || secondAuth
      ? []
      : [`policies[${index}].rememberBrowserDays: has no effect without secondAuth`],
  );
}

function defaultClientProblems({ clients, serviceProviders, defaultClient }: ServerConfig): string[] {
  if (defaultClient === undefined) return [];
  const client =
    clients.find(({ clientId }) => clientId === defaultClient) ??
    serviceProviders.find(({ serviceId }) => serviceId === defaultClient);
  if (!client) return [`defaultClient: there is no client "${defaultClient}"`];
  return client.initiateLoginUri ? [] : [`defaultClient: "${defaultClient}" has no initiateLoginUri`];
}

/** Problems in the combination of several settings, which the schema cannot detect. */
export const crossSettingProblems = (config: ServerConfig): string[] => [
  ...duplicateProblems(
    'clients',
    'clientId',
    config.clients.map(({ clientId }) => wireClientId(clientId)),
  ),
  ...duplicateProblems(
    'serviceProviders',
    'serviceId',
    config.serviceProviders.map(({ serviceId }) => wireClientId(serviceId)),
  ),
  ...duplicateProblems(
    'serviceProviders',
    'metadata',
    config.serviceProviders.map(({ metadata }) => metadata.entityId),
  ),
  ...providerProblems(config),
  ...duplicateProblems(
    'policies',
    'id',
    config.policies.map(({ id }) => id),
  ),
  ...duplicateProblems(
    'accounts',
    'userId',
    config.accounts.map(({ userId }) => (config.exactIds ? userId : foldedId(userId))),
  ),
  ...clientProblems(config),
  ...fapiProblems(config),
  ...policyProblems(config),
  ...rememberedBrowserProblems(config),
  ...passkeyProblems(config),
  ...defaultClientProblems(config),
];

/** The beginning of each placeholder for a secret in the documentation. */
export const PLACEHOLDER = /REPLACE-with-/;

/** Settings that still have a placeholder of the documentation. */
export function placeholderProblems(content: unknown, path = ''): string[] {
  if (typeof content === 'string')
    return PLACEHOLDER.test(content)
      ? [`${path}: is a placeholder of the documentation; replace it with a value of your own`]
      : [];
  if (Array.isArray(content))
    return content.flatMap((value, index) => placeholderProblems(value, `${path}[${index}]`));
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([key, value]) =>
    placeholderProblems(value, path === '' ? key : `${path}.${key}`),
  );
}

/** Secrets of the demonstration, which are published with the sources. */
type PublishedSecrets = { readonly secret: string; readonly certificate: string };

/** Problems of settings that are allowed in the demonstration only. */
export function productionProblems(config: ServerConfig, published: PublishedSecrets): string[] {
  const unencryptedLdapUrls = (config.ldap?.urls ?? []).filter(
    (url) => url.startsWith('ldap:') && !config.ldap?.startTls && !isLoopback(url),
  );
  const unencryptedSmsProblems = config.sms.flatMap((gateway, index) => {
    if (gateway.use === 'webhook') return [];
    const urls = gateway.use === 'nhn' ? [gateway.url, gateway.alimtalkUrl] : [gateway.url];
    return urls.some((url) => url.startsWith('http:') && !isLoopback(url))
      ? [`sms.gateways[${index}].url: must be https: codes would travel in the clear`]
      : [];
  });
  const isPortalUnencrypted = new URL(config.publicUrl).protocol === 'http:' && !isLoopback(config.publicUrl);
  const isPublishedCertificate = (pem: string): boolean =>
    new X509Certificate(pem).fingerprint256 === new X509Certificate(published.certificate).fingerprint256;
  return [
    ...(isPortalUnencrypted ? ['publicUrl: must be https on a public host'] : []),
    ...(config.desk && new URL(config.desk.url).protocol === 'http:' && !isLoopback(config.desk.url)
      ? ['desk.url: must be https']
      : []),
    ...unencryptedLdapUrls.map(
      (url) => `ldap.startTls: has to be on for ${url}: passwords would travel in the clear`,
    ),
    ...unencryptedSmsProblems,
    ...(serviceIdsOf(config).length === 0 ? ['clients: must name at least one client service'] : []),
    ...(config.policies.length === 0 ? ['policies: must name at least one policy'] : []),
    ...(config.samlKey && isPublishedCertificate(config.samlKey.certificate)
      ? ['saml.certificateFile: is the published certificate of the demonstration']
      : []),
    ...config.clients.flatMap(({ jwksUri = '' }, index) =>
      jwksUri.startsWith('http:') && !isLoopback(jwksUri) ? [`clients[${index}].jwksUri: must be https`] : [],
    ),
    ...config.clients.flatMap(({ clientSecret }, index) =>
      clientSecret === published.secret
        ? [`clients[${index}].clientSecret: is the published secret of the demonstration`]
        : [],
    ),
    ...config.serviceProviders.flatMap(({ metadata }, index) =>
      metadata.certificates.some(isPublishedCertificate)
        ? [`serviceProviders[${index}].metadata: has the published certificate of the demonstration`]
        : [],
    ),
  ];
}
