import { cases } from '#cases/redirect/redirect.cases.ts';
import { redirectMachine } from '#machines/redirect/redirect.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(redirectMachine, {
  inputs: {
    'a request': { passwordSavedFor: '' },
    'a request after a password link': { passwordSavedFor: 'bong' },
  },
  ...cases,
});
