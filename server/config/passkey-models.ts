import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { hasTrustedPath } from './certificate-path.ts';
import { certificatesIn } from './certificates-in.ts';
import { ConfigError } from './config-error.ts';
import type { PasskeyAttestation } from './passkeys.ts';

/** The authenticator models that may be registered. */
export type PasskeyModels = {
  /** Root certificates that verify the attestation of a model, by the AAGUID of the model. */
  readonly roots: ReadonlyMap<string, readonly X509Certificate[]>;
  /** Whether to request enterprise attestation, which identifies the individual authenticator. */
  readonly enterprise: boolean;
  /** Day on which FIDO publishes the next metadata, in epoch milliseconds. */
  readonly nextUpdate: number;
};

/** Statuses of models that are no longer trusted (FIDO Metadata Service 3.0, section 3.1.4). */
const DISTRUSTED_STATUSES: ReadonlySet<string> = new Set([
  'REVOKED',
  'USER_VERIFICATION_BYPASS',
  'ATTESTATION_KEY_COMPROMISE',
  'USER_KEY_REMOTE_COMPROMISE',
  'USER_KEY_PHYSICAL_COMPROMISE',
]);

const jwtHeader = v.object({
  alg: v.picklist(['RS256', 'ES256']),
  x5c: v.pipe(v.array(v.string()), v.minLength(1)),
});

const metadataPayload = v.object({
  nextUpdate: v.pipe(v.string(), v.isoDate()),
  entries: v.array(
    v.object({
      aaguid: v.optional(v.string()),
      metadataStatement: v.optional(v.object({ attestationRootCertificates: v.array(v.string()) })),
      statusReports: v.array(v.object({ status: v.string() })),
    }),
  ),
});

const certificateOf = (base64: string): X509Certificate => new X509Certificate(Buffer.from(base64, 'base64'));

const decodeJson = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

/**
 * Reads FIDO's metadata, a JWT (FIDO Metadata Service 3.0, section 3.1.7).
 * @param roots trusted root certificates of the signature
 * @param at the time at which the certificates must be valid, in epoch milliseconds
 * @throws Error when the signature is not trusted or the content is malformed
 */
function readMetadata(
  jwt: string,
  roots: readonly X509Certificate[],
  at: number,
): v.InferOutput<typeof metadataPayload> {
  const [headerPart = '', payloadPart = '', signature = ''] = jwt.trim().split('.');
  const { alg, x5c } = v.parse(jwtHeader, decodeJson(headerPart));
  const certificates = x5c.map(certificateOf);
  const [signer] = certificates;
  const key = signer && createPublicKey(signer.publicKey.export({ type: 'spki', format: 'pem' }));
  const isSigned =
    key?.asymmetricKeyType === (alg === 'RS256' ? 'rsa' : 'ec') &&
    verify(
      'sha256',
      Buffer.from(`${headerPart}.${payloadPart}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  if (!isSigned || !hasTrustedPath(certificates, roots, at))
    throw new Error('is not signed by the certificates of certificateFile');
  return v.parse(metadataPayload, decodeJson(payloadPart));
}

/**
 * The models that a configuration allows; null when it allows all models.
 * @param source name of the configuration, for error messages
 * @param folder folder at which relative paths start
 * @param at the time at which the certificates must be valid, in epoch milliseconds
 * @throws ConfigError when a file cannot be read or a configured model is not trusted
 */
export function readPasskeyModels(
  attestation: PasskeyAttestation | undefined,
  source: string,
  folder: string,
  at = Date.now(),
): PasskeyModels | null {
  if (!attestation) return null;
  const { metadataFile, certificateFile, models, enterprise } = attestation;
  try {
    const trustedRoots = certificatesIn(resolve(folder, certificateFile)).map(
      (pem) => new X509Certificate(pem),
    );
    const metadata = readMetadata(readFileSync(resolve(folder, metadataFile), 'utf8'), trustedRoots, at);
    const trustedModels = metadata.entries.flatMap(({ aaguid, metadataStatement, statusReports }) =>
      aaguid !== undefined &&
      metadataStatement &&
      !statusReports.some(({ status }) => DISTRUSTED_STATUSES.has(status))
        ? [[aaguid, metadataStatement.attestationRootCertificates.map(certificateOf)] as const]
        : [],
    );
    const roots = new Map(trustedModels.filter(([aaguid]) => models?.includes(aaguid) ?? true));
    const untrustedModels = models?.filter((model) => !roots.has(model)) ?? [];
    if (untrustedModels.length > 0)
      throw new Error(`metadataFile has no trusted model ${untrustedModels.join(', ')}`);
    return { roots, enterprise, nextUpdate: Date.parse(metadata.nextUpdate) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(source, [`passkeys.attestation: ${reason}`]);
  }
}
