import { expect, it } from 'vitest';
import { rejected } from '#cases/samples.ts';
import { passwordSetupMachine } from '#machines/password-setup/password-setup.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const GOOD = 'abcd123!';

async function open(type: 'create' | 'change' = 'change') {
  const screen = start(passwordSetupMachine, { userId: 'kim', token: 'token', type, reuseLimit: 3 });
  await screen.ports.fetchLevel.answer(success({ level: 3, twoKinds: false }));
  return screen;
}

type Screen = Awaited<ReturnType<typeof open>>;

const submit = ({ actor }: Screen, password: string, confirmation = password) =>
  actor.send({ type: 'password.submitted', password, confirmation });

it.each([
  ['  ', 'x', 'empty'],
  ['x', ' ', 'unconfirmed'],
  [GOOD, 'abcd124!', 'different'],
  ['abcd1234', 'abcd1234', 'invalid'],
  [`${GOOD}${'x'.repeat(249)}`, `${GOOD}${'x'.repeat(249)}`, 'tooLong'],
] as const)('%j and %j: %s, and nothing is called', async (password, confirmed, problem) => {
  const screen = await open();
  submit(screen, password, confirmed);
  expect(screen.actor.getSnapshot().context.problem).toBe(problem);
  expect(screen.ports.checkInUse.calls).toHaveLength(0);
  screen.actor.send({ type: 'password.edited' });
  expect(screen.actor.getSnapshot().context.problem).toBeNull();
});

it('requires four characters when no level is known', async () => {
  const screen = start(passwordSetupMachine, {
    userId: 'kim',
    token: 'token',
    type: 'create',
    reuseLimit: 0,
  });
  await screen.ports.fetchLevel.answer(failed(rejected('', 500)));
  submit(screen, 'abcd');
  expect(screen.ports.savePassword.waiting().input).toMatchObject({ password: 'abcd', type: 'create' });
});

it('takes the strength of the refusal where none was told before', async () => {
  const screen = start(passwordSetupMachine, {
    userId: 'kim',
    token: 'token',
    type: 'create',
    reuseLimit: 0,
  });
  await screen.ports.fetchLevel.answer(failed(rejected('', 500)));
  submit(screen, 'abcd');
  const refused = {
    kind: 'rejected',
    status: 400,
    code: 'ruleViolation',
    message: '',
    details: { level: 1, twoKinds: 1 },
  } as const;
  await screen.ports.savePassword.answer(failed(refused));
  expect(screen.actor.getSnapshot().context).toMatchObject({
    strength: { level: 1, twoKinds: true },
    failure: refused,
  });
  submit(screen, 'abcdefghij');
  expect(screen.actor.getSnapshot().context.problem).toBe('invalid');
});

it('asks first whether a changed password is in use, trimmed, and saves it then', async () => {
  const screen = await open();
  submit(screen, ` ${GOOD} `);
  expect(screen.ports.checkInUse.waiting().input).toEqual({ userId: 'kim', token: 'token', password: GOOD });
  await screen.ports.checkInUse.answer(success(false));
  await screen.ports.savePassword.answer(success({ to: '/on' }));
  expect(screen.actor.getSnapshot().output).toEqual({ reason: 'saved', to: '/on' });
  expect(screen.actor.getSnapshot().context.unansweredPassword).toBe('');
});

it('does not save a password that is in use', async () => {
  const screen = await open();
  submit(screen, GOOD);
  await screen.ports.checkInUse.answer(success(true));
  expect(screen.actor.getSnapshot()).toMatchObject({ value: 'entering', context: { problem: 'inUse' } });
  expect(screen.ports.savePassword.calls).toHaveLength(0);
});

it('repeats the saving alone after an answer was lost, and asks again for another password', async () => {
  const screen = await open();
  submit(screen, GOOD);
  await screen.ports.checkInUse.answer(success(false));
  await screen.ports.savePassword.answer(failed(UNREACHABLE));
  submit(screen, GOOD);
  expect(screen.ports.checkInUse.calls).toHaveLength(1);
  await screen.ports.savePassword.answer(failed(UNREACHABLE));
  submit(screen, 'efgh123!');
  expect(screen.ports.checkInUse.calls).toHaveLength(2);
});

it.each([
  ['urlExpired', 'expired'],
  ['linkUsed', 'used'],
  ['linkClosed', 'closed'],
])('ends when the link is over by %s', async (code, refusal) => {
  const screen = await open('create');
  submit(screen, GOOD);
  await screen.ports.savePassword.answer(failed(rejected(code, 400)));
  expect(screen.actor.getSnapshot().output).toEqual({ reason: 'linkEnded', refusal });
});

it('ends when the server no longer knows the token', async () => {
  const screen = await open('create');
  submit(screen, GOOD);
  await screen.ports.savePassword.answer(failed(rejected('notAuthorized', 401)));
  expect(screen.actor.getSnapshot().output).toEqual({ reason: 'outdated' });
});
