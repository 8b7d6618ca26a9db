import { expect, it } from 'vitest';
import { cases } from '#cases/id-entry/id-entry.cases.ts';
import {
  ASSERTION,
  ASSERTION_ANSWER,
  ID_AND_PASSKEY,
  input,
  ONLY_PASSKEY,
  REQUEST,
} from '#cases/id-entry/input.ts';
import { FAILURES } from '#cases/samples.ts';
import { idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { success, UNREACHABLE } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { start } from '#tests/support/model/start.ts';

describeModel(idEntryMachine, {
  inputs: {
    'a service requests a login': input({}),
    'the person has returned with a failure': input({ userId: 'kim', failure: UNREACHABLE }),
    'there is no service to sign in to': input({ clientId: '', mustChooseService: true }),
    'the service accepts only passkeys': input({ client: ONLY_PASSKEY }),
    'the browser has no passkeys': input({ client: ID_AND_PASSKEY, support: 'missing' }),
  },
  ...cases,
  project: ({ context: { client, userId, problem, mode, identified, assertion } }) => ({
    offers: client?.passkey,
    userId,
    problem,
    mode,
    identified,
    assertion,
  }),
});

it('the assertion of a passkey that was not recognised is removed', async () => {
  const { actor, ports } = start(idEntryMachine, input({ client: ONLY_PASSKEY }));
  actor.send({ type: 'passkey.request' });
  await ports.startAssertion.answer(success(REQUEST));
  await ports.getAssertion.answer(ASSERTION_ANSWER);
  await ports.recognise.answer(FAILURES[0]);
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(ASSERTION);
});
