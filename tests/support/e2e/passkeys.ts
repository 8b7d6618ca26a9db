import { type CDPSession, expect, type Page } from '@playwright/test';

/** An authenticator of the browser, whose owner answers at once, or not at all. */
export type Passkeys = Awaited<ReturnType<typeof passkeysOf>>;

/** Gives a page an authenticator with user verification, as a laptop has one (Chrome DevTools, WebAuthn domain). */
export async function passkeysOf(page: Page, lab: string) {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const passkeys = {
    /** Whether the person touches the authenticator when it asks. */
    answers: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),

    /**
     * Has the browser suggest none in a field of the pages to come: an authenticator that answers at once takes a
     * suggestion before the person has pressed the button.
     */
    areUnsuggested: () =>
      page.addInitScript(() => {
        if (!('PublicKeyCredential' in window)) return;
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
      }),

    /**
     * Stands in for conditional create in the pages to come, which no virtual authenticator answers: Chromium gives
     * such a request to Google's password manager alone (device/fido/make_credential_request_handler.cc,
     * `is_passkey_upgrade_request`). The page hears of the capability, only conditional requests are answered, and as
     * by Chrome nobody was present or verified.
     */
    async createConditionally(): Promise<void> {
      await passkeys.unverifies(true);
      await page.addInitScript(() => {
        if (!('PublicKeyCredential' in window)) return;
        const { credentials } = navigator;
        const create = credentials.create.bind(credentials);
        PublicKeyCredential.getClientCapabilities = () => Promise.resolve({ conditionalCreate: true });
        credentials.create = (options: CredentialCreationOptions & { readonly mediation?: string } = {}) => {
          const { mediation, ...asked } = options;
          return mediation === 'conditional'
            ? create(asked)
            : Promise.reject(new DOMException('', 'NotAllowedError'));
        };
      });
    },

    /** Whether its answers say that nobody was present or verified. */
    unverifies: (isUnverified: boolean) =>
      session.send('WebAuthn.setResponseOverrideBits', {
        authenticatorId,
        isBadUV: isUnverified,
        isBadUP: isUnverified,
      }),

    /** Whether the fingerprint is the person's; without it the browser ends the question as a cancel does. */
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),

    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,

    /** Sets the signature counter of the only passkey back or forth. */
    async count(signCount: number): Promise<void> {
      const [credential] = await passkeys.credentials();
      if (!credential) throw new Error('The authenticator has no passkey');
      const { credentialId } = credential;
      await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
      await session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount },
      });
    },

    /** Makes a passkey at the desk of the lab. */
    async make(userId: string): Promise<void> {
      await page.goto(`${lab}/passkey/${userId}`);
      await page.locator('form[data-passkey] button').click();
      await page.waitForURL(`${lab}/passkey/${userId}?made`);
      await expect(page.getByRole('list').last()).toContainText(/./);
    },
  };
  return passkeys;
}
