import { expect, it } from 'vitest';
import { rejected } from '#cases/samples.ts';
import { passwordSetupMachine } from '#machines/password-setup/password-setup.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { SERVER_ERROR } from '#tests/support/refusals.ts';

const VALID_PASSWORD = 'abcd123!';

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
  [VALID_PASSWORD, 'abcd124!', 'different'],
  ['abcd1234', 'abcd1234', 'invalid'],
  [`${VALID_PASSWORD}${'x'.repeat(249)}`, `${VALID_PASSWORD}${'x'.repeat(249)}`, 'tooLong'],
] as const)(
  'the passwords %j and %j have the problem %s and are not sent',
  async (password, confirmed, problem) => {
    const screen = await open();
    submit(screen, password, confirmed);
    expect(screen.actor.getSnapshot().context.problem).toBe(problem);
    expect(screen.ports.checkInUse.calls).toHaveLength(0);
    screen.actor.send({ type: 'password.edited' });
    expect(screen.actor.getSnapshot().context.problem).toBeNull();
  },
);

it('four characters are required when the level cannot be fetched', async () => {
  const screen = start(passwordSetupMachine, {
    userId: 'kim',
    token: 'token',
    type: 'create',
    reuseLimit: 0,
  });
  await screen.ports.fetchLevel.answer(SERVER_ERROR);
  submit(screen, 'abcd');
  expect(screen.ports.savePassword.waiting().input).toMatchObject({ password: 'abcd', type: 'create' });
});

it('the required strength is that of a refusal when it could not be fetched', async () => {
  const screen = start(passwordSetupMachine, {
    userId: 'kim',
    token: 'token',
    type: 'create',
    reuseLimit: 0,
  });
  await screen.ports.fetchLevel.answer(SERVER_ERROR);
  submit(screen, 'abcd');
  const refusal = {
    kind: 'rejected',
    status: 400,
    code: 'ruleViolation',
    message: '',
    details: { level: 1, twoKinds: 1 },
  } as const;
  await screen.ports.savePassword.answer(failed(refusal));
  expect(screen.actor.getSnapshot().context).toMatchObject({
    strength: { level: 1, twoKinds: true },
    failure: refusal,
  });
  submit(screen, 'abcdefghij');
  expect(screen.actor.getSnapshot().context.problem).toBe('invalid');
});

it('a changed password is trimmed, checked for its use, and then saved', async () => {
  const screen = await open();
  submit(screen, ` ${VALID_PASSWORD} `);
  expect(screen.ports.checkInUse.waiting().input).toEqual({
    userId: 'kim',
    token: 'token',
    password: VALID_PASSWORD,
  });
  await screen.ports.checkInUse.answer(success(false));
  await screen.ports.savePassword.answer(success({ to: '/on' }));
  expect(screen.actor.getSnapshot().output).toEqual({ reason: 'saved', to: '/on' });
  expect(screen.actor.getSnapshot().context.unansweredPassword).toBe('');
});

it('a password that is in use is not saved', async () => {
  const screen = await open();
  submit(screen, VALID_PASSWORD);
  await screen.ports.checkInUse.answer(success(true));
  expect(screen.actor.getSnapshot()).toMatchObject({ value: 'entering', context: { problem: 'inUse' } });
  expect(screen.ports.savePassword.calls).toHaveLength(0);
});

it('only the save call is repeated after a lost answer, but another password is checked again', async () => {
  const screen = await open();
  submit(screen, VALID_PASSWORD);
  await screen.ports.checkInUse.answer(success(false));
  await screen.ports.savePassword.answer(failed(UNREACHABLE));
  submit(screen, VALID_PASSWORD);
  expect(screen.ports.checkInUse.calls).toHaveLength(1);
  await screen.ports.savePassword.answer(failed(UNREACHABLE));
  submit(screen, 'efgh123!');
  expect(screen.ports.checkInUse.calls).toHaveLength(2);
});

it.each([
  ['urlExpired', 'expired'],
  ['linkUsed', 'used'],
  ['linkClosed', 'closed'],
])('the flow ends with the refusal of a link: %s is %s', async (code, refusal) => {
  const screen = await open('create');
  submit(screen, VALID_PASSWORD);
  await screen.ports.savePassword.answer(failed(rejected(code, 400)));
  expect(screen.actor.getSnapshot().output).toEqual({ reason: 'linkEnded', refusal });
});

it('the flow ends when the server no longer knows the token', async () => {
  const screen = await open('create');
  submit(screen, VALID_PASSWORD);
  await screen.ports.savePassword.answer(failed(rejected('notAuthorized', 401)));
  expect(screen.actor.getSnapshot().output).toEqual({ reason: 'outdated' });
});
