import { expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { authenticatedMachine, FRAME_TIMEOUT } from '#machines/authenticated/authenticated.machine.ts';
import { authenticatedPorts } from '#src/ports/authenticated.ts';
import { start } from '#tests/support/model/start.ts';

const CODE = { otp: '314159', origin: 'https://parent.example' };

it('the code is posted once and removed, and the screen waits for the parent page', async () => {
  const { actor, clock, ports } = start(authenticatedMachine, CODE);
  expect(ports.postCode.waiting().input).toEqual(CODE);
  await ports.postCode.answer(true);
  await clock.advance(FRAME_TIMEOUT);
  expect(actor.getSnapshot()).toMatchObject({ value: 'posted', context: { otp: '' } });
  expect(ports.postCode.calls).toHaveLength(1);
});

it.each([
  ['without a code', { ...CODE, otp: '' }],
  ['without a parent page', CODE],
])('the screen %s offers the start page after ten seconds', async (_case, input) => {
  const { actor, clock, ports } = start(authenticatedMachine, input);
  if (ports.postCode.isWaiting()) await ports.postCode.answer(false);
  await clock.advance(FRAME_TIMEOUT - 1);
  expect(actor.getSnapshot().value).toBe('alone');
  await clock.advance(1);
  expect(actor.getSnapshot()).toMatchObject({ value: 'stranded', context: { otp: '' } });
  actor.send({ type: 'authenticated.leave' });
  expect(actor.getSnapshot().status).toBe('done');
});

it('the plain code is posted only to the origin of the input', async () => {
  const postMessage = vi.fn();
  const framed = { parent: { postMessage } } as unknown as Window;
  const port = createActor(authenticatedPorts(framed).postCode, { input: CODE }).start();
  expect(await toPromise(port)).toBe(true);
  expect(postMessage.mock.calls).toEqual([['314159', 'https://parent.example']]);
});

it('no code is posted without a parent page', async () => {
  const postMessage = vi.fn();
  const top = { postMessage } as unknown as Window;
  const port = createActor(authenticatedPorts(Object.assign(top, { parent: top })).postCode, {
    input: CODE,
  });
  expect(await toPromise(port.start())).toBe(false);
  expect(postMessage).not.toHaveBeenCalled();
});
