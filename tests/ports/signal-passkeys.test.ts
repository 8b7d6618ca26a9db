import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { loginParameters } from '#cases/samples.ts';
import { failed } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { passkeyPorts } from '#src/ports/passkey.ts';
import { signalPasskeys } from '#src/ports/signal-passkeys.ts';

const LIST = {
  rpId: 'portal.example',
  userId: 'aGFuZGxl',
  name: 'kim',
  displayName: '김하늘',
  credentialIds: ['a2V5'],
};
const SECRET = btoa(JSON.stringify({ id: 'a2V5' }));

type Signal = (options: object) => Promise<void>;
const signals = {
  signalUnknownCredential: vi.fn<Signal>(),
  signalAllAcceptedCredentials: vi.fn<Signal>(),
  signalCurrentUserDetails: vi.fn<Signal>(),
};
const page = (PublicKeyCredential: object | undefined) =>
  ({ PublicKeyCredential, location: { hostname: 'portal.example' } }) as unknown as Window;
const unhandled = vi.fn();

beforeEach(() => {
  for (const signal of Object.values(signals)) signal.mockReset().mockResolvedValue(undefined);
  process.on('unhandledRejection', unhandled);
});
afterEach(() => {
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it('the browser is notified of the registered passkeys and of the name of their person', async () => {
  await signalPasskeys(page(signals), LIST);
  const { rpId, userId, name, displayName, credentialIds } = LIST;
  expect(signals.signalAllAcceptedCredentials.mock.calls).toEqual([
    [{ rpId, userId, allAcceptedCredentialIds: credentialIds }],
  ]);
  expect(signals.signalCurrentUserDetails.mock.calls).toEqual([[{ rpId, userId, name, displayName }]]);
});

it.each([
  ['has no passkeys', undefined],
  ['has no signals', {}],
  [
    'refuses',
    { signalAllAcceptedCredentials: () => Promise.reject(new DOMException('no', 'SecurityError')) },
  ],
  [
    'throws',
    {
      signalCurrentUserDetails: () => {
        throw new TypeError('no');
      },
    },
  ],
])('the notification ends without an error when the browser %s', async (_case, credential) => {
  await expect(signalPasskeys(page(credential), LIST)).resolves.toBeUndefined();
});

it.each([
  ['passkeyUnknown', 1],
  ['passkeyRefused', 0],
] as const)(
  'a sign-in that is refused as %s notifies the browser of %s unknown passkeys',
  async (reason, count) => {
    const refusal = failed({
      kind: 'rejected',
      status: 400,
      code: '005_1',
      message: '',
      details: { reason },
    });
    const client = { call: () => Promise.resolve(refusal) } as unknown as Client;
    const { logIn } = passkeyPorts({ client, ip: () => '', pageWindow: page(signals) });
    const input = {
      ...loginParameters(),
      userId: 'kim',
      tokenCode: '12',
      secret: SECRET,
      boxes: null,
    } as const;
    expect(await toPromise(createActor(logIn, { input }).start())).toEqual(refusal);
    expect(signals.signalUnknownCredential.mock.calls).toEqual(
      Array.from({ length: count }, () => [{ rpId: 'portal.example', credentialId: 'a2V5' }]),
    );
  },
);
