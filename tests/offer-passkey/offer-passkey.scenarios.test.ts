import { describe, expect, it } from 'vitest';
import { REQUEST } from '#cases/register-passkey/register-passkey.cases.ts';
import { rejected } from '#cases/samples.ts';
import { offerPasskeyMachine } from '#machines/offer-passkey/offer-passkey.machine.ts';
import { CONDITIONAL_CREATE_TIMEOUT } from '#machines/offer-passkey/offer-passkey.setup.ts';
import { failed, success } from '#machines/shared/result.ts';
import { arriveAtPassword } from '#tests/support/model/portal.ts';
import { start } from '#tests/support/model/start.ts';

const OFFER = { userId: 'kim', token: 'offer-1' };
const MADE = { kind: 'created', credential: { id: 'made' } } as const;
const OVER = failed(rejected('notAllowed', 403));

async function learned(support: 'conditional' | 'prompted') {
  const flow = start(offerPasskeyMachine, OFFER);
  await flow.ports.checkSupport.answer(support);
  return flow;
}

async function made() {
  const flow = await learned('conditional');
  await flow.ports.startCreation.answer(success(REQUEST));
  return flow;
}

describe('a browser that makes passkeys without a question', () => {
  it('makes one with nothing pressed, which the server keeps', async () => {
    const { actor, ports } = await made();
    expect(ports.startCreation.calls[0]?.input).toEqual({ token: 'offer-1' });
    expect(ports.createConditionally.waiting().input).toEqual({ request: REQUEST });
    await ports.createConditionally.answer(MADE);
    expect(ports.finishCreation.waiting().input).toEqual({ token: 'offer-1', credential: MADE.credential });
    await ports.finishCreation.answer(success({}));
    expect(actor.getSnapshot()).toMatchObject({
      status: 'done',
      context: { credential: null, request: null },
    });
  });

  it.each(['cancelled', 'failed'] as const)(
    'offers one where it has %s, and says nothing of it',
    async (kind) => {
      const { actor, ports } = await made();
      await ports.createConditionally.answer({ kind });
      expect(actor.getSnapshot()).toMatchObject({
        value: 'offered',
        context: { isCancelled: false, failure: null },
      });
    },
  );

  it('offers one where it does not answer', async () => {
    const { actor, clock, ports } = await made();
    await clock.advance(CONDITIONAL_CREATE_TIMEOUT);
    expect(actor.getSnapshot().value).toBe('offered');
    expect(ports.createConditionally.calls[0]?.isAborted()).toBe(true);
  });

  it.each(['known', 'refused', 'unsaved'] as const)(
    'leads on to the service where it is %s',
    async (what) => {
      const { actor, ports } = what === 'refused' ? await learned('conditional') : await made();
      if (what === 'known') await ports.createConditionally.answer({ kind: 'alreadyRegistered' });
      if (what === 'refused') await ports.startCreation.answer(OVER);
      if (what === 'unsaved') {
        await ports.createConditionally.answer(MADE);
        await ports.finishCreation.answer(OVER);
      }
      expect(actor.getSnapshot().status).toBe('done');
    },
  );
});

describe('a browser that asks', () => {
  it('makes one after a press', async () => {
    const { actor, ports } = await learned('prompted');
    expect(actor.getSnapshot().value).toBe('offered');
    expect(ports.startCreation.calls).toHaveLength(0);
    actor.send({ type: 'offer.accepted' });
    await ports.startCreation.answer(success(REQUEST));
    expect(ports.createPasskey.waiting().input).toEqual({ request: REQUEST });
    await ports.createPasskey.answer({ kind: 'cancelled' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'offered', context: { isCancelled: true } });
  });

  it.each(['later', 'never'] as const)(
    'offers none again: %s, whether or not the server hears of it',
    async (refusalPeriod) => {
      const { actor, ports } = await learned('prompted');
      actor.send({ type: 'offer.declined', refusalPeriod });
      expect(ports.decline.waiting().input).toEqual({ token: 'offer-1', refusalPeriod });
      await ports.decline.fail();
      expect(actor.getSnapshot().status).toBe('done');
    },
  );
});

describe('a login that an offer came with', () => {
  const finish = async (portal: Awaited<ReturnType<typeof arriveAtPassword>>, to?: string) => {
    await portal.submitPassword();
    await portal.logIn({ passkeyOffer: 'offer-1', ...(to !== undefined && { to }) });
    return portal;
  };

  it('shows the offer before the return to the service, with the session cleared', async () => {
    const portal = await finish(await arriveAtPassword());
    expect([portal.value(), portal.address()]).toEqual([{ 'offer-passkey': 'loading' }, null]);
    await portal.load();
    expect(portal.flow('offer-passkey').context).toMatchObject(OFFER);
    expect(portal.context().session.person.userId).toBe('');
    await portal.ports['offer-passkey'].checkSupport.answer('none');
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
    expect(portal.context()).toMatchObject({ passkeyOffer: null, returnTarget: { skipsReauth: false } });
  });

  it('goes on to the service where the code of the offer does not arrive', async () => {
    const portal = await finish(await arriveAtPassword());
    await portal.ports.portal.load.fail();
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
  });

  it('shows none before a password that has to be changed', async () => {
    const expired = await finish(await arriveAtPassword(), '/change');
    expect(expired.value()).toEqual({ 'password-expiry': 'loading' });
  });
});
