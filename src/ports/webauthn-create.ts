import { type CredentialCreationOptionsJSON, create } from '@github/webauthn-json';
import type { CreationRequest, PasskeyCreationResult } from '#machines/shared/passkey.ts';

type PublicKey = NonNullable<CredentialCreationOptionsJSON['publicKey']>;

/** Names of the errors that a browser throws when its prompt is cancelled by the person or the page. */
const CANCEL_ERRORS: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError']);
/** The name of the error that a browser throws when the authenticator already has a passkey of the person. */
const ALREADY_REGISTERED_ERROR = 'InvalidStateError';

const publicKeyOf = ({ excludeCredentials = [], ...options }: CreationRequest): PublicKey =>
  ({
    ...options,
    excludeCredentials: excludeCredentials.map((credential) => ({ ...credential, type: 'public-key' })),
  }) as unknown as PublicKey;

/** Creates a credential. Errors of the browser become results. */
async function resultOf(createCredential: () => Promise<unknown>): Promise<PasskeyCreationResult> {
  try {
    return { kind: 'created', credential: await createCredential() };
  } catch (error) {
    if (!(error instanceof DOMException)) return { kind: 'failed' };
    if (error.name === ALREADY_REGISTERED_ERROR) return { kind: 'alreadyRegistered' };
    return { kind: CANCEL_ERRORS.has(error.name) ? 'cancelled' : 'failed' };
  }
}

/** Prompts the person to create a passkey. Aborting `signal` closes the prompt. */
export const createPasskey = (
  request: CreationRequest,
  signal: AbortSignal,
): Promise<PasskeyCreationResult> => resultOf(() => create({ publicKey: publicKeyOf(request), signal }));

/**
 * A static method of `PublicKeyCredential` that TypeScript does not declare. Browsers with conditional create have it.
 */
type ConditionalCreate = {
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
};

/**
 * Creates a passkey without a prompt (conditional create). Browsers allow this after they have filled in a saved
 * password.
 */
export const createConditionally = (
  request: CreationRequest,
  signal: AbortSignal,
): Promise<PasskeyCreationResult> =>
  resultOf(async () => {
    const publicKey = (PublicKeyCredential as unknown as ConditionalCreate).parseCreationOptionsFromJSON(
      publicKeyOf(request),
    );
    const options: CredentialCreationOptions & { mediation: 'conditional' } = {
      publicKey,
      signal,
      mediation: 'conditional',
    };
    const credential = await navigator.credentials.create(options);
    return (credential as PublicKeyCredential).toJSON();
  });
