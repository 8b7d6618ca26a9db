import { expect, it } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import {
  UNKNOWN_CODE_ANSWER,
  USED_CODE_ANSWER,
  WAITING_DEVICE,
} from '#cases/device-sign-in/device-sign-in.cases.ts';
import {
  type DeviceSignInMachine,
  deviceSignInMachine,
} from '#machines/device-sign-in/device-sign-in.machine.ts';
import { failed, failureOf, success, UNREACHABLE } from '#machines/shared/result.ts';
import { openPortal } from '#tests/support/model/portal.ts';
import { start } from '#tests/support/model/start.ts';

async function findDevice() {
  const flow = start(deviceSignInMachine, { userCode: '', result: null });
  flow.actor.send({ type: 'device.submitted', userCode: ' bcdf ghjk ' });
  expect(flow.ports.findDevice.waiting().input).toEqual({ userCode: 'bcdf ghjk' });
  await flow.ports.findDevice.answer(success(WAITING_DEVICE));
  return flow;
}

it('the code in the address is not submitted automatically', () => {
  const { actor, ports } = start(deviceSignInMachine, { userCode: 'BCDF-GHJK', result: null });
  expect(actor.getSnapshot().value).toBe('entering');
  expect(ports.findDevice.calls).toEqual([]);
});

it.each([
  ['device.allow', 'allowDevice'],
  ['device.decline', 'declineDevice'],
] as const)(
  '%s requests another code when this one has been used, and can be repeated after a lost answer',
  async (type, port) => {
    const { actor, ports } = await findDevice();
    actor.send({ type });
    expect(ports[port].waiting().input).toEqual({ userCode: 'BCDF-GHJK' });
    await ports[port].answer(failed(UNREACHABLE));
    expect(actor.getSnapshot()).toMatchObject({ value: 'comparing', context: { failure: UNREACHABLE } });
    actor.send({ type });
    await ports[port].answer(USED_CODE_ANSWER);
    expect(actor.getSnapshot()).toMatchObject({
      value: 'entering',
      context: { failure: failureOf(USED_CODE_ANSWER) },
    });
  },
);

it('another code can be entered after a device was declined', async () => {
  const { actor, ports } = await findDevice();
  actor.send({ type: 'device.decline' });
  await ports.declineDevice.answer(success(undefined));
  expect(actor.getSnapshot().value).toBe('declined');
  actor.send({ type: 'device.restart' });
  actor.send({ type: 'device.submitted', userCode: 'X' });
  await ports.findDevice.answer(UNKNOWN_CODE_ANSWER);
  expect(actor.getSnapshot()).toMatchObject({ value: 'entering', context: { userCode: 'X', device: null } });
});

it.each([
  ['?user_code=BCDF-GHJK', 'entering', 'BCDF-GHJK'],
  ['?result=signedIn', 'signedIn', ''],
  ['?result=declined', 'declined', ''],
  ['?result=failed', 'entering', ''],
  ['?result=constructor', 'entering', ''],
] as const)('the address /activate%s opens %s', async (query, state, userCode) => {
  const portal = openPortal({ address: `/activate${query}` });
  await portal.load();
  expect(portal.address()).toBe('/activate');
  const { children } = portal.actor.getSnapshot();
  const flow = children['device-sign-in'] as ActorRefFrom<DeviceSignInMachine>;
  expect(flow.getSnapshot()).toMatchObject({ value: state, context: { userCode } });
});

it('an allowed device leads to its sign-in', async () => {
  const portal = openPortal({ address: '/activate' });
  await portal.load();
  await portal.sendToFlow('device-sign-in', { type: 'device.submitted', userCode: 'BCDF-GHJK' });
  const { findDevice, allowDevice } = portal.ports['device-sign-in'];
  await findDevice.answer(success(WAITING_DEVICE));
  await portal.sendToFlow('device-sign-in', { type: 'device.allow' });
  await allowDevice.answer(success('/redirect?uid=request-1'));
  expect(portal.actor.getSnapshot().context.returnTarget.to).toBe('/redirect?uid=request-1');
  expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
});
