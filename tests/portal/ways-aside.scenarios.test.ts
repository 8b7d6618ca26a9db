import { describe, expect, it } from 'vitest';
import { clientConfig } from '#cases/samples.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { arriveAtPassword, openPortal } from '#tests/support/model/portal.ts';

describe('a passkey from the ID entry', () => {
  it.each([true, false])('may be registered where the service has passkeys: %s', async (passkey) => {
    const portal = openPortal();
    await portal.request();
    await portal.ports['service-info'].fetchClientConfig.answer(success(clientConfig({ passkey })));
    await portal.send({ type: 'passkey.register' });
    expect(portal.context().hasBegunAtEntry).toBe(passkey);
    expect(portal.value()).toEqual({ 'id-entry': 'atFirst' });
  });
});

it('a forgotten password that is left leads back to where it was opened', async () => {
  const portal = await arriveAtPassword();
  await portal.goTo('/password/forgot');
  await portal.load();
  expect([portal.value(), portal.address()]).toEqual([{ 'forgot-password': 'running' }, '/password/forgot']);
  await portal.ports['forgot-password'].checkPolicy.answer(failed(UNREACHABLE));
  await portal.tell('forgot-password', { type: 'step.back' });
  expect([portal.value(), portal.address()]).toEqual([{ 'id-entry': 'atFirst' }, '/first']);
});
