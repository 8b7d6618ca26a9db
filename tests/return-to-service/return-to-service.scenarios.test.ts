import { expect, it } from 'vitest';
import { PORTAL, rejected } from '#cases/samples.ts';
import {
  RETURN_GRACE,
  returnToServiceMachine,
} from '#machines/return-to-service/return-to-service.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const returnTo = (to: string, skipsReauth = false, replacesEntry = false) =>
  start(returnToServiceMachine, { to, base: PORTAL, skipsReauth, replacesEntry });

it('the browser goes to a web address', () => {
  expect(returnTo('https://service.example/cb').ports.leave.waiting().input).toEqual({
    url: 'https://service.example/cb',
  });
});

it('the browser goes to a path of the portal', () => {
  expect(returnTo('/oauth2/authorize/1').ports.leave.waiting().input).toEqual({
    url: `${PORTAL}/oauth2/authorize/1`,
  });
});

it('the address has noReauth when the person is already signed in', () => {
  expect(returnTo('/oauth2/authorize/1?a=b', true).ports.leave.waiting().input).toEqual({
    url: `${PORTAL}/oauth2/authorize/1?a=b&noReauth=Y`,
  });
});

it('the service replaces the history entry of the finished flow', () => {
  expect(returnTo('/login', false, true).ports.leave.waiting().input).toEqual({
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
])('the browser does not go to %j', (to, reason) => {
  const { actor, ports } = returnTo(to);
  expect(actor.getSnapshot().output).toEqual({ reason });
  expect(ports.leave.calls).toHaveLength(0);
});

it('a browser that has not left after the grace period can try again', async () => {
  const { actor, clock, ports } = returnTo('/oauth2/authorize/1');
  await clock.advance(RETURN_GRACE - 100);
  expect(actor.getSnapshot().value).toBe('leaving');
  await clock.advance(100);
  expect(actor.getSnapshot().value).toBe('stuck');
  actor.send({ type: 'return.retry' });
  expect(actor.getSnapshot().value).toBe('leaving');
  expect(ports.leave.calls).toHaveLength(2);
});

it('a browser that refuses to leave can try again immediately', async () => {
  const { actor, ports } = returnTo('/oauth2/authorize/1');
  await ports.leave.fail(new DOMException('blocked', 'SecurityError'));
  expect(actor.getSnapshot().value).toBe('stuck');
});

it('a browser that returns to the page can leave again', async () => {
  const { actor, ports } = returnTo('/oauth2/authorize/1');
  await ports.leave.answer(undefined);
  expect(actor.getSnapshot().value).toBe('stuck');
});

const REQUEST_URL = `${PORTAL}/oauth2/authorize/1`;

const decline = () =>
  start(returnToServiceMachine, { to: REQUEST_URL, base: PORTAL, skipsReauth: false, declines: true });

it('a request is declined before the browser leaves', async () => {
  const { ports } = decline();
  expect(ports.declineRequest.waiting().input).toEqual({ redirect: REQUEST_URL });
  expect(ports.leave.calls).toHaveLength(0);
  await ports.declineRequest.answer(success(undefined));
  expect(ports.leave.waiting().input).toEqual({ url: REQUEST_URL });
});

it('a request that can no longer be declined is reported as ended', async () => {
  const { actor, ports } = decline();
  await ports.declineRequest.answer(failed(rejected('notFound', 404)));
  expect(actor.getSnapshot().output).toEqual({ reason: 'requestEnded' });
});

it.each([
  ['return.retry', 'declining'],
  ['request.resume', 'leaving'],
] as const)('after a lost answer, %s leads to the state %s', async (type, state) => {
  const { actor, ports } = decline();
  await ports.declineRequest.answer(failed(UNREACHABLE));
  expect(actor.getSnapshot()).toMatchObject({ value: 'undeclined', context: { failure: UNREACHABLE } });
  actor.send({ type });
  expect(actor.getSnapshot().value).toBe(state);
});
