import type { AppSecret, OfflineCode, RegistrationCode } from '#machines/shared/factor.ts';
import type { AppMethod, AppRegistrationInput } from '#machines/shared/registration.ts';
import type { RegistrationContext } from '#machines/shared/registration-flow.ts';

/** The operating system of the phone. */
export type OsType = 'android' | 'ios';

export type RegisterAppEvent =
  | { readonly type: 'method.chosen'; readonly method: AppMethod }
  | { readonly type: 'key.submitted'; readonly key: string }
  | { readonly type: 'key.edited' }
  | { readonly type: 'comparison.confirmed' }
  | { readonly type: 'app.register'; readonly osType: OsType }
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.edited' }
  | { readonly type: 'code.renew' }
  | { readonly type: 'digits.show' }
  | { readonly type: 'registration.back' }
  | { readonly type: 'failure.dismissed' };

export type RegisterAppContext = AppRegistrationInput &
  RegistrationContext & {
    /** The secret of the link, until the link was sent; otherwise empty. */
    readonly ak: string;
    readonly code: RegistrationCode | null;
    readonly offline: OfflineCode | null;
    readonly secret: AppSecret | null;
    /** Epoch milliseconds at which the link, the code or the secret expires; null before it was created. */
    readonly deadline: number | null;
    readonly isExpired: boolean;
    readonly problem: AppProblem | null;
  };

/** The text key of a problem with an input. */
export type AppProblem =
  | 'info.mobileapp.failure.clientkey'
  | 'info.enter.otp.alert'
  | 'info.enter.otp.invalid';

/** Input of every call of the registration. */
export type RegisterAppCallInput = { readonly userId: string; readonly token: string };
