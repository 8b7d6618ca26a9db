/** Whether the browser can use passkeys here; `insecure`: not over this connection (decision 92). */
export type PasskeySupport = 'supported' | 'insecure' | 'missing';

/** What the server wants to have signed, with base64url for bytes (spec section 7, assertionRequest). */
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

/** What came of asking the browser for a passkey. A person's cancel is no failure (decision 92). */
export type PasskeyAnswer =
  | {
      readonly kind: 'given';
      /** base64url of the JSON assertion (decision 69). */
      readonly assertion: string;
      /** By which the server knows the person; empty when the passkey does not tell. */
      readonly userHandle: string;
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed' };
