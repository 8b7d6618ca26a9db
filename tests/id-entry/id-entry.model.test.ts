import { expect, it } from 'vitest';
import { cases } from '#cases/id-entry/id-entry.cases.ts';
import {
  ASSERTION,
  ASSERTION_ANSWER,
  ASSERTION_REQUEST,
  CONFIG_WITH_ID_AND_PASSKEY,
  CONFIG_WITH_ONLY_PASSKEY,
  idEntryInput,
} from '#cases/id-entry/input.ts';
import { FAILURES } from '#cases/samples.ts';
import { idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { success, UNREACHABLE } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { start } from '#tests/support/model/start.ts';

describeModel(idEntryMachine, {
  inputs: {
    'a service requests a login': idEntryInput({}),
    'the person has returned with a failure': idEntryInput({ userId: 'kim', failure: UNREACHABLE }),
    'there is no service to sign in to': idEntryInput({ clientId: '', mustChooseService: true }),
    'the service accepts only passkeys': idEntryInput({ client: CONFIG_WITH_ONLY_PASSKEY }),
    'the browser has no passkeys': idEntryInput({ client: CONFIG_WITH_ID_AND_PASSKEY, support: 'missing' }),
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
  const { actor, ports } = start(idEntryMachine, idEntryInput({ client: CONFIG_WITH_ONLY_PASSKEY }));
  actor.send({ type: 'passkey.request' });
  await ports.startAssertion.answer(success(ASSERTION_REQUEST));
  await ports.getAssertion.answer(ASSERTION_ANSWER);
  await ports.recognise.answer(FAILURES[0]);
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(ASSERTION);
});
