import { verify } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { NS } from '#server/config/saml/names.ts';
import { MAX_XML_CHARS, parseXml, XmlError } from '#server/config/saml/parse.ts';
import { attribute, childNamed, childrenNamed } from '#server/config/saml/read.ts';

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const RSA_SHA512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const SHA512 = 'http://www.w3.org/2001/04/xmlenc#sha512';
const ENVELOPED_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The names in Node of the accepted signature algorithms. SHA-1 is not accepted. */
const NODE_ALGORITHMS: Readonly<Record<string, string>> = {
  [RSA_SHA256]: 'RSA-SHA256',
  [RSA_SHA512]: 'RSA-SHA512',
};

/** The accepted digest algorithms. */
const DIGEST_ALGORITHMS: ReadonlySet<string | null> = new Set([SHA256, SHA512]);

/** The algorithm with which the server signs. */
export const SIGNATURE_ALGORITHM = RSA_SHA256;

/** Thrown when a signature is missing or invalid. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
}

const requireChild = (parent: Element, name: string): Element => {
  const child = childNamed(parent, NS.signature, name);
  if (!child) throw new SignatureError(`the signature has no ${name}`);
  return child;
};

/** Checks that a signature covers the whole message, with the algorithms of the SAML profile (SAML Core, 5.4). */
function checkSignedInfo(signature: Element, root: Element): void {
  const info = requireChild(signature, 'SignedInfo');
  if (attribute(requireChild(info, 'CanonicalizationMethod'), 'Algorithm') !== EXCLUSIVE_C14N) {
    throw new SignatureError('the signature is not canonicalised by exclusive C14N');
  }
  if (!NODE_ALGORITHMS[attribute(requireChild(info, 'SignatureMethod'), 'Algorithm') ?? '']) {
    throw new SignatureError('the signature algorithm is not accepted');
  }
  const reference = requireChild(info, 'Reference');
  const id = attribute(root, 'ID') ?? '';
  if (id === '' || attribute(reference, 'URI') !== `#${id}`) {
    throw new SignatureError('the signature does not cover the whole message');
  }
  if (!DIGEST_ALGORITHMS.has(attribute(requireChild(reference, 'DigestMethod'), 'Algorithm'))) {
    throw new SignatureError('the digest algorithm is not accepted');
  }
  const transforms = childrenNamed(requireChild(reference, 'Transforms'), NS.signature, 'Transform').map(
    (transform) => attribute(transform, 'Algorithm'),
  );
  if (transforms.length !== 2 || transforms[0] !== ENVELOPED_SIGNATURE || transforms[1] !== EXCLUSIVE_C14N) {
    throw new SignatureError('the transforms are not the transforms that SAML requires');
  }
}

/** The content that a signature covers; null when the certificate does not verify the signature. */
function signedContent(xml: string, signature: Element, certificate: string): string | null {
  const signedXml = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  signedXml.loadSignature(signature);
  if (!signedXml.checkSignature(xml)) return null;
  const [content = null, ...otherContents] = signedXml.getSignedReferences();
  return otherContents.length > 0 ? null : content;
}

/**
 * The root element with the content that the signature of a document covers, parsed from the signed octets. Null when
 * the document has no signature.
 * @param certificates the certificates of the sender in PEM; key information in the signature is ignored
 * @param maxChars maximum number of characters of the document
 * @throws SignatureError when no certificate verifies the signature
 */
export function signedRoot(
  xml: string,
  root: Element,
  certificates: readonly string[],
  maxChars = MAX_XML_CHARS,
): Element | null {
  const signature = childNamed(root, NS.signature, 'Signature');
  if (!signature) return null;
  checkSignedInfo(signature, root);
  for (const certificate of certificates) {
    let content: string | null = null;
    try {
      content = signedContent(xml, signature, certificate);
    } catch {
      content = null;
    }
    if (content !== null) return parseXml(content, maxChars);
  }
  throw new SignatureError('the signature is not from the sender');
}

/**
 * Checks the signature of the HTTP-Redirect binding (SAML Bindings, 3.4.4.1).
 * @param octets the signed parameters of the query, as they were received
 * @throws SignatureError when no certificate verifies the signature
 */
export function checkQuerySignature(
  octets: string,
  algorithm: string,
  signature: string,
  certificates: readonly string[],
): void {
  const nodeAlgorithm = Object.hasOwn(NODE_ALGORITHMS, algorithm) ? NODE_ALGORITHMS[algorithm] : undefined;
  if (!nodeAlgorithm) throw new SignatureError('the signature algorithm is not accepted');
  const bytes = Buffer.from(signature, 'base64');
  if (!certificates.some((certificate) => verify(nodeAlgorithm, Buffer.from(octets), certificate, bytes))) {
    throw new SignatureError('the signature is not from the sender');
  }
}

/** Whether an error was caused by an untrusted document, and not by a fault of the server. */
export const isUntrusted = (error: unknown): error is XmlError | SignatureError =>
  error instanceof XmlError || error instanceof SignatureError;

type SigningKey = { readonly privateKey: string; readonly certificate: string };

/**
 * Signs the element with an ID. The first child of the element has to be Issuer. The signature is inserted after
 * the Issuer.
 */
export function signElement(xml: string, id: string, { privateKey, certificate }: SigningKey): string {
  const target = `//*[@ID="${id}"]`;
  const signedXml = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: SIGNATURE_ALGORITHM,
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
  });
  signedXml.addReference({
    xpath: target,
    transforms: [ENVELOPED_SIGNATURE, EXCLUSIVE_C14N],
    digestAlgorithm: SHA256,
  });
  signedXml.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${target}/*[local-name()="Issuer"]`, action: 'after' },
  });
  return signedXml.getSignedXml();
}
