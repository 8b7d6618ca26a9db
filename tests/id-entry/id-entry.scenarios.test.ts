import { expect, it } from 'vitest';
import { idEntryInput } from '#cases/id-entry/input.ts';
import { policy, rejected, SERVICE } from '#cases/samples.ts';
import { idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import type { IdEntryInput } from '#machines/id-entry/id-entry.setup.ts';
import { type Failure, failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { settle } from '#tests/support/ports.ts';

const open = (changes: Partial<IdEntryInput> = {}) => start(idEntryMachine, idEntryInput(changes));

const submit = async ({ actor }: ReturnType<typeof open>, userId: string) => {
  actor.send({ type: 'identity.submitted', userId });
  await settle();
};

it('the policy of the trimmed ID is checked', async () => {
  const screen = open();
  await submit(screen, '  kim ');
  expect(screen.ports.checkPolicy.waiting().input).toEqual({ userId: 'kim', clientId: SERVICE });
});

it('the ID entry ends with the person and the policy', async () => {
  const screen = open();
  await submit(screen, 'kim');
  await screen.ports.checkPolicy.answer(success({ userId: 'kim', policy: policy() }));
  expect(screen.actor.getSnapshot().output).toEqual({
    userId: 'kim',
    policy: policy(),
    assertion: null,
  });
});

it.each(['', '   ', '\t'])('an ID is requested and nothing is sent when the field has %j', async (userId) => {
  const screen = open();
  await submit(screen, userId);
  expect(screen.actor.getSnapshot()).toMatchObject({
    value: { entering: 'plain' },
    context: { problem: { kind: 'blank' } },
  });
  expect(screen.ports.checkPolicy.calls).toHaveLength(0);
});

it('the message disappears when the person types', async () => {
  const screen = open();
  await submit(screen, '');
  screen.actor.send({ type: 'identity.edited' });
  expect(screen.actor.getSnapshot().context.problem).toBeNull();
});

it('an ID that is submitted twice is sent once', async () => {
  const screen = open();
  await submit(screen, 'kim');
  await submit(screen, 'kim');
  expect(screen.ports.checkPolicy.calls).toHaveLength(1);
});

it.each<[string, Failure]>([
  ['an unknown user', rejected('000', 404)],
  ['a changed policy', rejected('016')],
  ['no network', UNREACHABLE],
  ['an answer of another shape', { kind: 'malformed', status: 200 }],
])('another ID can be entered after a failure: %s', async (_name, failure) => {
  const screen = open();
  await submit(screen, 'kimm');
  await screen.ports.checkPolicy.answer(failed(failure));
  expect(screen.actor.getSnapshot()).toMatchObject({
    value: { entering: 'plain' },
    context: { problem: { kind: 'refused', failure }, userId: 'kimm' },
  });
  await submit(screen, 'kim');
  expect(screen.actor.getSnapshot().context.problem).toBeNull();
  await screen.ports.checkPolicy.answer(success({ userId: 'kim', policy: policy() }));
  expect(screen.actor.getSnapshot().output).toMatchObject({ userId: 'kim' });
});

it('an error of the port is shown as an unexpected failure', async () => {
  const screen = open();
  await submit(screen, 'kim');
  await screen.ports.checkPolicy.fail();
  expect(screen.actor.getSnapshot()).toMatchObject({
    value: { entering: 'plain' },
    context: { problem: { kind: 'refused', failure: UNEXPECTED } },
  });
});

it('the services are offered and no ID is accepted when no service has requested a login', async () => {
  const screen = open({ clientId: '', mustChooseService: true });
  await submit(screen, 'kim');
  expect(screen.actor.getSnapshot().value).toBe('noService');
  expect(screen.ports.checkPolicy.calls).toHaveLength(0);
});

it('the failure with which the person has returned is shown', () => {
  expect(open({ userId: 'kim', failure: UNREACHABLE }).actor.getSnapshot().context).toMatchObject({
    userId: 'kim',
    problem: { kind: 'refused', failure: UNREACHABLE },
  });
});
