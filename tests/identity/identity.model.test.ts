import { type IdentityInput, identityMachine } from '#machines/identity/identity.machine.ts';
import { success, UNREACHABLE } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { FAILURES, policy, SERVICE } from '#tests/support/model/samples.ts';

const input = (changes: Partial<IdentityInput>): IdentityInput => ({
  clientId: SERVICE,
  userId: '',
  failure: null,
  mustChooseService: false,
  ...changes,
});

describeModel(identityMachine, {
  inputs: {
    'a service asks for a login': input({}),
    'the person is back, and the last answer is told': input({ userId: 'kim', failure: UNREACHABLE }),
    'there is no service to sign in to': input({ clientId: '', mustChooseService: true }),
  },
  events: [
    { type: 'identity.submitted', userId: ' ' },
    { type: 'identity.submitted', userId: ' kim ' },
    { type: 'identity.edited' },
  ],
  answers: {
    checkPolicy: [success({ userId: 'kim', policy: policy() }), ...FAILURES],
  },
  project: ({ context: { userId, problem, failure, identified } }) => ({
    userId,
    problem,
    failure,
    identified,
  }),
});
