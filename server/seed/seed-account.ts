import type * as v from 'valibot';
import type { account } from '#server/config/account.ts';
import type { Localized } from '#server/config/values.ts';

/** An account of the demonstration. */
export type SeedAccount = {
  /** The account as in a configuration file, without its devices, which are in `devices.ts`. */
  readonly entry: v.InferInput<typeof account>;
  /** The feature that a sign-in with the account demonstrates. */
  readonly feature: Localized;
  /** Error code of spec section 8 with which a sign-in fails; absent when it does not fail. */
  readonly errCode?: string;
  /** Whether the account has no password, so that the person creates it through a link. */
  readonly hasNoPassword?: boolean;
  /** Days after the start at which the password expires. */
  readonly expiresInDays?: number;
  /** Passwords before the current password, the newest first. */
  readonly formerPasswords?: readonly string[];
  /** The answer that the person has set. */
  readonly answer?: { readonly questionId: string; readonly text: string };
};
