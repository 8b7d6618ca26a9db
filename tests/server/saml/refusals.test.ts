import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { selfSigned } from '#server/protocols/saml/certificate.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { authnRequest, byPost, byRedirect, newId, type RequestValues, signed } from './requests.ts';
import { type SamlServer, SIGNED, SP_KEY, startSamlServer } from './saml-server.ts';

/** Signs a request by algorithms of the sender's choice. */
function signedWith(xml: string, signatureAlgorithm: string, digestAlgorithm: string): string {
  const canonicalizationAlgorithm = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonicalizationAlgorithm];
  const signature = new SignedXml({
    privateKey: SP_KEY.privateKey,
    signatureAlgorithm,
    canonicalizationAlgorithm,
  });
  signature.addReference({ xpath: '/*', transforms, digestAlgorithm });
  signature.computeSignature(xml, { location: { reference: '/*/*[1]', action: 'after' } });
  return signature.getSignedXml();
}

describe('an AuthnRequest is refused', () => {
  let server: SamlServer;
  let sso = '';
  beforeAll(async () => {
    server = await startSamlServer();
    sso = `${server.origin}/saml/sso`;
  });
  afterAll(() => server.close());

  const codeOf = async (response: Response): Promise<string> => {
    const location = response.headers.get('location');
    return location === null ? String((await response.json()).error) : `goes on: ${response.status}`;
  };
  const JSON_ONLY = { accept: 'application/json' };
  const get = async (url: string) => codeOf(await new Browser().open(url, { headers: JSON_ONLY }));
  const post = async (fields: Record<string, string>) =>
    codeOf(
      await new Browser().open(sso, {
        method: 'POST',
        headers: JSON_ONLY,
        body: new URLSearchParams(fields),
      }),
    );
  const plain = (values: RequestValues = {}) => get(byRedirect(sso, authnRequest(server, values)));
  const ofSigner = (values: RequestValues = {}) => authnRequest(server, { ...values, origin: SIGNED.origin });

  it('never when it is good, by either binding', async () => {
    expect([await plain(), await post(byPost(authnRequest(server)))]).toEqual([
      'goes on: 303',
      'goes on: 303',
    ]);
    expect(await get(byRedirect(sso, ofSigner(), { isSigned: true, relayState: 'x' }))).toBe('goes on: 303');
    expect(await post(byPost(signed(ofSigner())))).toBe('goes on: 303');
  });

  it.each<[string, RequestValues, string]>([
    ['of nobody known', { issuer: 'https://nobody.example/sp' }, 'unknown_service_provider'],
    ['without an issuer', { issuer: '' }, 'unknown_service_provider'],
    ['for another address', { destination: 'https://other.example/saml/sso' }, 'wrong_destination'],
    ['without an ID', { id: '' }, 'malformed_message'],
    [
      'for an unregistered address',
      { attributes: 'AssertionConsumerServiceURL="https://evil.example/"' },
      'unregistered_address',
    ],
    [
      'for a registered address and more',
      { attributes: 'AssertionConsumerServiceURL="https://plain.example/acs?x"' },
      'unregistered_address',
    ],
    [
      'for an index that nobody has',
      { attributes: 'AssertionConsumerServiceIndex="3"' },
      'unregistered_address',
    ],
    [
      'for another binding',
      { attributes: 'ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"' },
      'unsupported_binding',
    ],
    ['with a flag that is none', { attributes: 'ForceAuthn="maybe"' }, 'malformed_message'],
    ['with a document type', { prolog: '<!DOCTYPE samlp:AuthnRequest>' }, 'malformed_message'],
    [
      'with an external entity (XXE)',
      { prolog: '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>', issuer: '&x;' },
      'malformed_message',
    ],
    [
      'with entities that grow',
      {
        prolog: '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
        issuer: '&c;',
      },
      'malformed_message',
    ],
    ['with an entity of HTML', { issuer: 'https://plain.example/sp&nbsp;' }, 'malformed_message'],
    ['with a comment in the issuer', { issuer: 'https://plain.example<!-- -->/sp' }, 'malformed_message'],
    ['with CDATA', { inside: '<![CDATA[x]]>' }, 'malformed_message'],
    ['with a processing instruction', { inside: '<?php x ?>' }, 'malformed_message'],
    ['with an element that is not closed', { inside: '<saml:Subject>' }, 'malformed_message'],
    ['with two subjects', { inside: '<saml:Subject/><saml:Subject/>' }, 'malformed_message'],
    [
      'with elements nested too deep',
      { inside: `${'<a>'.repeat(60)}${'</a>'.repeat(60)}` },
      'malformed_message',
    ],
    [
      'with an ID that is used twice',
      { id: '_twice-twice', inside: '<a ID="_twice-twice"/>' },
      'malformed_message',
    ],
  ])('%s', async (_name, values, code) => {
    expect(await plain(values)).toBe(code);
  });

  it('that is too old, or of tomorrow', async () => {
    const minutes = (count: number) => ({ issuedAt: server.now() + count * 60_000 });
    expect([
      await plain(minutes(-9)),
      await plain(minutes(4)),
      await plain(minutes(-7)),
      await plain(minutes(2)),
    ]).toEqual(['expired_message', 'expired_message', 'goes on: 303', 'goes on: 303']);
  });

  it('that was taken before, under whatever address or binding', async () => {
    const request = authnRequest(server);
    expect(await get(byRedirect(sso, request))).toBe('goes on: 303');
    expect(await get(byRedirect(sso, request))).toBe('replayed_message');
    expect(await post(byPost(request))).toBe('replayed_message');
  });

  it('of which two arrive at once but one', async () => {
    const url = byRedirect(sso, authnRequest(server));
    const codes = await Promise.all([get(url), get(url), get(url)]);
    expect(codes.toSorted()).toEqual(['goes on: 303', 'replayed_message', 'replayed_message']);
  });

  it('that is no message at all', async () => {
    const values = [
      '',
      'SAMLRequest=',
      'SAMLRequest=%%%',
      'SAMLRequest=bm90aGluZw',
      'SAMLResponse=bm90aGluZw',
    ];
    for (const query of values) expect(await get(`${sso}?${query}`)).toBe('malformed_message');
    expect(await post({})).toBe('malformed_message');
    expect(await post(byPost('<a/>'))).toBe('malformed_message');
    expect(await post({ SAMLRequest: Buffer.from([0xff, 0xfe, 0x3c]).toString('base64') })).toBe(
      'malformed_message',
    );
  });

  it('that carries a parameter twice', async () => {
    const url = byRedirect(sso, authnRequest(server), { relayState: 'one' });
    expect(await get(`${url}&RelayState=two`)).toBe('malformed_message');
  });

  it('that unpacks to more than it should (deflate bomb)', async () => {
    const bomb = deflateRawSync(Buffer.alloc(8_000_000, 'a')).toString('base64');
    expect(bomb.length).toBeLessThan(12_000);
    expect(await get(`${sso}?SAMLRequest=${encodeURIComponent(bomb)}`)).toBe('too_large');
  });

  it('that is larger than any request, in a form', async () => {
    expect(await post(byPost(authnRequest(server, { inside: `<a>${'x'.repeat(120_000)}</a>` })))).toBe(
      'malformed_message',
    );
    expect(await post(byPost('x'.repeat(400_000)))).toBe('too_large');
    expect(await get(byRedirect(sso, authnRequest(server), { relayState: 'x'.repeat(2049) }))).toBe(
      'too_large',
    );
  });

  describe('where requests have to be signed', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const day = 24 * 60 * 60_000;
    const certificate = selfSigned(privateKey, publicKey, {
      commonName: 'stranger',
      serial: randomBytes(16),
      from: Date.now() - day,
      until: Date.now() + day,
    });

    it('that is not signed', async () => {
      expect(await get(byRedirect(sso, ofSigner()))).toBe('signature_missing');
      expect(await post(byPost(ofSigner()))).toBe('signature_missing');
    });

    it('that somebody else signed, even with the certificate inside', async () => {
      expect(await get(byRedirect(sso, ofSigner(), { isSigned: true, key: pem }))).toBe('signature_invalid');
      expect(await post(byPost(signed(ofSigner(), { privateKey: pem, certificate })))).toBe(
        'signature_invalid',
      );
    });

    it('that was changed after it was signed', async () => {
      const xml = signed(ofSigner({ attributes: 'ForceAuthn="true"' }));
      expect(await post(byPost(xml.replace('ForceAuthn="true"', 'ForceAuthn="false"')))).toBe(
        'signature_invalid',
      );
      const url = byRedirect(sso, ofSigner(), { isSigned: true, relayState: 'one' });
      expect(await get(url.replace('RelayState=one', 'RelayState=two'))).toBe('signature_invalid');
      expect(await get(url.replace('&RelayState=one', ''))).toBe('signature_invalid');
    });

    it('that carries beside its signature what the signature does not cover', async () => {
      const url = byRedirect(sso, ofSigner(), { isSigned: true });
      for (const beside of [
        '%52elayState=other',
        'Relay%53tate=other',
        'extra=one',
        'relaystate=other',
        '=',
      ]) {
        expect({ beside, code: await get(`${url}&${beside}`) }).toEqual({
          beside,
          code: 'malformed_message',
        });
      }
      expect(await get(url.replace('SigAlg=', 'Sig%41lg='))).toBe('malformed_message');
      expect(await get(url.replace('SAMLRequest=', '%53AMLRequest='))).toBe('malformed_message');
    });

    it('whose signature is cut off by half', async () => {
      const xml = signed(ofSigner());
      expect(await post(byPost(xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')))).toBe(
        'signature_missing',
      );
      expect(await post(byPost(xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')))).toBe(
        'signature_invalid',
      );
      const url = byRedirect(sso, ofSigner(), { isSigned: true });
      expect(await get(url.replace(/&Signature=.*/, ''))).toBe('signature_missing');
      expect(await get(url.replace(/&SigAlg=[^&]*/, ''))).toBe('signature_invalid');
    });

    it('whose algorithm is SHA-1, HMAC or nothing', async () => {
      const url = byRedirect(sso, ofSigner(), { isSigned: true });
      for (const algorithm of [
        'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
        'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
        'none',
      ]) {
        expect(await get(url.replace(/SigAlg=[^&]*/, `SigAlg=${encodeURIComponent(algorithm)}`))).toBe(
          'signature_invalid',
        );
        const xml = signed(ofSigner()).replace(
          'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
          algorithm,
        );
        expect(await post(byPost(xml))).toBe('signature_invalid');
      }
    });

    it('that holds a good signature by SHA-1', async () => {
      const sha1 = 'http://www.w3.org/2000/09/xmldsig#';
      for (const [signature, digest] of [
        [`${sha1}rsa-sha1`, 'http://www.w3.org/2001/04/xmlenc#sha256'],
        ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', `${sha1}sha1`],
      ] as const) {
        const xml = signedWith(ofSigner(), signature, digest);
        expect(await post(byPost(xml))).toBe('signature_invalid');
      }
      const strong = signedWith(
        ofSigner(),
        'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        'http://www.w3.org/2001/04/xmlenc#sha256',
      );
      expect(await post(byPost(strong))).toBe('goes on: 303');
    });

    it('that wraps a signed request into a forged one', async () => {
      const good = signed(ofSigner());
      const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(good)?.[0] ?? '';
      const evil = (inside: string) => ofSigner({ attributes: 'AssertionConsumerServiceIndex="0"', inside });
      const inner = good.replace(signature, '');
      expect(await post(byPost(evil(`${signature}<samlp:Extensions>${inner}</samlp:Extensions>`)))).toBe(
        'signature_invalid',
      );
      expect(await post(byPost(evil(`<samlp:Extensions>${good}</samlp:Extensions>`)))).toBe(
        'signature_missing',
      );
      const id = / ID="([^"]+)"/.exec(good)?.[1] ?? '';
      const twin = ofSigner({ id, inside: `${signature}<samlp:Extensions>${inner}</samlp:Extensions>` });
      expect(await post(byPost(twin))).toBe('malformed_message');
    });

    it('that is signed but says for no address', async () => {
      expect(await post(byPost(signed(ofSigner({ destination: null }))))).toBe('wrong_destination');
    });
  });

  it('whose signature does not hold although none was needed', async () => {
    const stray = signed(authnRequest(server), SP_KEY);
    expect(await post(byPost(stray))).toBe('signature_invalid');
  });

  it('with a page in the language of the person, that leads back to the service and shows nothing as markup', async () => {
    const id = newId();
    const url = byRedirect(
      sso,
      authnRequest(server, { id, origin: SIGNED.origin, issuer: `${SIGNED.origin}/sp` }),
    );
    for (const [language, title] of [
      ['ko', '서비스의 로그인 요청을 처리할 수 없어요'],
      ['en', 'The request of the service cannot be used'],
    ] as const) {
      const page = await new Browser().open(url, { headers: { 'accept-language': language } });
      const text = await page.text();
      expect([page.status, text.includes(`<html lang="${language}">`), text.includes(title)]).toEqual([
        400,
        true,
        true,
      ]);
      expect(text).toContain('href="https://signed.example/login"');
      expect(text).toContain('signature_missing');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });
});
