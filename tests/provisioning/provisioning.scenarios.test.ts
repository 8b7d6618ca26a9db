import { describe, expect, it } from 'vitest';
import { APP_LINK, PROVISION_ANSWER, PROVISIONING_INPUT } from '#cases/provisioning/samples.ts';
import { rejected } from '#cases/samples.ts';
import { provisionLink, subdomainOf } from '#machines/provisioning/link.ts';
import { provisioningMachine } from '#machines/provisioning/provisioning.machine.ts';
import { failed } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

it('the app is opened automatically once, and the link stays on the screen', async () => {
  const { actor, ports } = start(provisioningMachine, PROVISIONING_INPUT);
  expect(ports.fetchProvision.waiting().input).toEqual({ ak: 'ak-1', origin: PROVISIONING_INPUT.origin });
  await ports.fetchProvision.answer(PROVISION_ANSWER);
  expect(ports.openApp.waiting().input).toEqual({ link: APP_LINK });
  await ports.openApp.answer(undefined);
  expect(actor.getSnapshot()).toMatchObject({ value: { ready: 'opened' }, context: { link: APP_LINK } });
  expect(ports.openApp.calls).toHaveLength(1);
});

it('a portal with the web app leads to it at its own origin, whatever origin the server sends', async () => {
  const { actor, ports } = start(provisioningMachine, {
    ...PROVISIONING_INPUT,
    app: { phoneApp: 'web', appScheme: 'javascript' },
  });
  await ports.fetchProvision.answer(PROVISION_ANSWER);
  const link = `${PROVISIONING_INPUT.origin}/app/#data=a%2Bb&modulus=m%26n&exponent=AQAB`;
  expect(ports.openApp.waiting().input).toEqual({ link });
  expect(actor.getSnapshot().context.link).toBe(link);
});

it('the link stays on the screen when the app does not open', async () => {
  const { actor, ports } = start(provisioningMachine, PROVISIONING_INPUT);
  await ports.fetchProvision.answer(PROVISION_ANSWER);
  await ports.openApp.fail();
  expect(actor.getSnapshot()).toMatchObject({ value: { ready: 'opened' }, context: { link: APP_LINK } });
});

it('the screen has no link when the server refuses it', async () => {
  const { actor, ports } = start(provisioningMachine, PROVISIONING_INPUT);
  await ports.fetchProvision.answer(failed(rejected('urlUsed', 404)));
  expect(actor.getSnapshot()).toMatchObject({ value: 'refused', context: { link: '' } });
  expect(ports.openApp.calls).toEqual([]);
});

it.each(['javascript', 'https', 'data', 'x y', ''])('no app is opened by the scheme %j', async (scheme) => {
  const { actor, ports } = start(provisioningMachine, {
    ...PROVISIONING_INPUT,
    app: { ...PROVISIONING_INPUT.app, appScheme: scheme },
  });
  await ports.fetchProvision.answer(PROVISION_ANSWER);
  expect(actor.getSnapshot()).toMatchObject({ value: 'unanswered', context: { link: '' } });
});

describe('the link of the app', () => {
  it('has each value encoded', () => {
    if (!PROVISION_ANSWER.ok) throw new Error('The sample is a failure');
    expect(
      provisionLink(PROVISIONING_INPUT.app, PROVISION_ANSWER.value.portal, PROVISION_ANSWER.value.provision),
    ).toBe(APP_LINK);
  });

  it.each([
    ['acme.login.example', 'acme'],
    ['a.b.c.d', 'a'],
    ['login.example', ''],
    ['localhost', ''],
    ['127.0.0.1', ''],
    ['[::1]', ''],
  ])('has for the host %s the subdomain %j', (host, subdomain) => {
    expect(subdomainOf(host)).toBe(subdomain);
  });
});
