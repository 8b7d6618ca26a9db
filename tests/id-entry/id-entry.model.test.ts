import { cases } from '#cases/id-entry/id-entry.cases.ts';
import { CONFIG_WITH_ID_AND_PASSKEY, CONFIG_WITH_ONLY_PASSKEY, idEntryInput } from '#cases/id-entry/input.ts';
import { idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { UNREACHABLE } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';

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
