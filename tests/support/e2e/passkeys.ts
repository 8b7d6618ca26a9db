import { type CDPSession, expect, type Page } from '@playwright/test';

/** An authenticator of the browser whose owner touches it immediately or not at all. */
export type Passkeys = Awaited<ReturnType<typeof passkeysOf>>;

/** Adds an authenticator with user verification, like that of a laptop, to a page (Chrome DevTools, WebAuthn domain). */
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
    /** Sets whether the person touches the authenticator when it asks. */
    setPresence: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),

    /**
     * Stops the browser from suggesting passkeys in a field of later pages: an authenticator that answers immediately
     * would accept the suggestion before the person has pressed the button.
     */
    disableSuggestions: () =>
      page.addInitScript(() => {
        if (!('PublicKeyCredential' in window)) return;
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
      }),

    /**
     * Simulates conditional create in later pages, since no virtual authenticator answers it: Chromium passes such a
     * request to Google's password manager alone (device/fido/make_credential_request_handler.cc,
     * `is_passkey_upgrade_request`). The page sees the capability, only conditional requests are answered, and as in
     * Chrome the answer says that nobody was present or verified.
     */
    async simulateConditionalCreate(): Promise<void> {
      await passkeys.setUnverified(true);
      await page.addInitScript(() => {
        if (!('PublicKeyCredential' in window)) return;
        const { credentials } = navigator;
        const create = credentials.create.bind(credentials);
        PublicKeyCredential.getClientCapabilities = () => Promise.resolve({ conditionalCreate: true });
        credentials.create = (options: CredentialCreationOptions & { readonly mediation?: string } = {}) => {
          const { mediation, ...request } = options;
          return mediation === 'conditional'
            ? create(request)
            : Promise.reject(new DOMException('', 'NotAllowedError'));
        };
      });
    },

    /** Sets whether its answers say that nobody was present or verified. */
    setUnverified: (isUnverified: boolean) =>
      session.send('WebAuthn.setResponseOverrideBits', {
        authenticatorId,
        isBadUV: isUnverified,
        isBadUP: isUnverified,
      }),

    /** Sets whether the fingerprint is the person's; if not, the browser ends the request as when it is cancelled. */
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),

    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,

    /** Creates a passkey on the lab's page for passkeys. */
    async make(userId: string): Promise<void> {
      await page.goto(`${lab}/passkey/${userId}`);
      await page.locator('form[data-passkey] button').click();
      await page.waitForURL(`${lab}/passkey/${userId}?made`);
      await expect(page.getByRole('list').last()).toContainText(/./);
    },
  };
  return passkeys;
}
