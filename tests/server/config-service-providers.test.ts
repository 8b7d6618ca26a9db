import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '#server/config/load.ts';
import { SP_KEY, spMetadata } from '#tests/server/saml/saml-server.ts';
import { newFolder } from '#tests/support/folder.ts';
import { ADDRESSES, CLIENT, POLICY, problemsOf, resolve } from './resolve-config.ts';

describe('service providers', () => {
  const PROVIDER = {
    serviceId: 'wiki-saml',
    metadata: spMetadata({ origin: 'https://wiki.example' }),
    serviceName: { ko: '위키', en: 'Wiki' },
  };
  const withMetadata = (metadata: string) => ({ serviceProviders: [{ ...PROVIDER, metadata }] });

  test('are read from their metadata', () => {
    const config = resolve({ serviceProviders: [PROVIDER] });
    expect(config.serviceProviders.map(({ serviceId }) => serviceId)).toEqual(['wiki-saml', 'demo-saml']);
    expect(config.serviceProviders[0]?.metadata).toMatchObject({
      entityId: 'https://wiki.example/sp',
      signsRequests: false,
      certificates: [],
      consumerServices: [
        { location: 'https://wiki.example/acs', index: 0, isDefault: false },
        { location: 'https://wiki.example/acs2', index: 7, isDefault: true },
      ],
      logoutServices: [
        { location: 'https://wiki.example/slo', responseLocation: 'https://wiki.example/slo-answer' },
      ],
    });
    expect(config.samlKey).toBeNull();
  });

  test('can be named in policies and as the default client', () => {
    const provider = { ...PROVIDER, initiateLoginUri: 'https://wiki.example/login' };
    const policies = [{ ...POLICY, clients: ['wiki-saml'] }];
    expect(
      resolve({ serviceProviders: [provider], policies, defaultClient: 'wiki-saml' }).defaultClient,
    ).toBe('wiki-saml');
  });

  test.each<[string, unknown, string]>([
    [
      'no metadata',
      { serviceProviders: [{ ...PROVIDER, metadata: undefined }] },
      'serviceProviders[0]: must have exactly one of',
    ],
    [
      'metadata twice',
      { serviceProviders: [{ ...PROVIDER, metadataFile: 'x.xml' }] },
      'serviceProviders[0]: must have exactly one of',
    ],
    [
      'a missing file',
      { serviceProviders: [{ ...PROVIDER, metadata: undefined, metadataFile: 'no.xml' }] },
      'serviceProviders[0].metadataFile: ENOENT',
    ],
    [
      'metadata that is not XML',
      withMetadata('nothing'),
      'serviceProviders[0].metadata: it has no single root',
    ],
    [
      'an XML entity',
      withMetadata('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
      'serviceProviders[0].metadata: a document type',
    ],
    [
      'another root element',
      withMetadata('<a/>'),
      'serviceProviders[0].metadata: it is not an EntityDescriptor',
    ],
    [
      'an address that no browser may be sent to',
      withMetadata(PROVIDER.metadata.replace('https://wiki.example/acs"', 'javascript:alert(1)"')),
      'serviceProviders[0].metadata: Location of AssertionConsumerService',
    ],
    [
      'signed requests without a certificate',
      withMetadata(PROVIDER.metadata.replace('AuthnRequestsSigned="false"', 'AuthnRequestsSigned="true"')),
      'serviceProviders[0].metadata: requests are signed',
    ],
    [
      'required signatures without a certificate',
      { serviceProviders: [{ ...PROVIDER, requireSignedRequests: true }] },
      'serviceProviders[0].metadata: has no certificate to check signatures with',
    ],
    [
      'the id of a client',
      { clients: [CLIENT], serviceProviders: [{ ...PROVIDER, serviceId: 'wi|ki' }] },
      'serviceProviders[0].serviceId: "wi|ki" is the id of a client',
    ],
    [
      'one entity ID twice',
      { serviceProviders: [PROVIDER, { ...PROVIDER, serviceId: 'other' }] },
      'serviceProviders[1].metadata: "https://wiki.example/sp" is used twice',
    ],
  ])('are refused with %s', (_name, file, problem) => {
    expect(problemsOf(() => resolve(file))).toEqual([expect.stringContaining(problem)]);
  });

  test('are enough in production without clients, but not with the demo certificate', () => {
    const withoutClients = { publicUrl: 'https://login.example.com', policies: [POLICY] };
    expect(
      problemsOf(() => resolve({ ...withoutClients, serviceProviders: [PROVIDER] }, 'production')),
    ).toEqual([]);
    const metadata = spMetadata({ origin: 'https://wiki.example', hasKey: true });
    expect(
      problemsOf(() =>
        resolve({ ...withoutClients, serviceProviders: [{ ...PROVIDER, metadata }] }, 'production'),
      ),
    ).toEqual(['serviceProviders[0].metadata: has the published certificate of the demonstration']);
  });

  test('may have their metadata, and the server its key, in files next to the configuration', () => {
    const folder = newFolder();
    const path = join(folder, 'config.json');
    const file = {
      serviceProviders: [{ ...PROVIDER, metadata: undefined, metadataFile: 'wiki.xml' }],
      saml: { privateKeyFile: 'key.pem', certificateFile: 'certificate.pem' },
    };
    writeFileSync(path, JSON.stringify(file));
    writeFileSync(join(folder, 'wiki.xml'), PROVIDER.metadata);
    writeFileSync(join(folder, 'key.pem'), SP_KEY.privateKey);
    writeFileSync(join(folder, 'certificate.pem'), SP_KEY.certificate);
    const config = loadConfig({ MUNJIGI_CONFIG: path }, ADDRESSES);
    expect(config.serviceProviders[0]?.metadata.entityId).toBe('https://wiki.example/sp');
    expect(config.samlKey).toEqual(SP_KEY);
    writeFileSync(join(folder, 'certificate.pem'), 'nothing');
    expect(problemsOf(() => loadConfig({ MUNJIGI_CONFIG: path }, ADDRESSES))).toEqual([
      expect.stringMatching(/^saml: /),
    ]);
  });
});
