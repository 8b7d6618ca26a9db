import { describe, expect, it } from 'vitest';
import { CREATION_REQUEST } from '#cases/register-passkey/register-passkey.cases.ts';
import { rejected } from '#cases/samples.ts';
import { offerPasskeyMachine } from '#machines/offer-passkey/offer-passkey.machine.ts';
import { CONDITIONAL_CREATE_TIMEOUT } from '#machines/offer-passkey/offer-passkey.setup.ts';
import { failed, success } from '#machines/shared/result.ts';
import { openPasswordScreen } from '#tests/support/model/portal.ts';
import { start } from '#tests/support/model/start.ts';

const OFFER = { userId: 'kim', token: 'offer-1' };
const CREATED = { kind: 'created', credential: { id: 'created' } } as const;
const OFFER_ENDED = failed(rejected('notAllowed', 403));

async function openWithSupport(support: 'conditional' | 'prompted') {
  const flow = start(offerPasskeyMachine, OFFER);
  await flow.ports.checkSupport.answer(support);
  return flow;
}

async function startConditionalCreation() {
  const flow = await openWithSupport('conditional');
  await flow.ports.startCreation.answer(success(CREATION_REQUEST));
  return flow;
}

describe('a browser with conditional creation', () => {
  it('creates a passkey without a prompt, and the server stores it', async () => {
    const { actor, ports } = await startConditionalCreation();
    expect(ports.startCreation.calls[0]?.input).toEqual({ token: 'offer-1' });
    expect(ports.createConditionally.waiting().input).toEqual({ request: CREATION_REQUEST });
    await ports.createConditionally.answer(CREATED);
    expect(ports.finishCreation.waiting().input).toEqual({
      token: 'offer-1',
      credential: CREATED.credential,
    });
    await ports.finishCreation.answer(success({}));
    expect(actor.getSnapshot()).toMatchObject({
      status: 'done',
      context: { credential: null, request: null },
    });
  });

  it.each(['cancelled', 'failed'] as const)(
    'offers a passkey without a message when the creation was %s',
    async (kind) => {
      const { actor, ports } = await startConditionalCreation();
      await ports.createConditionally.answer({ kind });
      expect(actor.getSnapshot()).toMatchObject({
        value: 'offered',
        context: { isCancelled: false, failure: null },
      });
    },
  );

  it('offers a passkey when the creation times out', async () => {
    const { actor, clock, ports } = await startConditionalCreation();
    await clock.advance(CONDITIONAL_CREATE_TIMEOUT);
    expect(actor.getSnapshot().value).toBe('offered');
    expect(ports.createConditionally.calls[0]?.isAborted()).toBe(true);
  });

  it.each(['already registered', 'refused', 'not stored'] as const)(
    'returns to the service when the passkey is %s',
    async (problem) => {
      const { actor, ports } =
        problem === 'refused' ? await openWithSupport('conditional') : await startConditionalCreation();
      if (problem === 'already registered')
        await ports.createConditionally.answer({ kind: 'alreadyRegistered' });
      if (problem === 'refused') await ports.startCreation.answer(OFFER_ENDED);
      if (problem === 'not stored') {
        await ports.createConditionally.answer(CREATED);
        await ports.finishCreation.answer(OFFER_ENDED);
      }
      expect(actor.getSnapshot().status).toBe('done');
    },
  );
});

describe('a browser without conditional creation', () => {
  it('asks for a passkey after the offer is accepted', async () => {
    const { actor, ports } = await openWithSupport('prompted');
    expect(actor.getSnapshot().value).toBe('offered');
    expect(ports.startCreation.calls).toHaveLength(0);
    actor.send({ type: 'offer.accepted' });
    await ports.startCreation.answer(success(CREATION_REQUEST));
    expect(ports.createPasskey.waiting().input).toEqual({ request: CREATION_REQUEST });
    await ports.createPasskey.answer({ kind: 'cancelled' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'offered', context: { isCancelled: true } });
  });

  it.each(['later', 'never'] as const)(
    'ends the offer for "%s", also when the server cannot be reached',
    async (offerAgain) => {
      const { actor, ports } = await openWithSupport('prompted');
      actor.send({ type: 'offer.declined', offerAgain });
      expect(ports.decline.waiting().input).toEqual({ token: 'offer-1', offerAgain });
      await ports.decline.fail();
      expect(actor.getSnapshot().status).toBe('done');
    },
  );
});

describe('a login with an offer of a passkey', () => {
  const finish = async (portal: Awaited<ReturnType<typeof openPasswordScreen>>, to?: string) => {
    await portal.submitPassword();
    await portal.answerLogin({ passkeyOffer: 'offer-1', ...(to !== undefined && { to }) });
    return portal;
  };

  it('shows the offer before the return to the service, with the session cleared', async () => {
    const portal = await finish(await openPasswordScreen());
    expect([portal.value(), portal.address()]).toEqual([{ 'offer-passkey': 'loading' }, null]);
    await portal.load();
    expect(portal.flow('offer-passkey').context).toMatchObject(OFFER);
    expect(portal.context().session.person.userId).toBe('');
    await portal.ports['offer-passkey'].checkSupport.answer('none');
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
    expect(portal.context()).toMatchObject({ passkeyOffer: null, returnTarget: { skipsReauth: false } });
  });

  it('returns to the service when the chunk of the offer fails to load', async () => {
    const portal = await finish(await openPasswordScreen());
    await portal.ports.portal.load.fail();
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
  });

  it('does not show the offer when the password has to be changed', async () => {
    const expired = await finish(await openPasswordScreen(), '/change');
    expect(expired.value()).toEqual({ 'password-expiry': 'loading' });
  });
});
