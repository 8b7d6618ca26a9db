/** Certificates of an authority that this process does not know, as Node names them. */
const UNKNOWN_AUTHORITY = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Why a call has failed: the message with its cause, since `fetch` alone says only "fetch failed". */
export function failureOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const { cause } = failure;
  if (!(cause instanceof Error)) return failure.message;
  const code = 'code' in cause ? String(cause.code) : cause.name;
  const isUnknown = UNKNOWN_AUTHORITY.includes(code);
  const help = isUnknown ? '; name the file of its certificate authority in NODE_EXTRA_CA_CERTS' : '';
  return `${failure.message} (${code})${help}`;
}
