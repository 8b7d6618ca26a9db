/** Whether the browser can use passkeys on this page; `insecure`: not over a connection without TLS (rule 92). */
export type PasskeySupport = 'supported' | 'insecure' | 'missing';

/** The challenge that a passkey signs, with base64url for bytes (spec section 7, assertionRequest). */
export type PasskeyRequest = {
  readonly challenge: string;
  readonly rpId?: string | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  readonly userVerification?: 'required' | 'preferred' | 'discouraged' | undefined;
  readonly allowCredentials?:
    | readonly { readonly id: string; readonly transports?: readonly string[] | undefined }[]
    | undefined;
};

/** Result of the browser prompt for a passkey. Cancelling is not a failure (rule 92). */
export type PasskeyAnswer =
  | {
      readonly kind: 'given';
      /** base64url of the JSON assertion (rule 69). */
      readonly assertion: string;
      /** The user handle; empty when the passkey returns none. */
      readonly userHandle: string;
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed' };

/** Creation options of a new passkey, as WebAuthn defines them (rule 213). */
export type CreationRequest = {
  readonly challenge: string;
  readonly rp: { readonly id?: string | undefined; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly type: string; readonly alg: number }[];
  readonly timeout?: number | undefined;
  readonly attestation?: string | undefined;
  readonly excludeCredentials?:
    | readonly { readonly id: string; readonly transports?: readonly string[] | undefined }[]
    | undefined;
  readonly authenticatorSelection?: Readonly<Record<string, unknown>> | undefined;
};

/** How a browser can create a passkey: `conditional` without a prompt (conditional create), or only `prompted`. */
export type OfferSupport = 'conditional' | 'prompted' | 'none';

/** The registered passkeys of a person, which the browser then offers or hides (rule 254). */
export type PasskeyList = {
  readonly rpId: string;
  /** The user handle, base64url. */
  readonly userId: string;
  readonly name: string;
  readonly displayName: string;
  /** IDs of the registered credentials, base64url. */
  readonly credentialIds: readonly string[];
};

/** Result of the browser prompt to create a passkey. */
export type PasskeyCreationResult =
  | { readonly kind: 'created'; readonly credential: unknown }
  /** `alreadyRegistered`: this authenticator has a passkey of the person already. */
  | { readonly kind: 'cancelled' | 'alreadyRegistered' | 'failed' };
