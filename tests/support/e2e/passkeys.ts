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
