import { type CDPSession, expect, type Page } from '@playwright/test';

/** An authenticator of the browser. Its owner touches it immediately or not at all. */
export type Authenticator = Awaited<ReturnType<typeof addAuthenticator>>;

/** Adds an authenticator with user verification to a page, like the fingerprint sensor of a laptop (Chrome DevTools, WebAuthn domain). */
export async function addAuthenticator(page: Page, lab: string) {
  const protocol: CDPSession = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const authenticator = {
    /** Sets whether the person touches the authenticator on request. */
    setPresence: (isPresent: boolean) =>
      protocol.send('WebAuthn.setAutomaticPresenceSimulation', {
        authenticatorId,
        enabled: isPresent,
      }),

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
     * Simulates conditional create in later pages, since Chromium passes a conditional request only to Google's
     * password manager, not to a virtual authenticator (device/fido/make_credential_request_handler.cc,
     * `is_passkey_upgrade_request`). The page has the capability, only conditional requests are answered, and as in Chrome
     * the response says that nobody was present or verified.
     */
    async simulateConditionalCreate(): Promise<void> {
      await authenticator.setUnverified(true);
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

    /** Sets whether the responses of the authenticator say that nobody was present or verified. */
    setUnverified: (isUnverified: boolean) =>
      protocol.send('WebAuthn.setResponseOverrideBits', {
        authenticatorId,
        isBadUV: isUnverified,
        isBadUP: isUnverified,
      }),

    /** Sets whether the fingerprint is the person's. If not, the browser ends the request as if it was cancelled. */
    setVerified: (isUserVerified: boolean) =>
      protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),

    credentials: async () =>
      (await protocol.send('WebAuthn.getCredentials', { authenticatorId })).credentials,

    /** Creates a passkey on the lab's page for passkeys. */
    async createPasskey(userId: string): Promise<void> {
      await page.goto(`${lab}/passkey/${userId}`);
      await page.locator('form[data-passkey] button').click();
      await page.waitForURL(`${lab}/passkey/${userId}?made`);
      await expect(page.getByRole('list').last()).toContainText(/./);
    },
  };
  return authenticator;
}
