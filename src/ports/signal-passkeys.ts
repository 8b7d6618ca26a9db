import type { PasskeyList } from '#machines/shared/passkey.ts';

/**
 * Static methods of `PublicKeyCredential` with which a page informs the browser of passkeys (WebAuthn Level 3, section
 * 5.1.10). TypeScript does not declare them yet, and a browser may lack each of them.
 */
type SignalMethods = {
  readonly signalUnknownCredential?: (options: { rpId: string; credentialId: string }) => Promise<void>;
  readonly signalAllAcceptedCredentials?: (options: {
    rpId: string;
    userId: string;
    allAcceptedCredentialIds: readonly string[];
  }) => Promise<void>;
  readonly signalCurrentUserDetails?: (options: {
    rpId: string;
    userId: string;
    name: string;
    displayName: string;
  }) => Promise<void>;
};

const signalMethodsOf = (pageWindow: Window): SignalMethods =>
  (pageWindow as unknown as { readonly PublicKeyCredential?: SignalMethods }).PublicKeyCredential ?? {};

/**
 * Calls the methods. Errors are ignored: the browser then does not update its list of passkeys, which only affects its
 * prompts.
 */
const sendSignals = async (signals: readonly (() => Promise<void> | undefined)[]): Promise<void> => {
  await Promise.allSettled(signals.map(async (signal) => signal()));
};

/** Informs the browser which passkeys of a person are registered, and which names the person has (rule 254). */
export const signalPasskeys = (
  pageWindow: Window,
  { rpId, userId, name, displayName, credentialIds }: PasskeyList,
): Promise<void> => {
  const methods = signalMethodsOf(pageWindow);
  return sendSignals([
    () => methods.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds: credentialIds }),
    () => methods.signalCurrentUserDetails?.({ rpId, userId, name, displayName }),
  ]);
};

/** Informs the browser that the server does not know a passkey with which the person has tried to sign in. */
export const signalUnknownPasskey = (pageWindow: Window, rpId: string, credentialId: string): Promise<void> =>
  sendSignals([() => signalMethodsOf(pageWindow).signalUnknownCredential?.({ rpId, credentialId })]);
