import { expect, it } from 'vitest';
import { CREATION_REQUEST } from '#cases/register-passkey/register-passkey.cases.ts';
import { rejected } from '#cases/samples.ts';
import { registerPasskeyMachine } from '#machines/register-passkey/register-passkey.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const open = (isSupported = true) =>
  start(registerPasskeyMachine, { userId: 'kim', token: 'token-1', clientId: 'demo', isSupported });

async function openPrompt() {
  const screen = open();
  screen.actor.send({ type: 'name.submitted', name: ' Laptop ' });
  await screen.ports.checkName.answer(success({}));
  await screen.ports.startCreation.answer(success(CREATION_REQUEST));
  return screen;
}

it('a passkey is registered after its name is checked and the browser has created it', async () => {
  const { actor, ports } = await openPrompt();
  expect(ports.checkName.calls[0]?.input).toEqual({ userId: 'kim', token: 'token-1', name: 'Laptop' });
  expect(ports.createPasskey.waiting().input).toEqual({ request: CREATION_REQUEST });
  await ports.createPasskey.answer({ kind: 'created', credential: { id: 'created' } });
  expect(ports.finishCreation.waiting().input).toMatchObject({
    name: 'Laptop',
    credential: { id: 'created' },
  });
  await ports.finishCreation.answer(success({}));
  expect(actor.getSnapshot()).toMatchObject({
    output: { reason: 'registered' },
    context: { credential: null },
  });
});

it.each([
  ['', 'info.passkey.noti'],
  ['가'.repeat(21), 'info.passkey.length'],
  ['👩\u200d💻', 'factor.badName'],
  ['Lap\u0007top', 'factor.badName'],
] as const)('the name %j is refused without a call', (name, problem) => {
  const { actor, ports } = open();
  actor.send({ type: 'name.submitted', name });
  expect(actor.getSnapshot().context.problem).toBe(problem);
  expect(ports.checkName.calls).toHaveLength(0);
});

it('a name of 20 characters is checked, and no creation starts when the name is in use', async () => {
  const { actor, ports } = open();
  actor.send({ type: 'name.submitted', name: '가'.repeat(20) });
  await ports.checkName.answer(failed(rejected('nameTaken', 409)));
  expect(actor.getSnapshot()).toMatchObject({
    value: 'naming',
    context: { problem: 'info.passkey.failure.duplication' },
  });
  expect(ports.startCreation.calls).toHaveLength(0);
});

it.each(['cancelled', 'alreadyRegistered'] as const)(
  'a prompt that ends as %s is shown as a hint, not as a failure',
  async (kind) => {
    const { actor, ports } = await openPrompt();
    await ports.createPasskey.answer({ kind });
    expect(actor.getSnapshot()).toMatchObject({
      value: 'naming',
      context: { hint: kind, failure: null, request: null },
    });
  },
);

it('a name is not sent in a browser without passkeys', () => {
  const { actor, ports } = open(false);
  actor.send({ type: 'name.submitted', name: 'Laptop' });
  expect(ports.checkName.calls).toHaveLength(0);
});
