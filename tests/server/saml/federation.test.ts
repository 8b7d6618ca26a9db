import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { metadataSourceId } from '#server/config/federations.ts';
import { resolveConfig } from '#server/config/load.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { localTime } from '#server/login/policy/local-time.ts';
import { resolvePolicy } from '#server/login/policy/resolve.ts';
import { warningsOf } from '#server/login/policy/warnings.ts';
import { selfSignedCertificate } from '#server/protocols/saml/certificate.ts';
import { federationsIn } from '#server/protocols/saml/federation/federations.ts';
import { readSigned } from '#server/protocols/saml/federation/read-signed.ts';
import { startServer } from '#server/start/start.ts';
import { federationMetadataIn } from '#server/storage/repositories/federation-metadata.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { problemsOf } from '#tests/server/resolve-config.ts';
import { newFolder } from '#tests/support/folder.ts';
import { admin } from '#tests/support/server/admin.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { startHttpServer } from '#tests/support/server/http-server.ts';
import { CHEAP_HASHING, testServer } from '#tests/support/server/server.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';
import { authnRequest, logoutRequest, redirectAddress } from './requests.ts';
import { SP_KEY, spMetadata, startSamlServer } from './saml-server.ts';

const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START_TIME = Date.UTC(2026, 0, 1);

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const fields = { commonName: 'federation', serial: randomBytes(8), from: 0, until: 1 };
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: selfSignedCertificate(privateKey, publicKey, fields),
  };
}

/** The certificate expired in 1970, which does not matter: only its key is compared. */
const FEDERATION_KEY = newKey();
const NEXT_KEY = newKey();

const entity = (host: string) =>
  spMetadata({ origin: `https://${host}`, isSigned: true }).replace('<?xml version="1.0"?>', '');

const namedEntity = (host: string, name: string) =>
  entity(host).replace(
    /(<md:SPSSODescriptor[^>]*>)/,
    `$1<md:Extensions><mdui:UIInfo xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui"><mdui:DisplayName xml:lang="ko">${name}</mdui:DisplayName></mdui:UIInfo></md:Extensions>`,
  );

const iso = (at: number) => new Date(at).toISOString();

const aggregate = (content: string, attributes = `validUntil="${iso(START_TIME + 24 * HOUR)}"`) =>
  `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" ID="_federation" ${attributes}>${content}</md:EntitiesDescriptor>`;

function signDocument(xml: string, key = FEDERATION_KEY): string {
  const root = '//*[@ID="_federation"]';
  const signature = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
  });
  signature.addReference({
    xpath: root,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE_C14N],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signature.computeSignature(xml, { location: { reference: root, action: 'prepend' } });
  return signature.getSignedXml();
}

const IDP = `<md:EntityDescriptor entityID="https://idp.example"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/></md:EntityDescriptor>`;
const VALID_DOCUMENT = signDocument(
  aggregate(entity('wiki.example') + namedEntity('board.example', '게시판') + IDP),
);

const folder = newFolder();
let response = { status: 200, body: '' };
let callCount = 0;
const { url: origin, close } = await startHttpServer((_req, res) => {
  callCount += 1;
  res.writeHead(response.status, { Location: '/elsewhere' }).end(response.body);
});

const url = `${origin}/`;
writeFileSync(join(folder, 'federation.pem'), FEDERATION_KEY.certificate);
writeFileSync(join(folder, 'both.pem'), FEDERATION_KEY.certificate + NEXT_KEY.certificate);

afterAll(close);

beforeEach(() => {
  response = { status: 200, body: VALID_DOCUMENT };
  callCount = 0;
});

const WIKI = {
  serviceId: 'wiki',
  federation: 'kafe',
  entityId: 'https://wiki.example/sp',
  serviceName: { ko: '위키', en: 'Wiki' },
};

const configOf = (
  federation: object = {},
  providers: readonly object[] = [WIKI],
  otherEntries: object = {},
  mode: 'demo' | 'production' = 'demo',
) =>
  resolveConfig(
    {
      federations: [{ name: 'kafe', url, certificateFile: 'federation.pem', ...federation }],
      serviceProviders: providers,
      ...otherEntries,
    },
    'the test',
    { mode, publicUrl: 'http://localhost', labOrigin: 'http://localhost:1', folder },
  );

/** A portal that reads metadata into a storage, with a clock that the test moves. */
async function openPortal() {
  const storage = await openTestStorage();
  let now = START_TIME;
  const federations = federationsIn(storage, () => now);
  return {
    storage,
    /** Another server, or the same one after a restart. */
    otherServer: () => federationsIn(storage, () => now),
    read: async (config = configOf()) => {
      await federations.readDue(config);
      const { serviceProviders } = await federations.withFederatedServices(config);
      return serviceProviders.flatMap(({ federation, serviceId }) => (federation ? [serviceId] : []));
    },
    advance: (ms: number) => {
      now += ms;
    },
    close: () => storage.close(),
  };
}

test('configured services are read from the signed metadata, with keys and addresses', async () => {
  const portal = await openPortal();
  expect(await portal.read()).toEqual(['wiki']);
  const { serviceProviders } = await portal.otherServer().withFederatedServices(configOf());
  expect(serviceProviders.find(({ serviceId }) => serviceId === 'wiki')).toMatchObject({
    serviceId: 'wiki',
    federation: 'kafe',
    serviceName: WIKI.serviceName,
    metadata: { entityId: WIKI.entityId, signsRequests: true, certificates: [SP_KEY.certificate] },
  });
  await portal.close();
});

test('all services are read when so configured, with their names, and a policy applies to them', async () => {
  const portal = await openPortal();
  const policy = { id: 'kafe', clients: ['federation:kafe'], authType: 'other', methods: ['pw'] };
  const config = configOf({ take: 'all' }, [WIKI], { policies: [policy] });
  expect(await portal.read(config)).toEqual(['wiki', 'https://board.example/sp']);
  const { serviceProviders, policies } = await portal.otherServer().withFederatedServices(config);
  expect(serviceProviders.find(({ serviceId }) => serviceId.includes('board'))?.serviceName).toEqual({
    ko: '게시판',
    en: '게시판',
  });
  expect(policies[0]?.clients).toEqual(['federation:kafe', 'wiki', 'https://board.example/sp']);
  const policyAt = (rules: ServerConfig) =>
    resolvePolicy(rules, { userId: 'kim', groups: new Set() }, 'wiki', localTime(START_TIME, 'UTC'), null);
  const policyBefore = policyAt({ ...config, policies });
  portal.advance(4 * HOUR);
  response.body = signDocument(aggregate(entity('wiki.example')));
  expect(await portal.read(config)).toEqual(['wiki']);
  const policyAfter = policyAt(await portal.otherServer().withFederatedServices(config));
  expect([policyBefore, policyAfter]).toEqual(
    [
      ['federation:kafe', 'wiki', 'https://board.example/sp'],
      ['federation:kafe', 'wiki'],
    ].map((clients) => ({
      ok: true,
      policy: {
        policyId: policyBefore.ok && policyBefore.policy.policyId,
        rule: expect.objectContaining({ clients }),
      },
    })),
  );
  await portal.close();
});

test('the signed metadata of one service is read, as a metadata query (MDQ) returns it', async () => {
  const portal = await openPortal();
  const rootAttributes = `ID="_federation" validUntil="${iso(START_TIME + HOUR)}"`;
  response.body = signDocument(entity('wiki.example').replace(' entityID', ` ${rootAttributes} entityID`));
  const warningsAbout = (config: ServerConfig) =>
    warningsOf(config).filter((warning) => warning.includes('kafe'));
  expect(warningsAbout(configOf())).toEqual([
    'federations "kafe": its metadata does not describe "https://wiki.example/sp", or was not read yet: nobody signs in there',
  ]);
  expect(await portal.read()).toEqual(['wiki']);
  expect(warningsAbout(await portal.otherServer().withFederatedServices(configOf()))).toEqual([]);
  await portal.close();
});

test('a service of a federation signs people in and out with the key of the metadata, and with no other', async () => {
  response.body = signDocument(aggregate(entity('wiki.example'), `validUntil="${iso(Date.now() + HOUR)}"`));
  const storage = await openTestStorage();
  const federations = federationsIn(storage, Date.now);
  const certificateFile = join(folder, 'federation.pem');
  const saml = await startSamlServer(
    { federations: [{ name: 'kafe', url, certificateFile }], serviceProviders: [WIKI] },
    async (config) => {
      await federations.readDue(config);
      return federations.withFederatedServices(config);
    },
  );
  const origin = 'https://wiki.example';
  const send = async (path: string, xml: string, key: string) => {
    const address = redirectAddress(`${saml.origin}/saml/${path}`, xml, { isSigned: true, key });
    const answer = await new Browser().open(address, { headers: { accept: 'application/json' } });
    return { status: answer.status, text: await answer.text() };
  };
  for (const [path, xml, accepted] of [
    ['sso', authnRequest(saml, { origin }), { status: 303, text: '' }],
    [
      'slo',
      logoutRequest(saml, origin, 'kim'),
      { status: 200, text: expect.stringContaining(`action="${origin}/slo-answer"`) },
    ],
  ] as const) {
    const refusal = await send(path, xml, NEXT_KEY.privateKey);
    expect([path, refusal.text]).toEqual([path, expect.stringContaining('signature_invalid')]);
    expect([path, await send(path, xml, SP_KEY.privateKey)]).toEqual([path, accepted]);
  }
  await saml.close();
  await storage.close();
});

test('the last valid document remains in use after a failed reading, until it expires', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const portal = await openPortal();
  await portal.read();
  const invalidResponses = [
    { status: 302, body: VALID_DOCUMENT },
    { status: 200, body: signDocument(aggregate(entity('wiki.example')), NEXT_KEY) },
    { status: 200, body: signDocument(aggregate(entity('wiki.example'), `validUntil="${iso(START_TIME)}"`)) },
    { status: 200, body: ' '.repeat(10_000_001) },
  ];
  portal.advance(4 * HOUR);
  for (const invalidResponse of invalidResponses) {
    response = invalidResponse;
    expect(await portal.read()).toEqual(['wiki']);
    portal.advance(10 * MINUTE);
  }
  expect(await portal.read()).toEqual(['wiki']);
  const reasons = ['HTTP 302', 'not from the sender', 'validUntil has passed', 'larger than'];
  expect(errors.mock.calls.map(([line]) => line)).toEqual(
    reasons.map((reason) => expect.stringMatching(`of the federation kafe was not accepted: .*${reason}`)),
  );
  const stored = await portal.otherServer().withFederatedServices(configOf());
  expect(stored.serviceProviders.map(({ serviceId }) => serviceId)).toContain('wiki');
  portal.advance(24 * HOUR);
  expect(await portal.read()).toEqual([]);
  await portal.close();
});

test('metadata is read when it is due, and its signing key may change', async () => {
  const portal = await openPortal();
  response.body = signDocument(
    aggregate(entity('wiki.example'), `validUntil="${iso(START_TIME + HOUR)}" cacheDuration="PT10M"`),
  );
  await portal.read();
  response.body = signDocument(aggregate(entity('board.example')));
  expect(await portal.read()).toEqual(['wiki']);
  portal.advance(10 * MINUTE);
  expect(await portal.read()).toEqual([]);
  response.body = signDocument(aggregate(entity('wiki.example')), NEXT_KEY);
  expect(await portal.read(configOf({ certificateFile: 'both.pem' }))).toEqual(['wiki']);
  await portal.close();
});

test('one of several servers reads the metadata, and another takes over after a crash', async () => {
  const portal = await openPortal();
  const config = configOf();
  const [{ url: address = '', certificates: pinned = [] } = {}] = config.federations;
  const crashed = federationMetadataIn(portal.storage, () => START_TIME);
  await crashed.begin(metadataSourceId({ url: address, certificates: pinned }), START_TIME + 6 * MINUTE);
  expect(await portal.read()).toEqual([]);
  portal.advance(6 * MINUTE);
  const servers = [portal.otherServer(), portal.otherServer()];
  await Promise.all(servers.map((server) => server.readDue(config)));
  expect(callCount).toBe(1);
  expect(await portal.read()).toEqual(['wiki']);
  await portal.close();
});

test('the command prints the state of each federation to the operator', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const server = await testServer();
  const { now, storage } = server.portal;
  const federations = federationsIn(storage, now);
  const stateOf = async (config: ServerConfig) => {
    const portal = { ...server.portal, config: await federations.withFederatedServices(config) };
    return (await admin({ ...server, portal }, 'federations')).out;
  };
  const config = configOf();
  expect(await stateOf(configOf({}, [], { federations: [] }))).toContain('names no federation');
  expect(await stateOf(config)).toBe(
    'kafe  last read · 마지막 확인 never · 없음  valid until · 유효 기한 never · 없음  services · 서비스 0',
  );
  const [readAt, validUntil] = [now(), now() + 24 * HOUR];
  response.body = signDocument(aggregate(entity('wiki.example'), `validUntil="${iso(validUntil)}"`));
  await federations.readDue(config);
  const stateAfterReading = `kafe  last read · 마지막 확인 ${iso(readAt)}  valid until · 유효 기한 ${iso(validUntil)}  services · 서비스 1`;
  expect(await stateOf(config)).toBe(stateAfterReading);
  server.wait(4 * HOUR);
  response.status = 500;
  await federations.readDue(config);
  expect(await stateOf(config)).toBe(`${stateAfterReading}  failed since · 이후 실패: HTTP 500`);
  expect(await federations.reports(config)).toEqual([
    { name: 'kafe', readAt, validUntil, failure: 'HTTP 500' },
  ]);
});

const certificates = [FEDERATION_KEY.certificate];
const inner = aggregate(entity('evil.example')).replace('"_federation"', '"_other"');
const signature = /<Signature[\s\S]*<\/Signature>/.exec(VALID_DOCUMENT)?.[0] ?? '';

test.each([
  ['that is not signed', aggregate(entity('wiki.example')), 'it is not signed'],
  ['that was changed', VALID_DOCUMENT.replaceAll('wiki.example', 'evil.example'), 'not from the sender'],
  [
    'whose signature covers a part',
    inner.replace('</md:EntitiesDescriptor>', `${VALID_DOCUMENT}</md:EntitiesDescriptor>`),
    'it is not signed',
  ],
  [
    'whose signature is in another root',
    inner.replace(/(ID="_other"[^>]*>)/, `$1${signature}${VALID_DOCUMENT.replace(signature, '')}`),
    'does not cover the whole message',
  ],
  [
    'that contains its own key',
    signDocument(aggregate(entity('wiki.example')), NEXT_KEY),
    'not from the sender',
  ],
  ['without validUntil', signDocument(aggregate(entity('wiki.example'), '')), 'validUntil is missing'],
])('a document %s is not accepted', (_name, xml, problem) => {
  expect(readSigned({ xml, certificates })).toEqual({ problem: expect.stringContaining(problem) });
});

test('an expired or unusable service does not affect the others', () => {
  const expired = entity('over.example').replace(' entityID', ` validUntil="${iso(START_TIME)}" entityID`);
  const broken = entity('broken.example').replace('https://broken.example/acs"', 'javascript:alert(1)"');
  const nested = aggregate(entity('wiki.example')).replace('ID="_federation"', 'ID="_inner"');
  const read = readSigned({ xml: signDocument(aggregate(expired + broken + nested)), certificates });
  expect('aggregate' in read && read.aggregate.entities).toEqual([
    expect.objectContaining({ validUntil: START_TIME }),
    expect.objectContaining({ metadata: expect.objectContaining({ entityId: 'https://wiki.example/sp' }) }),
  ]);
});

test.each<[string, Parameters<typeof configOf>, string]>([
  [
    'an unknown federation',
    [{ name: 'other' }],
    'serviceProviders[0].federation: there is no federation "kafe"',
  ],
  ['no certificate', [{ certificateFile: 'no.pem' }], 'federations[0].certificateFile: ENOENT'],
  ['a plain address', [{ url: 'http://metadata.example/' }], 'federations[0].url: must be https'],
  [
    'all services and no policy',
    [{ take: 'all' }, [], { publicUrl: 'https://login.example', policies: [] }, 'production'],
    'federations[0].take: no policy applies',
  ],
  [
    'a refresh once in two days',
    [{ refreshMinutes: 2880 }],
    'federations[0].refreshMinutes: must be at most',
  ],
  ['no entity ID', [{}, [{ ...WIKI, entityId: undefined }]], 'serviceProviders[0]: must have both'],
])('a configuration with %s is refused', (_name, args, problem) => {
  expect(problemsOf(() => configOf(...args))).toContainEqual(expect.stringContaining(problem));
});

test('a running server applies new metadata of a federation', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const configs: ServerConfig[] = [];
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><html lang="ko"><head></head></html>');
  response.body = signDocument(aggregate(entity('wiki.example'), `validUntil="${iso(Date.now() + HOUR)}"`));
  const portal = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: join(folder, 'data'),
    siteDir: join(folder, 'dist'),
    config: configOf({}, [WIKI], { argon2: CHEAP_HASHING }),
    engines: [
      async ({ config }) => {
        configs.push(config);
        return { ...fakeEngine(), handles: () => false, handler: () => undefined };
      },
    ],
  });
  const idsOf = (config?: ServerConfig) => config?.serviceProviders.map(({ serviceId }) => serviceId);
  await vi.waitFor(() => expect(configs).toHaveLength(2), { timeout: 15_000 });
  expect(configs.map(idsOf)).toEqual([['demo-saml'], ['demo-saml', 'wiki']]);
  await portal.close();
});
