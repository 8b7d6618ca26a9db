import type * as v from 'valibot';
import type { account } from '#server/config/account.ts';
import type { Localized } from '#server/config/values.ts';

/** An account of the demonstration. */
export type SeedAccount = {
  /** Its devices stand in `devices.ts`. */
  readonly entry: v.InferInput<typeof account>;
  /** The feature that a sign-in with it demonstrates. */
  readonly shows: Localized;
  /** The code of spec section 8 that it ends in, when it does not sign in. */
  readonly errCode?: string;
  /** Its password is made by a link. */
  readonly hasNoPassword?: boolean;
  /** Days after the start at which the password expires. */
  readonly expiresInDays?: number;
  /** Passwords before the present one, the newest first. */
  readonly formerPasswords?: readonly string[];
  /** The answer that the person has left. */
  readonly answer?: { readonly questionId: string; readonly text: string };
};
