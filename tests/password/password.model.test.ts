import { type PasswordInput, passwordMachine } from '#machines/password/password.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './password.cases.ts';

const input = (changes: Partial<PasswordInput>): PasswordInput => ({
  userId: 'kim',
  mode: 'login',
  hasOtherMethods: false,
  isFixed: false,
  ...changes,
});

describeModel(passwordMachine, {
  inputs: {
    'the password is the login': input({}),
    'the password is one of several methods': input({ hasOtherMethods: true, isFixed: true }),
    'the password opens the other methods': input({ mode: 'gate' }),
  },
  ...cases,
});
