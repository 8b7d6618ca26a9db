import * as v from 'valibot';

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/));

/** The members of an assertion that are used (WebAuthn, AuthenticationResponseJSON). */
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
  /** The challenge that the authenticator has signed, base64url; the signature has yet to be verified. */
  readonly challenge: string;
};

const parsedJson = (base64: string): unknown => {
  try {
    return JSON.parse(Buffer.from(base64, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};

/** Reads the secret of a passkey login: base64url of the JSON assertion (rule 69). Null when it is malformed. */
export function readAssertion(secret: string): Assertion | null {
  const sent = v.safeParse(assertionJson, parsedJson(secret));
  if (!sent.success) return null;
  const signed = v.safeParse(clientData, parsedJson(sent.output.response.clientDataJSON));
  return signed.success ? { ...sent.output, challenge: signed.output.challenge } : null;
}
