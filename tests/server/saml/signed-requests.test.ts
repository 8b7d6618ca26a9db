import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { selfSignedCertificate } from '#server/protocols/saml/certificate.ts';
import { postFields, redirectAddress, withSignature } from './requests.ts';
import { SP_KEY, startSamlServer } from './saml-server.ts';
import { senderTo } from './sender.ts';

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const ENVELOPED_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const canonicalizationAlgorithm = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Signs a request with the given algorithms. */
function signWith(
  xml: string,
  signatureAlgorithm: string,
  digestAlgorithm: string,
  transforms = [ENVELOPED_SIGNATURE, canonicalizationAlgorithm],
): string {
  const signature = new SignedXml({
    privateKey: SP_KEY.privateKey,
    signatureAlgorithm,
    canonicalizationAlgorithm,
  });
  signature.addReference({ xpath: '/*', transforms, digestAlgorithm });
  signature.computeSignature(xml, { location: { reference: '/*/*[1]', action: 'after' } });
  return signature.getSignedXml();
}

describe('an AuthnRequest of a service that has to sign is refused', async () => {
  const server = await startSamlServer();
  const sso = `${server.origin}/saml/sso`;
  const sender = senderTo(server);
  afterAll(() => server.close());

  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const otherKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const day = 24 * 60 * 60_000;
  const certificate = selfSignedCertificate(privateKey, publicKey, {
    commonName: 'stranger',
    serial: randomBytes(16),
    from: Date.now() - day,
    until: Date.now() + day,
  });

  it('that is not signed', async () => {
    expect(await sender.get(redirectAddress(sso, sender.requestOfSigner()))).toBe('signature_missing');
    expect(await sender.post(postFields(sender.requestOfSigner()))).toBe('signature_missing');
  });

  it('that is signed by another key, even with its certificate inside', async () => {
    expect(
      await sender.get(redirectAddress(sso, sender.requestOfSigner(), { isSigned: true, key: otherKey })),
    ).toBe('signature_invalid');
    expect(
      await sender.post(
        postFields(withSignature(sender.requestOfSigner(), { privateKey: otherKey, certificate })),
      ),
    ).toBe('signature_invalid');
  });

  it('that was changed after it was signed', async () => {
    const xml = withSignature(sender.requestOfSigner({ attributes: 'ForceAuthn="true"' }));
    expect(await sender.post(postFields(xml.replace('ForceAuthn="true"', 'ForceAuthn="false"')))).toBe(
      'signature_invalid',
    );
    const url = redirectAddress(sso, sender.requestOfSigner(), { isSigned: true, relayState: 'one' });
    expect(await sender.get(url.replace('RelayState=one', 'RelayState=two'))).toBe('signature_invalid');
    expect(await sender.get(url.replace('&RelayState=one', ''))).toBe('signature_invalid');
  });

  it('with parameters that the signature does not cover', async () => {
    const url = redirectAddress(sso, sender.requestOfSigner(), { isSigned: true });
    for (const extra of ['%52elayState=other', 'Relay%53tate=other', 'extra=one', 'relaystate=other', '=']) {
      expect({ extra, code: await sender.get(`${url}&${extra}`) }).toEqual({
        extra,
        code: 'malformed_message',
      });
    }
    expect(await sender.get(url.replace('SigAlg=', 'Sig%41lg='))).toBe('malformed_message');
    expect(await sender.get(url.replace('SAMLRequest=', '%53AMLRequest='))).toBe('malformed_message');
  });

  it('with half a signature', async () => {
    const xml = withSignature(sender.requestOfSigner());
    expect(await sender.post(postFields(xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')))).toBe(
      'signature_missing',
    );
    expect(
      await sender.post(postFields(xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'))),
    ).toBe('signature_invalid');
    const url = redirectAddress(sso, sender.requestOfSigner(), { isSigned: true });
    expect(await sender.get(url.replace(/&Signature=.*/, ''))).toBe('signature_missing');
    expect(await sender.get(url.replace(/&SigAlg=[^&]*/, ''))).toBe('signature_invalid');
  });

  it('whose algorithm is SHA-1, HMAC or nothing', async () => {
    const url = redirectAddress(sso, sender.requestOfSigner(), { isSigned: true });
    for (const algorithm of [
      'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      'none',
      'constructor',
    ]) {
      expect(await sender.get(url.replace(/SigAlg=[^&]*/, `SigAlg=${encodeURIComponent(algorithm)}`))).toBe(
        'signature_invalid',
      );
      const xml = withSignature(sender.requestOfSigner()).replace(
        'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        algorithm,
      );
      expect(await sender.post(postFields(xml))).toBe('signature_invalid');
    }
  });

  it('with a valid signature by SHA-1', async () => {
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#';
    for (const [signature, digest] of [
      [`${sha1}rsa-sha1`, SHA256],
      [RSA_SHA256, `${sha1}sha1`],
    ] as const) {
      const xml = signWith(sender.requestOfSigner(), signature, digest);
      expect(await sender.post(postFields(xml))).toBe('signature_invalid');
    }
    const strong = signWith(sender.requestOfSigner(), RSA_SHA256, SHA256);
    expect(await sender.post(postFields(strong))).toBe('accepted: 303');
  });

  it.each([
    ['one', [ENVELOPED_SIGNATURE]],
    ['inclusive canonicalisation', [ENVELOPED_SIGNATURE, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315']],
    ['three', [ENVELOPED_SIGNATURE, canonicalizationAlgorithm, canonicalizationAlgorithm]],
  ])('with a valid signature by other transforms: %s', async (_transforms, transforms) => {
    const xml = signWith(sender.requestOfSigner(), RSA_SHA256, SHA256, transforms);
    expect(await sender.post(postFields(xml))).toBe('signature_invalid');
  });

  it('that wraps a signed request into a forged one', async () => {
    const signedRequest = withSignature(sender.requestOfSigner());
    const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signedRequest)?.[0] ?? '';
    const forgedRequest = (inside: string) =>
      sender.requestOfSigner({ attributes: 'AssertionConsumerServiceIndex="0"', inside });
    const inner = signedRequest.replace(signature, '');
    expect(
      await sender.post(
        postFields(forgedRequest(`${signature}<samlp:Extensions>${inner}</samlp:Extensions>`)),
      ),
    ).toBe('signature_invalid');
    expect(
      await sender.post(postFields(forgedRequest(`<samlp:Extensions>${signedRequest}</samlp:Extensions>`))),
    ).toBe('signature_missing');
    const id = / ID="([^"]+)"/.exec(signedRequest)?.[1] ?? '';
    const requestWithSameId = sender.requestOfSigner({
      id,
      inside: `${signature}<samlp:Extensions>${inner}</samlp:Extensions>`,
    });
    expect(await sender.post(postFields(requestWithSameId))).toBe('malformed_message');
  });

  it('that is signed but has no destination', async () => {
    expect(await sender.post(postFields(withSignature(sender.requestOfSigner({ destination: null }))))).toBe(
      'wrong_destination',
    );
  });
});
