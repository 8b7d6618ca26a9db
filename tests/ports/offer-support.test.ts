import { expect, it } from 'vitest';
import { offerSupportOf } from '#src/ports/offer-support.ts';

const CREATION = { parseCreationOptionsFromJSON: () => undefined };
const capable = { getClientCapabilities: async () => ({ conditionalCreate: true }) };
const verifying = (isAvailable: boolean) => ({
  isUserVerifyingPlatformAuthenticatorAvailable: async () => isAvailable,
});

it.each<[string, object | undefined, string]>([
  ['has no passkeys', undefined, 'none'],
  ['creates passkeys without a prompt', { ...CREATION, ...capable }, 'conditional'],
  ['cannot read the options of such a passkey', { ...capable, ...verifying(true) }, 'prompted'],
  ['can verify the person', { ...CREATION, ...verifying(true) }, 'prompted'],
  ['cannot verify the person', { ...CREATION, ...verifying(false) }, 'none'],
  ['does not say whether it can verify the person', CREATION, 'none'],
])(
  'a browser that %s is offered a passkey in the way: %3$s',
  async (_browser, PublicKeyCredential, support) => {
    expect(await offerSupportOf({ PublicKeyCredential } as unknown as Window)).toBe(support);
  },
);
