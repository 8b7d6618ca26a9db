import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { Browser } from '#tests/server/oidc/browser.ts';
import {
  authnRequest,
  newId,
  postFields,
  type RequestValues,
  redirectAddress,
  withSignature,
} from './requests.ts';
import { SIGNING_SERVICE, SP_KEY, startSamlServer } from './saml-server.ts';
import { senderTo } from './sender.ts';

describe('an AuthnRequest is refused', async () => {
  const server = await startSamlServer();
  const sso = `${server.origin}/saml/sso`;
  const sender = senderTo(server);
  afterAll(() => server.close());

  it('not when it is valid, by either binding', async () => {
    expect([await sender.sendPlain(), await sender.post(postFields(authnRequest(server)))]).toEqual([
      'accepted: 303',
      'accepted: 303',
    ]);
    expect(
      await sender.get(redirectAddress(sso, sender.requestOfSigner(), { isSigned: true, relayState: 'x' })),
    ).toBe('accepted: 303');
    expect(await sender.post(postFields(withSignature(sender.requestOfSigner())))).toBe('accepted: 303');
  });

  it.each<[string, RequestValues, string]>([
    ['of an unknown service', { issuer: 'https://nobody.example/sp' }, 'unknown_service_provider'],
    ['without an issuer', { issuer: '' }, 'unknown_service_provider'],
    ['for another address', { destination: 'https://other.example/saml/sso' }, 'wrong_destination'],
    ['without an ID', { id: '' }, 'malformed_message'],
    [
      'for an unregistered address',
      { attributes: 'AssertionConsumerServiceURL="https://evil.example/"' },
      'unregistered_address',
    ],
    [
      'for a registered address with a query',
      { attributes: 'AssertionConsumerServiceURL="https://plain.example/acs?x"' },
      'unregistered_address',
    ],
    ['for an unknown index', { attributes: 'AssertionConsumerServiceIndex="3"' }, 'unregistered_address'],
    [
      'for another binding',
      { attributes: 'ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"' },
      'unsupported_binding',
    ],
    ['with a flag that is no boolean', { attributes: 'ForceAuthn="maybe"' }, 'malformed_message'],
    ['with a document type', { prolog: '<!DOCTYPE samlp:AuthnRequest>' }, 'malformed_message'],
    [
      'with an external entity (XXE)',
      { prolog: '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>', issuer: '&x;' },
      'malformed_message',
    ],
    [
      'with entities that expand to more entities',
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
    expect(await sender.sendPlain(values)).toBe(code);
  });

  it('that is too old, or issued in the future', async () => {
    const minutes = (count: number) => ({ issuedAt: server.now() + count * 60_000 });
    expect([
      await sender.sendPlain(minutes(-9)),
      await sender.sendPlain(minutes(4)),
      await sender.sendPlain(minutes(-7)),
      await sender.sendPlain(minutes(2)),
    ]).toEqual(['expired_message', 'expired_message', 'accepted: 303', 'accepted: 303']);
  });

  it('that was accepted before, at any address or binding', async () => {
    const request = authnRequest(server);
    expect(await sender.get(redirectAddress(sso, request))).toBe('accepted: 303');
    expect(await sender.get(redirectAddress(sso, request))).toBe('replayed_message');
    expect(await sender.post(postFields(request))).toBe('replayed_message');
  });

  it('all but once when it arrives three times concurrently', async () => {
    const url = redirectAddress(sso, authnRequest(server));
    const codes = await Promise.all([sender.get(url), sender.get(url), sender.get(url)]);
    expect(codes.toSorted()).toEqual(['accepted: 303', 'replayed_message', 'replayed_message']);
  });

  it('that is malformed', async () => {
    const values = [
      '',
      'SAMLRequest=',
      'SAMLRequest=%%%',
      'SAMLRequest=bm90aGluZw',
      'SAMLResponse=bm90aGluZw',
    ];
    for (const query of values) expect(await sender.get(`${sso}?${query}`)).toBe('malformed_message');
    expect(await sender.post({})).toBe('malformed_message');
    expect(await sender.post(postFields('<a/>'))).toBe('malformed_message');
    expect(await sender.post({ SAMLRequest: Buffer.from([0xff, 0xfe, 0x3c]).toString('base64') })).toBe(
      'malformed_message',
    );
  });

  it('that carries a parameter twice', async () => {
    const url = redirectAddress(sso, authnRequest(server), { relayState: 'one' });
    expect(await sender.get(`${url}&RelayState=two`)).toBe('malformed_message');
  });

  it('that unpacks to more than it should (deflate bomb)', async () => {
    const bomb = deflateRawSync(Buffer.alloc(8_000_000, 'a')).toString('base64');
    expect(bomb.length).toBeLessThan(12_000);
    expect(await sender.get(`${sso}?SAMLRequest=${encodeURIComponent(bomb)}`)).toBe('too_large');
  });

  it('that is larger than any request, in a form', async () => {
    expect(
      await sender.post(postFields(authnRequest(server, { inside: `<a>${'x'.repeat(120_000)}</a>` }))),
    ).toBe('malformed_message');
    expect(await sender.post(postFields('x'.repeat(400_000)))).toBe('too_large');
    expect(
      await sender.get(redirectAddress(sso, authnRequest(server), { relayState: 'x'.repeat(2049) })),
    ).toBe('too_large');
  });

  it('with an invalid signature although none is required', async () => {
    const wronglySigned = withSignature(authnRequest(server), SP_KEY);
    expect(await sender.post(postFields(wronglySigned))).toBe('signature_invalid');
  });

  it('with a page in the language of the person, that leads back to the service and shows nothing as markup', async () => {
    const id = newId();
    const url = redirectAddress(
      sso,
      authnRequest(server, { id, origin: SIGNING_SERVICE.origin, issuer: `${SIGNING_SERVICE.origin}/sp` }),
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
