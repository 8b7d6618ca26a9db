import { expect, it } from 'vitest';
import { PORTAL, rejected } from '#cases/samples.ts';
import {
  DEPARTURE_GRACE,
  returnToServiceMachine,
} from '#machines/return-to-service/return-to-service.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const leave = (to: string, skipsReauth = false, replacesEntry = false) =>
  start(returnToServiceMachine, { to, base: PORTAL, skipsReauth, replacesEntry });

it('sends the browser to a web address', () => {
  expect(leave('https://service.example/cb').ports.leave.waiting().input).toEqual({
    url: 'https://service.example/cb',
  });
});

it('sends the browser to a path of the portal', () => {
  expect(leave('/oauth2/authorize/1').ports.leave.waiting().input).toEqual({
    url: `${PORTAL}/oauth2/authorize/1`,
  });
});

it('asks for no new login when the person is signed in already', () => {
  expect(leave('/oauth2/authorize/1?a=b', true).ports.leave.waiting().input).toEqual({
    url: `${PORTAL}/oauth2/authorize/1?a=b&noReauth=Y`,
  });
});

it('replaces the history entry of the finished flow by the service', () => {
  expect(leave('/login', false, true).ports.leave.waiting().input).toEqual({
    url: `${PORTAL}/login`,
    replacesEntry: true,
  });
});

it.each([
  ['javascript:alert(1)', 'invalidAccess'],
  ['//evil.example', 'invalidAccess'],
  ['https://user:word@service.example', 'invalidAccess'],
  ['data:text/html,hi', 'invalidAccess'],
  ['', 'noRedirectUrl'],
])('does not go to %j', (to, reason) => {
  const { actor, ports } = leave(to);
  expect(actor.getSnapshot().output).toEqual({ reason });
  expect(ports.leave.calls).toHaveLength(0);
});

it('offers a link when the browser is still here after a while, and another try', async () => {
  const { actor, clock, ports } = leave('/oauth2/authorize/1');
  await clock.advance(DEPARTURE_GRACE - 100);
  expect(actor.getSnapshot().value).toBe('leaving');
  await clock.advance(100);
  expect(actor.getSnapshot().value).toBe('stuck');
  actor.send({ type: 'departure.retry' });
  expect(actor.getSnapshot().value).toBe('leaving');
  expect(ports.leave.calls).toHaveLength(2);
});

it('offers the link at once when the browser refuses', async () => {
  const { actor, ports } = leave('/oauth2/authorize/1');
  await ports.leave.fail(new DOMException('blocked', 'SecurityError'));
  expect(actor.getSnapshot().value).toBe('stuck');
});

it('offers the link when the browser has been elsewhere and is here again', async () => {
  const { actor, ports } = leave('/oauth2/authorize/1');
  await ports.leave.answer(undefined);
  expect(actor.getSnapshot().value).toBe('stuck');
});

const DECLINED = `${PORTAL}/oauth2/authorize/1`;

const decline = () =>
  start(returnToServiceMachine, { to: DECLINED, base: PORTAL, skipsReauth: false, declines: true });

it('declines the request before it leaves', async () => {
  const { ports } = decline();
  expect(ports.declineRequest.waiting().input).toEqual({ redirect: DECLINED });
  expect(ports.leave.calls).toHaveLength(0);
  await ports.declineRequest.answer(success(undefined));
  expect(ports.leave.waiting().input).toEqual({ url: DECLINED });
});

it('says that a request has ended that cannot be declined any more', async () => {
  const { actor, ports } = decline();
  await ports.declineRequest.answer(failed(rejected('notFound', 404)));
  expect(actor.getSnapshot().output).toEqual({ reason: 'requestEnded' });
});

it.each([
  ['departure.retry', 'declining'],
  ['request.resume', 'leaving'],
] as const)('goes on by %s where the network fails', async (type, state) => {
  const { actor, ports } = decline();
  await ports.declineRequest.answer(failed(UNREACHABLE));
  expect(actor.getSnapshot()).toMatchObject({ value: 'undeclined', context: { failure: UNREACHABLE } });
  actor.send({ type });
  expect(actor.getSnapshot().value).toBe(state);
});
