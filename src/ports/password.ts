import { fromPromise } from 'xstate';
import type { Result } from '#machines/shared/result.ts';
import { provePassword } from '#src/api/login.ts';
import { type LoginEffects, loginPorts } from './login.ts';

type PasswordGateInput = { userId: string; password: string; clientId: string; policyId: string };

/** The calls of a login by password, and the call of the password gate. */
export const passwordPorts = (effects: LoginEffects) => ({
  ...loginPorts(effects),
  provePassword: fromPromise<Result<unknown>, PasswordGateInput>(({ input: { password, ...gate }, signal }) =>
    provePassword(effects.client, { ...gate, userPassword: password, selfAuthFlag: 'N' }, signal),
  ),
});
