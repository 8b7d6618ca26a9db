import type * as v from 'valibot';
import type { account } from '#server/config/account.ts';
import type { Localized } from '#server/config/values.ts';

/** An account of the demonstration. */
export type SeedAccount = {
  /** Its devices are in `devices.ts`. */
  readonly entry: v.InferInput<typeof account>;
  /** The feature that signing in with it demonstrates. */
  readonly shows: Localized;
  /** The code of spec section 8 with which its sign-in fails, if it fails. */
  readonly errCode?: string;
  /** Its password is created by a link. */
  readonly hasNoPassword?: boolean;
  /** Days after the start at which the password expires. */
  readonly expiresInDays?: number;
  /** Passwords before the current one, newest first. */
  readonly formerPasswords?: readonly string[];
  /** The answer that the person has set. */
  readonly answer?: { readonly questionId: string; readonly text: string };
};
