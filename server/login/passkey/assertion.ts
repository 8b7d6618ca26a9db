import * as v from 'valibot';

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/));

/** The members of an assertion that the server reads (AuthenticationResponseJSON of WebAuthn). */
const assertionJson = v.object({
  id: base64url,
  rawId: base64url,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: v.optional(v.nullable(v.string()), null),
  }),
});

const clientData = v.object({ challenge: v.pipe(v.string(), v.minLength(1)) });

type Assertion = v.InferOutput<typeof assertionJson> & {
  /** The challenge in base64url that the authenticator claims to have signed; the signature is not verified yet. */
  readonly challenge: string;
};

/** The JSON value that a base64url text contains; null when the text is malformed. */
const parsedJson = (base64urlText: string): unknown => {
  try {
    return JSON.parse(Buffer.from(base64urlText, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};

/**
 * Reads the secret of a passkey login: an assertion in JSON, encoded in base64url (rule 69). Null when the secret is
 * malformed.
 */
export function readAssertion(secret: string): Assertion | null {
  const parsedAssertion = v.safeParse(assertionJson, parsedJson(secret));
  if (!parsedAssertion.success) return null;
  const parsedClientData = v.safeParse(
    clientData,
    parsedJson(parsedAssertion.output.response.clientDataJSON),
  );
  return parsedClientData.success
    ? { ...parsedAssertion.output, challenge: parsedClientData.output.challenge }
    : null;
}
