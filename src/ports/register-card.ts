import { fromPromise } from 'xstate';
import type { OtpCard } from '#machines/shared/factor.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { type RegistrationAuth, validateCard, verifyCard } from '#src/api/registration.ts';

/** The calls that register an OTP card. */
export const registerCardPorts = (client: Client) => ({
  validateSerial: fromPromise<Result<OtpCard>, RegistrationAuth & { serial: string }>(({ input, signal }) =>
    validateCard(client, input, signal),
  ),
  verifyCode: fromPromise<Result<unknown>, RegistrationAuth & { serial: string; code: string }>(
    ({ input, signal }) => verifyCard(client, input, signal),
  ),
});
