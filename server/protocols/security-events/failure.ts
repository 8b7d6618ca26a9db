/** The error codes of Node for a certificate of an unknown certificate authority. */
const UNKNOWN_AUTHORITY_CODES = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** The message of an error with its cause, because the message of `fetch` is only "fetch failed". */
export function failureOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const { cause } = failure;
  if (!(cause instanceof Error)) return failure.message;
  const code = 'code' in cause ? String(cause.code) : cause.name;
  const isUnknownAuthority = UNKNOWN_AUTHORITY_CODES.includes(code);
  const help = isUnknownAuthority
    ? '; name the file of its certificate authority in NODE_EXTRA_CA_CERTS'
    : '';
  return `${failure.message} (${code})${help}`;
}
