import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEMO_CLIENT_SECRET } from '#server/config/demo.ts';
import { loadConfig } from '#server/config/load.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { newFolder } from '#tests/support/folder.ts';
import { signingKey } from '#tests/support/server/signing-key.ts';
import { configSchema } from '#tools/config-schema.ts';
import { ADDRESSES, CLIENT, POLICY, problemsOf, resolve } from './resolve-config.ts';

const JWKS = { keys: [signingKey('ES256').jwk] };
/** A service that authenticates with keys. */
const CLIENT_WITH_KEYS = { ...CLIENT, clientSecret: undefined, jwks: JWKS };
const SHORT_RSA = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });

const PRODUCTION = { publicUrl: 'https://login.example.com', clients: [CLIENT], policies: [POLICY] };

describe('the demonstration', () => {
  test('needs no file', () => {
    const config = loadConfig({}, ADDRESSES);
    expect(config).toMatchObject({
      mode: 'demo',
      publicUrl: 'http://localhost:8080',
      defaultClient: 'demo-oidc',
      ipUrl: 'http://localhost:8081/ip',
      session: { idleMinutes: 30, absoluteMinutes: 720 },
    });
    expect(config.clients.slice(0, 1)).toMatchObject([
      {
        clientId: 'demo-oidc',
        redirectUris: ['http://localhost:8081/service/callback', 'http://127.0.0.1:8081/service/callback'],
        postLogoutRedirectUris: ['http://localhost:8081/service', 'http://127.0.0.1:8081/service'],
        initiateLoginUri: 'http://localhost:8081/service/login',
      },
    ]);
  });

  test('adds its services to those of a file', () => {
    const { clients, policies } = resolve({ clients: [CLIENT], policies: [POLICY] });
    expect(clients.map(({ clientId }) => clientId)).toEqual([
      'wiki',
      'demo-oidc',
      'demo-board',
      'demo-library',
    ]);
    expect(policies.map(({ id }) => id)).toEqual(expect.arrayContaining(['password', 'standard']));
  });

  test('has a client replaced by that of the file with the same ID', () => {
    const ownClient = { ...CLIENT, clientId: 'demo-oidc', initiateLoginUri: 'https://wiki.example/login' };
    const { clients } = resolve({ clients: [ownClient] });
    const demoClients = clients.filter(({ clientId }) => clientId === 'demo-oidc');
    expect(demoClients.map(({ redirectUris }) => redirectUris)).toEqual([['https://wiki.example/oidc']]);
  });
});

describe('a wrong file', () => {
  test('is reported with all its problems', () => {
    const file = {
      publicUrl: 'https://login.example.com/portal',
      clients: [
        CLIENT,
        {
          clientId: 'x',
          redirectUris: ['javascript:alert(1)', 'https://x.example/#top'],
          serviceName: { ko: 'X' },
        },
      ],
      policies: [{ ...POLICY, methods: ['telepathy'], hours: { from: '9', until: '18:00' } }],
      lock: { maxFailures: 0 },
      argon2: { memory: 8, parallelism: 2 },
      colour: 'red',
    };
    expect(problemsOf(() => resolve(file))).toEqual([
      'publicUrl: must be an origin such as https://login.example.com: no path, no trailing slash',
      'clients[1].redirectUris[0]: must be an absolute URI that a browser may be sent to',
      'clients[1].redirectUris[1]: must not have a fragment',
      'clients[1].serviceName.en: is missing',
      'policies[0].hours.from: must be a time of day such as 09:00',
      expect.stringMatching(/^policies\[0\]\.methods\[0\]: must be .*"pw".*, not "telepathy"$/),
      'lock.maxFailures: must be at least 1',
      'argon2: must have a memory of at least 8 KiB for each lane',
      'colour: is not a known setting',
    ]);
  });

  test.for([
    ['a repeated client', { clients: [CLIENT, CLIENT] }, 'clients[1].clientId: "wiki" is used twice'],
    [
      'clients that differ by pipes alone',
      { clients: [CLIENT, { ...CLIENT, clientId: 'wi|ki' }] },
      'clients[1].clientId: "wiki" is used twice',
    ],
    ['a repeated policy', { policies: [POLICY, POLICY] }, 'policies[1].id: "password" is used twice'],
    [
      'a policy of an unknown client',
      { policies: [{ ...POLICY, clients: ['demo-oidc', 'wikki'] }] },
      'policies[0].clients[1]: there is no client "wikki"',
    ],
    ['an unknown default client', { defaultClient: 'wikki' }, 'defaultClient: there is no client "wikki"'],
    [
      'a default client without initiateLoginUri',
      { clients: [CLIENT], defaultClient: 'wiki' },
      'defaultClient: "wiki" has no initiateLoginUri',
    ],
    [
      'client_secret_post without a secret',
      { clients: [{ ...CLIENT, clientSecret: undefined, tokenEndpointAuthMethod: 'client_secret_post' }] },
      'clients[0].clientSecret: is missing for client_secret_post',
    ],
    [
      'the secret of a public client',
      { clients: [{ ...CLIENT, tokenEndpointAuthMethod: 'none' }] },
      'clients[0].clientSecret: has no effect when tokenEndpointAuthMethod is none',
    ],
    [
      'both a secret and keys',
      { clients: [{ ...CLIENT, tokenEndpointAuthMethod: 'private_key_jwt', jwks: JWKS }] },
      'clients[0].clientSecret: has no effect when tokenEndpointAuthMethod is private_key_jwt',
    ],
    [
      'private_key_jwt without keys',
      { clients: [{ ...CLIENT, clientSecret: undefined, tokenEndpointAuthMethod: 'private_key_jwt' }] },
      'clients[0].jwks: is missing for private_key_jwt',
    ],
    [
      'keys without private_key_jwt',
      { clients: [{ ...CLIENT, jwks: JWKS }] },
      'clients[0].tokenEndpointAuthMethod: must be private_key_jwt for a service with keys, not client_secret_basic',
    ],
    [
      'both jwks and jwksUri',
      { clients: [{ ...CLIENT_WITH_KEYS, jwksUri: 'https://wiki.example/jwks' }] },
      'clients[0].jwksUri: must not be combined with jwks',
    ],
    [
      'a public client with introspection',
      { clients: [{ ...CLIENT, clientSecret: undefined, introspection: true }] },
      'clients[0].introspection: needs a service that authenticates with a secret or keys',
    ],
    [
      'a private key',
      { clients: [{ ...CLIENT_WITH_KEYS, jwks: { keys: [signingKey('ES256').privateJwk] } }] },
      'clients[0].jwks.keys[0]: must not contain a private key',
    ],
    [
      'a key that is too short',
      { clients: [{ ...CLIENT_WITH_KEYS, jwks: { keys: [SHORT_RSA] } }] },
      'clients[0].jwks.keys[0]: must be a public key: RSA of 2048 bits or more, P-256 or Ed25519',
    ],
    [
      'a secret when FAPI requires keys',
      { clients: [CLIENT], oidc: { fapi: true } },
      'clients[0].tokenEndpointAuthMethod: must be private_key_jwt for fapi, not client_secret_basic',
    ],
    [
      'a device flow that FAPI does not allow',
      { clients: [{ ...CLIENT_WITH_KEYS, fapi: true, deviceFlow: true }] },
      'clients[0].deviceFlow: is not allowed for fapi',
    ],
    [
      'an address that FAPI does not allow',
      { clients: [{ ...CLIENT_WITH_KEYS, fapi: true, redirectUris: ['http://wiki.example/callback'] }] },
      'clients[0].redirectUris[0]: must be https for fapi',
    ],
    ['a list instead of an object', [], 'the file: must be an object'],
    ['clients that are not a list', { clients: {} }, 'clients: must be Array, not Object'],
    [
      'an unknown time zone',
      { timeZone: 'Mars/Olympus' },
      'timeZone: must be a time zone such as Asia/Seoul',
    ],
    [
      'a logo that is neither a path nor https',
      { branding: { logo: '//evil.example/x' } },
      'branding.logo: must be a path of this server or an https URL',
    ],
    [
      'a dark logo over plain http',
      { branding: { logo: { light: '/a.svg', dark: 'http://evil.example/x' } } },
      'branding.logo.dark: must be a path of this server or an https URL',
    ],
    [
      'a logo for one theme alone',
      { branding: { logo: { light: '/a.svg' } } },
      'branding.logo: must be a path of this server or an https URL, or { light, dark } with two such addresses',
    ],
    [
      'a colour followed by other CSS',
      { branding: { colors: { accent: 'red;}*{' } } },
      'branding.colors.accent: must be a CSS colour',
    ],
    [
      'an app scheme that browsers follow themselves',
      { appScheme: 'https' },
      'appScheme: must be the scheme of an app, not a scheme that browsers open themselves',
    ],
    ['an invalid app scheme', { appScheme: 'java\tscript' }, 'appScheme: must be a URI scheme'],
  ] as const)('is refused with %s', ([, file, problem]) => {
    expect(problemsOf(() => resolve(file))).toEqual([problem]);
  });

  test('prints its problems below its name', () => {
    expect(() => resolve({ colour: 'red' })).toThrow(
      'config.json cannot be used:\n  colour: is not a known setting',
    );
  });
});

describe('production', () => {
  test('has no services or accounts of the demonstration', () => {
    const config = resolve(PRODUCTION, 'production');
    expect(config.clients.map(({ clientId }) => clientId)).toEqual(['wiki']);
    expect(config.policies.map(({ id }) => id)).toEqual(['password']);
    expect(config).toMatchObject({ mode: 'production', accounts: [] });
    expect(config).not.toHaveProperty('ipUrl');
    expect(config).not.toHaveProperty('defaultClient');
  });

  test.for([
    ['no file', {}, ['publicUrl: is missing']],
    [
      'plain http on a public host',
      { ...PRODUCTION, publicUrl: 'http://login.example.com' },
      ['publicUrl: must be https on a public host'],
    ],
    [
      'no services and no policies',
      { publicUrl: 'https://login.example.com' },
      ['clients: must name at least one client service', 'policies: must name at least one policy'],
    ],
    [
      'a placeholder of the documentation',
      { ...PRODUCTION, clients: [{ ...CLIENT, clientSecret: 'REPLACE-with-32-random-bytes' }] },
      ['clients[0].clientSecret: is a placeholder of the documentation; replace it with a value of your own'],
    ],
    [
      'keys over plain http',
      {
        ...PRODUCTION,
        clients: [{ ...CLIENT_WITH_KEYS, jwks: undefined, jwksUri: 'http://wiki.example/jwks' }],
      },
      ['clients[0].jwksUri: must be https'],
    ],
    [
      'the secret of the demonstration',
      { ...PRODUCTION, clients: [{ ...CLIENT, clientSecret: DEMO_CLIENT_SECRET }] },
      ['clients[0].clientSecret: is the published secret of the demonstration'],
    ],
  ] as const)('refuses %s', ([, file, problems]) => {
    expect(problemsOf(() => resolve(file, 'production'))).toEqual(problems);
  });

  test('may have a loopback address', () => {
    expect(resolve({ ...PRODUCTION, publicUrl: 'http://localhost:8080' }, 'production').publicUrl).toBe(
      'http://localhost:8080',
    );
  });

  test('requires the path of its file', () => {
    expect(problemsOf(() => loadConfig({ MUNJIGI_MODE: 'production' }, ADDRESSES))).toEqual([
      'is required in production',
    ]);
  });
});

test('an unknown mode is refused', () => {
  expect(problemsOf(() => loadConfig({ MUNJIGI_MODE: 'prod' }, ADDRESSES))).toEqual([
    '"prod" is neither demo nor production',
  ]);
});

describe('the file that MUNJIGI_CONFIG names', () => {
  let folder = '';
  beforeEach(() => {
    folder = newFolder();
  });

  const load = (text: string): ServerConfig => {
    const path = join(folder, 'config.json');
    writeFileSync(path, text);
    return loadConfig({ MUNJIGI_CONFIG: path }, ADDRESSES);
  };

  test('is read', () => {
    expect(load(JSON.stringify({ $schema: 'docs/config.schema.json', saas: true })).saas).toBe(true);
  });

  test('must be JSON', () => {
    expect(problemsOf(() => load('{"saas": tru'))).toEqual([expect.stringMatching(/JSON/)]);
  });

  test('must exist', () => {
    const missing = join(folder, 'none.json');
    expect(problemsOf(() => loadConfig({ MUNJIGI_CONFIG: missing }, ADDRESSES))).toEqual([
      expect.stringMatching(/^ENOENT/),
    ]);
  });
});

describe('docs/config.schema.json', () => {
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null;

  const fieldsWithoutDescription = (schema: unknown, path = ''): readonly string[] => {
    if (!isObject(schema)) return [];
    const { properties } = schema;
    const fields = isObject(properties) ? Object.entries(properties) : [];
    return [
      ...fields.flatMap(([name, field]) => [
        ...(isObject(field) && field['description'] ? [] : [`${path}.${name}`]),
        ...fieldsWithoutDescription(field, `${path}.${name}`),
      ]),
      ...Object.entries(schema).flatMap(([key, part]) =>
        key === 'properties' ? [] : fieldsWithoutDescription(part, path),
      ),
    ];
  };

  test('is the generated schema', () => {
    expect(JSON.parse(readFileSync('docs/config.schema.json', 'utf8'))).toEqual(configSchema());
  });

  test('describes every field', () => {
    expect(
      fieldsWithoutDescription({
        properties: { a: { items: { properties: { b: {} } }, description: 'A.' } },
      }),
    ).toEqual(['.a.b']);
    expect(fieldsWithoutDescription(configSchema())).toEqual([]);
  });
});

/** A setting, its default, and the words for both in docs/isms-p.md and docs/isms-p.ko.md. */
test.each([
  ['audit.days', 366, '`audit.days`: 366 (default)', '`audit.days`를 366(기본값)'],
  ['dormantDays', undefined, '`dormantDays`', '`dormantDays`'],
  ['exactIds', false, 'unless `exactIds` is set', '`exactIds`를 켜지 않으면'],
  ['limits', undefined, '`limits`', '`limits`'],
  ['lock.maxFailures', 5, '`lock` (5 failures,', '`lock`(5번 실패하면'],
  ['lock.minutes', 30, '30 minutes);', '실패하면 30분)'],
  ['passwordRules', 'strictest', '`passwordRules: "strictest"`', '`passwordRules: "strictest"`'],
  ['passwordSecurity.level', 3, '`level` (3:', '`level`(3:'],
  ['passwordSecurity.passwordDays', 0, '`passwordDays`', '`passwordDays`'],
  ['passwordSecurity.passwordReuseLimit', 3, '`passwordReuseLimit`', '`passwordReuseLimit`'],
  ['passwordSecurity.refuseCommon', undefined, '`refuseCommon`', '`refuseCommon`'],
  ['passwordSecurity.twoKinds', false, '`twoKinds`', '`twoKinds`'],
  ['policies', undefined, '`policies`', '`policies`'],
  ['scim', undefined, '`scim`', '`scim`'],
  ['session.absoluteMinutes', 12 * 60, '12 hours in all', '12시간이 지나면'],
  ['session.concurrent', 'allow', '`concurrent`', '`session.concurrent`'],
  ['session.idleMinutes', 30, '30 minutes idle', '30분 동안 사용하지 않'],
  ['session.lastSignIn', 'off', '`lastSignIn`', '`session.lastSignIn`'],
  ['session.newSignInMail', 'off', '`newSignInMail`', '`session.newSignInMail`'],
] as const)(
  'the documents of ISMS-P name the setting %s with its default %j',
  (path, defaultValue, english, korean) => {
    type Schema = { readonly properties?: Readonly<Record<string, Schema>>; readonly default?: unknown };
    const setting = path
      .split('.')
      .reduce<Schema | undefined>((schema, name) => schema?.properties?.[name], configSchema() as Schema);
    expect(setting).toBeDefined();
    if (defaultValue !== undefined) expect(setting?.default).toBe(defaultValue);
    expect(readFileSync('docs/isms-p.md', 'utf8')).toContain(english);
    expect(readFileSync('docs/isms-p.ko.md', 'utf8')).toContain(korean);
  },
);
