import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The model of the authenticator of {@link ATTESTATION}. */
export const AAGUID = 'f1d00000-0000-4000-8000-00000000a001';

const ROOT = `-----BEGIN CERTIFICATE-----
MIIBuTCCAV+gAwIBAgIBATAKBggqhkjOPQQDAjBLMQswCQYDVQQGEwJLUjEWMBQG
A1UECgwNTXVuamlnaSBUZXN0czEkMCIGA1UEAwwbVGVzdCByb290IG9mIGF1dGhl
bnRpY2F0b3JzMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjBLMQsw
CQYDVQQGEwJLUjEWMBQGA1UECgwNTXVuamlnaSBUZXN0czEkMCIGA1UEAwwbVGVz
dCByb290IG9mIGF1dGhlbnRpY2F0b3JzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEir8lBugufaZoQ7XaIXb4yd9nFQgxlR3i+79OEpRu7xD0rR/coQkiBIfYwPCD
PdFFTbNtEHTeTQ+gKWQADJpYYaMyMDAwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4E
FgQUQiYPa0jKZMsX69JEo4Niu0SOLC4wCgYIKoZIzj0EAwIDSAAwRQIhAJMUDswS
09xNwWxJJn1ANPD7J53RFm82b3MlZIkawPysAiB9r+AQN8bQwd8G+aiTbISru/M6
BAU0RdnOxuPBWNP+gw==
-----END CERTIFICATE-----
`;

/** The certificate of an authenticator, which ROOT has issued. The certificate and its key are used only in tests. */
const CERTIFICATE = new X509Certificate(`-----BEGIN CERTIFICATE-----
MIICFTCCAbugAwIBAgIBAjAKBggqhkjOPQQDAjBLMQswCQYDVQQGEwJLUjEWMBQG
A1UECgwNTXVuamlnaSBUZXN0czEkMCIGA1UEAwwbVGVzdCByb290IG9mIGF1dGhl
bnRpY2F0b3JzMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjBmMQsw
CQYDVQQGEwJLUjEWMBQGA1UECgwNTXVuamlnaSBUZXN0czEiMCAGA1UECwwZQXV0
aGVudGljYXRvciBBdHRlc3RhdGlvbjEbMBkGA1UEAwwSVGVzdCBhdXRoZW50aWNh
dG9yMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE7zMETeDa16u9gx/Iz8Dz2aAA
56Fm24DyyJzJxWQRk5U/mkPczn/KRVfGbQud+XvQxIrixt/s2QMC/GLO4bBhSaNz
MHEwDAYDVR0TAQH/BAIwADAhBgsrBgEEAYLlHAEBBAQSBBDx0AAAAABAAIAAAAAA
AKABMB0GA1UdDgQWBBS0/dBDlqFyu9YXASEeHSu0W7r2GDAfBgNVHSMEGDAWgBRC
Jg9rSMpkyxfr0kSjg2K7RI4sLjAKBggqhkjOPQQDAgNIADBFAiEAi3kpCNx0+v1w
uI/7oRGtqvHMyuSByhYeRgq4Wn73R/UCIHC25VddPf2T650LakpsSC5OVjD3iPXU
mIbXZJkSSw+N
-----END CERTIFICATE-----
`);
const KEY = createPrivateKey(`-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglyHnacu+iBRmSQJv
I39LhNCbNyzMp7poX0nG5dbd1ZShRANCAATvMwRN4NrXq72DH8jPwPPZoADnoWbb
gPLInMnFZBGTlT+aQ9zOf8pFV8ZtC535e9DEiuLG3+zZAwL8Ys7hsGFJ
-----END PRIVATE KEY-----
`);

/** The attestation with which an authenticator proves its model. */
export const ATTESTATION = { aaguid: AAGUID, certificate: CERTIFICATE, key: KEY };

const base64Of = ({ raw }: X509Certificate): string => raw.toString('base64');

export type MetadataChanges = {
  readonly entries?: readonly object[];
  readonly nextUpdate?: string;
  /** Corrupts the signed data. */
  readonly corrupt?: (text: string) => string;
};

/** An entry of FIDO's metadata. */
export const entryOf = (aaguid: string, root = ROOT, ...reports: readonly string[]) => ({
  aaguid,
  metadataStatement: { attestationRootCertificates: [base64Of(new X509Certificate(root))] },
  statusReports: reports.map((status) => ({ status })),
});

/** Writes the files of FIDO's metadata service, signed with the authenticator's key, and returns their paths for a configuration. */
export function writeMetadataFiles({
  entries = [entryOf(AAGUID)],
  nextUpdate = '2100-01-01',
  corrupt = (text) => text,
}: MetadataChanges = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-metadata-'));
  const partOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${partOf({ alg: 'ES256', x5c: [base64Of(CERTIFICATE)] })}.${partOf({ nextUpdate, entries })}`;
  const signature = sign('sha256', Buffer.from(text), { key: KEY, dsaEncoding: 'ieee-p1363' });
  const [metadataFile, certificateFile] = [join(folder, 'metadata.jwt'), join(folder, 'roots.pem')];
  writeFileSync(metadataFile, `${corrupt(text)}.${signature.toString('base64url')}`);
  writeFileSync(certificateFile, ROOT);
  return { metadataFile, certificateFile };
}
