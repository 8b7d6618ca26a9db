import { describe, expect, it } from 'vitest';
import { loginResult, NO_AUTHENTICATORS, policy, rejected, SERVICE } from '#cases/samples.ts';
import { titleKeyOf } from '#machines/portal/portal.selectors.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { failed, success } from '#machines/shared/result.ts';
import { openPasswordScreen } from '#tests/support/model/portal.ts';
import { OWNS_ALL, OWNS_NOTHING, openAt, policyOfAllMethods } from './known-person.ts';

const SCREENS = [
  ['0', 'emergency', 'emergency'],
  ['1', 'sent-code', 'sent-code'],
  ['2', 'sent-code', 'sent-code'],
  ['3', 'sent-code', 'sent-code'],
  ['4', 'sent-code', 'sent-code'],
  ['5', 'sent-code', 'sent-code'],
  ['6', 'sent-code', 'sent-code'],
  ['7', 'device-code', 'device-code'],
  ['8', 'device-code', 'device-code'],
  ['9', 'device-code', 'device-code'],
  ['12', 'passkey', 'passkey'],
] as const;

const LOADING = { chooser: 'loading' };

describe('the address of a method', () => {
  it.each(SCREENS)(
    'with the type %s opens the screen of the method, which has its title while it loads',
    async (code, state, flow) => {
      const portal = openAt(`/first/auth?type=${code}`);
      const currentScreen = () => [portal.value(), portal.address(), titleKeyOf(portal.actor.getSnapshot())];
      const address = `/first/auth?type=${code}`;
      expect(currentScreen()).toEqual([{ [state]: 'loading' }, address, `title.method.${code}`]);
      expect(portal.ports.portal.load.waiting().input).toEqual({ flow });
      await portal.load();
      expect(currentScreen()).toEqual([{ [state]: 'running' }, address, `title.method.${code}`]);
      expect(portal.flow(flow).context.userId).toBe('kim');
    },
  );

  it.each(['13', '99', '', 'PW', '-2', '__proto__'])('with the type %j leads to the chooser', (code) => {
    const portal = openAt(`/first/auth?type=${code}`);
    expect([portal.value(), portal.address()]).toEqual([LOADING, '/first/select']);
  });

  it('without a type leads to the chooser', () => {
    expect(openAt('/first/auth').value()).toEqual(LOADING);
  });

  it.each(SCREENS)(
    'with the type %s leads to the chooser when the policy does not allow the method',
    (code) => {
      const portal = openAt(
        `/first/auth?type=${code}`,
        policy([], { authType: 'otp', userTokens: OWNS_ALL }),
      );
      expect(portal.value()).toEqual(LOADING);
    },
  );

  it.each(SCREENS.filter(([code]) => code !== '0'))(
    'with the type %s leads to the chooser when the person has no factor for it',
    (code) => {
      expect(
        openAt(`/first/auth?type=${code}`, policyOfAllMethods({ userTokens: OWNS_NOTHING })).value(),
      ).toEqual(LOADING);
    },
  );

  it.each(['4', '5'])(
    'with the type %s leads to the chooser when the person has only one of its two contacts',
    (code) => {
      const userTokens = { ...OWNS_ALL, phoneNumber: null };
      expect(openAt(`/first/auth?type=${code}`, policyOfAllMethods({ userTokens })).value()).toEqual(LOADING);
    },
  );

  it.each(['/first/select', ...SCREENS.map(([code]) => `/first/auth?type=${code}`)])(
    '%s first shows the password gate when the policy has one',
    (address) => {
      expect(openAt(address, policyOfAllMethods({ authType: 'other' })).value()).toBe('password');
    },
  );
});

describe('the screen of a method', () => {
  it.each([
    ['1', ['010-****-5678']],
    ['2', ['k***@example.kr']],
    ['3', ['d***@example.com']],
    ['4', ['010-****-5678', 'k***@example.kr']],
    ['5', ['010-****-5678', 'd***@example.com']],
    ['6', ['k***@example.kr', 'd***@example.com']],
  ])('with the type %s shows the contacts %j', async (code, contacts) => {
    const portal = openAt(`/first/auth?type=${code}`);
    await portal.load();
    expect(portal.flow('sent-code').context).toMatchObject({ tokenCode: code, contacts });
  });

  it.each([
    ['7', 'C-1'],
    ['8', 'cccccc, cccccd'],
    ['9', 'Galaxy S30'],
  ])('with the type %s shows the token %s', async (code, token) => {
    const portal = openAt(`/first/auth?type=${code}`);
    await portal.load();
    expect(portal.flow('device-code').context).toMatchObject({ tokenCode: code, token });
  });

  it.each([
    ['0', 'emergencyCode', 'emergency'],
    ['1', 'sms', 'sent-code'],
    ['7', 'otpCard', 'device-code'],
  ] as const)(
    'with the type %s offers other methods only when the policy allows some',
    async (code, method, flow) => {
      const portal = openAt(`/first/auth?type=${code}`);
      await portal.load();
      expect(portal.flow(flow).context.hasOtherMethods).toBe(true);
      const single = openAt(
        `/first/auth?type=${code}`,
        policy([method], { authType: 'otp', userTokens: OWNS_ALL }),
      );
      await single.load();
      expect(single.flow(flow).context.hasOtherMethods).toBe(false);
    },
  );

  it.each([
    ['1', true, true, true],
    ['1', false, true, false],
    ['2', true, false, false],
  ])(
    'of SMS, with the default method %s and alwaysSend %s, has the "always" box %s and sends automatically %s',
    async (tokenCode, alwaysSend, isFixed, sends) => {
      const fixedToken = { tokenCode: tokenCode as '1' | '2', alwaysSend };
      const portal = openAt('/first/auth?type=1', policyOfAllMethods({ fixedToken }));
      await portal.load();
      expect(portal.flow('sent-code').context).toMatchObject({
        boxes: { always: isFixed, alwaysSend: sends },
        autoStarts: sends,
      });
    },
  );
});

describe('the default method of a person', () => {
  it.each(SCREENS)('with the type %s opens after the ID entry', async (code, state) => {
    const portal = await openPasswordScreen(
      policyOfAllMethods({ fixedToken: { tokenCode: code, alwaysSend: false } }),
    );
    expect([portal.value(), portal.address()]).toEqual([{ [state]: 'loading' }, `/first/auth?type=${code}`]);
  });

  it('is replaced by the chooser when it can no longer be used', async () => {
    const fixedToken = { tokenCode: '7', alwaysSend: false } as const;
    const portal = await openPasswordScreen(policyOfAllMethods({ fixedToken, userTokens: OWNS_NOTHING }));
    expect(portal.value()).toEqual(LOADING);
    expect(portal.context().remark).toBe('error.auth_error_015_1');
  });

  it('is replaced by the chooser after the password gate when it is the password', async () => {
    const portal = await openPasswordScreen(
      policyOfAllMethods({ authType: 'other', fixedToken: { tokenCode: '-1', alwaysSend: false } }),
    );
    await portal.submitPassword();
    await portal.ports.password.provePassword.answer(success({}));
    expect(portal.value()).toEqual(LOADING);
    expect(portal.context().remark).toBeNull();
  });
});

describe('the chooser', () => {
  const openChooser = async (stored: Policy = policyOfAllMethods()) => {
    const portal = openAt('/first/select', stored);
    await portal.load();
    return portal;
  };

  it('looks up the registered tokens, and opens the chosen method', async () => {
    const portal = await openChooser();
    expect(portal.ports.chooser.fetchAuthenticators.waiting().input).toEqual({
      userId: 'kim',
      clientId: SERVICE,
    });
    await portal.sendToFlow('chooser', { type: 'method.chosen', method: 'internalMail' });
    expect([portal.value(), portal.address()]).toEqual([{ 'sent-code': 'loading' }, '/first/auth?type=2']);
  });

  it('opens the registration of a method that the person has not registered', async () => {
    const portal = await openChooser(policyOfAllMethods({ userTokens: OWNS_NOTHING }));
    const license = { hasTimeLeft: true, isBelowLimit: true };
    await portal.ports.chooser.fetchAuthenticators.answer(
      success({ authenticators: NO_AUTHENTICATORS, license }),
    );
    await portal.sendToFlow('chooser', { type: 'method.chosen', method: 'yubikey' });
    expect([portal.value(), portal.address()]).toEqual([
      { management: 'loading' },
      '/first/management?type=8',
    ]);
  });

  it('returns to the ID entry, which still shows the ID', async () => {
    const portal = await openChooser();
    await portal.sendToFlow('chooser', { type: 'chooser.back' });
    expect(portal.value()).toEqual({ 'id-entry': 'withRequest' });
    expect(portal.flow('id-entry').context.userId).toBe('kim');
  });
});

describe.each([
  ['0', 'emergency'],
  ['1', 'sent-code'],
  ['7', 'device-code'],
] as const)('the screen of the type %s', (code, flow) => {
  const openMethod = async () => {
    const portal = openAt(`/first/auth?type=${code}`);
    await portal.load();
    if (flow === 'sent-code') await portal.ports['sent-code'].readClock.answer(0);
    const event = { type: 'code.submitted', code: '123456' } as const;
    return { portal, submit: () => portal.sendToFlow(flow, event) };
  };

  it('leads to the service after the login', async () => {
    const { portal, submit } = await openMethod();
    await submit();
    await portal.ports[flow].logIn.answer(success(loginResult()));
    await portal.load();
    expect(portal.value()).toEqual({ 'return-to-service': 'running' });
    expect(portal.context().session.person.userId).toBe('');
  });

  it('leads to the password change when the server requires it', async () => {
    const { portal, submit } = await openMethod();
    await submit();
    await portal.ports[flow].logIn.answer(success(loginResult({ to: '/change' })));
    expect([portal.value(), portal.address()]).toEqual([{ 'password-expiry': 'loading' }, '/change']);
  });

  it('opens the chooser when another method is requested', async () => {
    const { portal } = await openMethod();
    await portal.sendToFlow(flow, { type: 'method.change' });
    expect(portal.value()).toEqual(LOADING);
  });

  it('checks an outdated policy again, and restarts the first step with a notice', async () => {
    const { portal, submit } = await openMethod();
    await submit();
    await portal.ports[flow].logIn.answer(failed(rejected('016')));
    expect(portal.value()).toBe('renewing');
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: policyOfAllMethods() }));
    expect(portal.value()).toEqual(LOADING);
    expect(portal.context().remark).toBe('remark.policyChanged');
  });

  it('aborts its calls when it is left by Back, and a late answer changes nothing', async () => {
    const { portal, submit } = await openMethod();
    await submit();
    const call = portal.ports[flow].logIn.waiting();
    await portal.goTo('/first/select');
    expect(call.isAborted()).toBe(true);
    const before = portal.context();
    await call.answer(success(loginResult()));
    expect(portal.value()).toEqual(LOADING);
    expect(portal.context()).toEqual(before);
  });

  it('is loaded again on request after a failure', async () => {
    const portal = openAt(`/first/auth?type=${code}`);
    await portal.ports.portal.load.fail();
    expect(portal.actor.getSnapshot().hasTag('unloaded')).toBe(true);
    await portal.send({ type: 'load.retry' });
    await portal.load();
    expect(portal.flow(flow).status).toBe('active');
    expect(portal.ports.portal.load.calls.map(({ input }) => input)).toEqual([{ flow }, { flow }]);
  });
});

it('the chooser is loaded again on request after a failure', async () => {
  const portal = openAt('/first/select');
  await portal.ports.portal.load.fail();
  expect(portal.value()).toEqual({ chooser: 'unloaded' });
  await portal.send({ type: 'load.retry' });
  await portal.load();
  expect(portal.value()).toEqual({ chooser: 'running' });
});
